package io.dowser.crawler.internal.recrawl;

import io.dowser.crawler.internal.admission.LinkAdmission;
import io.dowser.crawler.internal.lists.SitemapReader;
import io.dowser.crawler.internal.pages.PagesInRecheck;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.plan.RecheckPlan;
import io.dowser.crawler.internal.plan.Steering;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageStates;
import io.dowser.crawler.internal.watch.CrawlCounters;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Schedules rechecks of visited pages, in cycles; without a cycle none is due. At the start of a
 * cycle, URLs that have failed become pending again. Confined to the engine thread.
 *
 * <p>The start of a cycle is recorded with its first commit. Each page has the time of its last
 * recheck, so a cycle that is continued knows which pages it has rechecked.
 */
public final class Rechecks {

  private static final int SHARE = 8; // divides the bound of pending URLs

  private final RecheckPlan plan;
  private final Steering steering;
  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final CrawlRecord record;
  private final KnownUrls known;
  private final PolitenessGate politeness;
  private final SitemapReader lists;
  private final LinkAdmission admission;
  private final CrawlCounters counters;
  private final PagesInRecheck inFlight;
  private final RevisitRules rules;
  private final DuePages due;
  private boolean isActive;
  private @Nullable Instant cycle;
  private long nextCycle;
  private @Nullable PageStates pages;
  private long checks;
  private long newPages;

  public Rechecks(
      CrawlPlan.Limits limits,
      InstantSource clock,
      LongSupplier nanoClock,
      CrawlRecord record,
      KnownUrls known,
      PolitenessGate politeness,
      SitemapReader lists,
      LinkAdmission admission,
      CrawlCounters counters,
      PagesInRecheck inFlight) {
    this.plan = limits.rechecks();
    this.steering = limits.steering();
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.record = record;
    this.known = known;
    this.politeness = politeness;
    this.lists = lists;
    this.admission = admission;
    this.counters = counters;
    this.inFlight = inFlight;
    this.rules = new RevisitRules(plan);
    this.due = new DuePages(rules, Math.max(1, limits.memory().pendingUrls() / SHARE));
  }

  /** Begins or continues the run's first cycle, if any, once everything is restored. */
  public void begin() throws InterruptedException {
    if (plan.cycle().isPresent()) {
      begin(plan.cycle().get());
    } else {
      lists.requestUnread();
    }
  }

  private void begin(Instant start) throws InterruptedException {
    isActive = true;
    cycle = start;
    Duration every = plan.keepUp().orElse(Duration.ZERO);
    nextCycle = nanoClock.getAsLong() + every.toNanos();
    checks = 0;
    newPages = 0;
    record.changed(steering.text("cycle", Optional.of(start)));
    if (!start.equals(plan.cycle().orElseThrow()) || !plan.continues()) {
      politeness.retryGivenUp();
      lists.again();
    }
    lists.requestUnread();
    record.flush();
    due.clear();
    pages()
        .each(
            page -> {
              count(page, start);
              due.addIfDue(page, start);
            });
    pages().failed(start).forEach(admission::queueAgain);
  }

  private PageStates pages() {
    if (pages == null) {
      pages = record.pages();
    }
    return pages;
  }

  /** Counts what was done in a cycle that is continued. */
  private void count(PageReader.Known page, Instant start) {
    if (!page.visited().isBefore(start)) {
      newPages++;
    } else if (!page.row().rechecks().tried().isBefore(start)) {
      checks++;
    }
  }

  /** Queues pages at once if their site lists a change after their last recheck. */
  public void hint(Map<Fingerprint, Instant> modified) {
    Instant start = cycle;
    if (start != null) {
      modified.forEach((url, time) -> hint(known.find(url), time, start));
    }
  }

  private void hint(int sequence, Instant modified, Instant start) {
    if (sequence != KnownUrls.UNKNOWN && !due.hasBegun(sequence)) {
      pages().page(sequence).ifPresent(page -> due.addIfChanged(page, modified, start));
    }
  }

  /** Returns the request for the next page that is due and whose host is ready. */
  public Optional<FetchTask> poll() {
    if (cycle == null || rechecksLeft() == 0) {
      return Optional.empty();
    }
    Instant start = cycle;
    if (due.needsRefill()) {
      due.beginRefill();
      pages().each(page -> due.addIfDue(page, start));
    }
    return due.poll(politeness.schedule()).map(this::check);
  }

  private FetchTask check(long url) {
    PageReader.Known page = pages().page(url).orElseThrow();
    inFlight.put(page);
    checks++;
    return FetchTask.recheck(pages().candidate(url), page.page());
  }

  /** Requests a page once more, without conditions. */
  void withoutConditions(FetchTask check) {
    PageReader.Known page = inFlight.page(check);
    inFlight.put(page.with(page.row().withVersion(page.row().version().withoutValidators())));
    politeness.await(check);
  }

  /** Requests the target of a redirect to the same page. */
  void await(FetchTask check) {
    politeness.await(check);
  }

  /** Records what a recheck has found, with the time until the next one. */
  void end(PageReader.Known page, PageRow found) {
    inFlight.remove(page);
    counters.countRecheck(page.row(), found);
    record.checked(found.withInterval(rules.interval(page.with(found))));
  }

  /** Records a recheck that has found out nothing. */
  public void failed(FetchTask check) {
    PageReader.Known page = inFlight.page(check);
    inFlight.remove(page);
    counters.countFailedCheck();
    record.checked(page.row().tried(clock.instant()));
  }

  /**
   * Returns the number of pages that are to be rechecked in this cycle, those in flight included.
   */
  public long due() {
    return inFlight.size() + due.size();
  }

  /** Returns whether this run rechecks pages, or will. */
  public boolean isUnfinished() {
    return isActive;
  }

  /** Returns whether no page is left to be rechecked in this cycle. */
  public boolean isDone() {
    return cycle == null || rechecksLeft() == 0 || due.size() == 0;
  }

  private long rechecksLeft() {
    return plan.rechecksLeft(checks, newPages, !steering.limits().forbidNewPages(counters));
  }

  /** Returns whether pages that are new to the crawl may be fetched. */
  public boolean allowsNewPages() {
    return !isActive || plan.newPagesLeft(newPages) > 0;
  }

  /** Returns whether a new page comes before a recheck, for each to have its share. */
  public boolean prefersNewPage() {
    double share = plan.newShare();
    return cycle == null || (share > 0 && newPages * (1 - share) <= checks * share);
  }

  public void newPageBegun() {
    newPages++;
  }

  /** Ends a cycle in which nothing is left; returns whether that was the last one of the run. */
  public boolean endCycle() {
    if (cycle == null) {
      return false;
    }
    cycle = null;
    record.changed(steering.text("cycle", Optional.empty()));
    isActive = plan.keepUp().isPresent();
    return !isActive;
  }

  /** Begins the next cycle if it is time. */
  public void beginIfDue() throws InterruptedException {
    if (nanosToNextCycle() <= 0) {
      begin(clock.instant());
    }
  }

  /** Returns the time until the next cycle, {@code Long.MAX_VALUE} if none is waited for. */
  public long nanosToNextCycle() {
    return isActive && cycle == null ? nextCycle - nanoClock.getAsLong() : Long.MAX_VALUE;
  }

  public void close() {
    if (pages != null) {
      pages.close();
    }
  }
}
