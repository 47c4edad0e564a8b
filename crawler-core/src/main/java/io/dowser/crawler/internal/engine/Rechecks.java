package io.dowser.crawler.internal.engine;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageChecks;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.store.CheckCounts;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageVersion;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Queues the visited pages that are due for a check, in cycles; without a cycle there is nothing in
 * it. At the start of a cycle, URLs that have failed become pending again. Confined to the engine
 * thread, but for {@link #page}.
 *
 * <p>The start of a cycle is recorded with its first commit. Each page has the time of its last
 * check, so a cycle that is continued knows which pages it has checked.
 */
final class Rechecks {

  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final int SHARE = 8; // divides the bound of pending URLs

  private final EngineContext context;
  private final RecheckPlan plan;
  private final Map<Long, PageReader.Known> inFlight = new ConcurrentHashMap<>();

  /** Numbers of the pages whose check has begun in this run and cycle. */
  private final BitSet begun = new BitSet();

  private boolean isActive;
  private @Nullable Instant cycle;
  private long nextCycle;
  private final HostGroupedQueue due = HostGroupedQueue.of(HostGrouping.FULL_HOST);
  private long notInMemory; // pages that are due besides
  private @Nullable PageReader pages;
  private long checks;
  private long newPages;

  Rechecks(EngineContext context) {
    this.context = context;
    this.plan = context.plan.rechecks();
  }

  /** Begins or continues the run's first cycle, if any, once everything is restored. */
  void begin() throws InterruptedException {
    if (plan.cycle().isPresent()) {
      begin(plan.cycle().get());
    } else {
      context.sitemaps.unfinished().forEach(context.politeness::await);
    }
  }

  private void begin(Instant start) throws InterruptedException {
    isActive = true;
    cycle = start;
    Duration every = plan.keepUp().orElse(Duration.ZERO);
    nextCycle = context.nanoClock.getAsLong() + every.toNanos();
    checks = 0;
    newPages = 0;
    begun.clear();
    context.record.changed(context.plan.steering().text("cycle", Optional.of(start)));
    if (!start.equals(firstCycle()) || !plan.continues()) {
      context.politeness.retryGivenUp();
      context.sitemaps.again();
    }
    context.sitemaps.unfinished().forEach(context.politeness::await);
    context.record.flush();
    due.clear();
    notInMemory = 0;
    pages()
        .each(
            page -> {
              count(page, start);
              consider(page, start);
            });
    pages().failed(start).forEach(context.failures::queueAgain);
  }

  private PageReader pages() {
    if (pages == null) {
      pages = context.record.pages();
    }
    return pages;
  }

  /** Counts what was done in a cycle that is continued. */
  private void count(PageReader.Known page, Instant start) {
    if (!page.visited().isBefore(start)) {
      newPages++;
    } else if (!page.row().checks().tried().isBefore(start)) {
      checks++;
    }
  }

  /** Queues a page if it is due and its check has not begun. */
  private void consider(PageReader.Known page, Instant start) {
    boolean isOpen =
        page.visited().isBefore(start)
            && page.row().checks().tried().isBefore(start)
            && !begun.get((int) page.row().url());
    if (isOpen && isWanted(page) && isDue(page, start)) {
      queue(page, start);
    }
  }

  private boolean isWanted(PageReader.Known page) {
    return !plan.onlyRelevant() || page.row().version().relevant();
  }

  private boolean isDue(PageReader.Known page, Instant start) {
    PageRow row = page.row();
    boolean ofOther = plan.policyChanged() && row.checks().tried().isBefore(firstCycle());
    Duration interval = ofOther ? null : row.interval();
    if (interval == null) {
      interval = interval(page);
    }
    Duration age = Duration.between(row.checks().tried(), start);
    return age.compareTo(interval) >= 0
        || plan.maxAge().filter(most -> age.compareTo(most) >= 0).isPresent();
  }

  private Instant firstCycle() {
    return plan.cycle().orElseThrow();
  }

  /** Returns the time until the next check of a page, as its policy has it. */
  Duration interval(PageReader.Known page) {
    Duration interval = plan.policy().interval(checks(page));
    if (interval == null || interval.isNegative() || interval.compareTo(LONGEST) > 0) {
      throw wrong("interval", "0 to " + LONGEST, interval, page);
    }
    return interval;
  }

  private void queue(PageReader.Known page, Instant now) {
    double priority = plan.policy().priority(checks(page), now);
    if (!Double.isFinite(priority)) {
      throw wrong("priority", "finite", priority, page);
    }
    due.offer(
        new Candidate(
            page.page(),
            page.row().url(),
            0,
            priority,
            0,
            Candidate.NO_PARENT,
            PathState.NONE,
            LinkFeatures.NONE));
    if (due.size() > Math.max(1, context.plan.memory().pendingUrls() / SHARE)) {
      due.removeWorst();
      notInMemory++;
    }
  }

  private CrawlException wrong(
      String what, String allowed, @Nullable Object value, PageReader.Known page) {
    return new CrawlException(
        "the "
            + what
            + " of the revisit policy "
            + plan.policy().getClass().getName()
            + " must be "
            + allowed
            + ", but was "
            + value
            + " for "
            + page.page());
  }

  private static PageChecks checks(PageReader.Known page) {
    PageRow row = page.row();
    PageVersion version = row.version();
    CheckCounts counts = row.checks();
    Duration interval = row.interval();
    return new PageChecks(
        page.page(),
        version.relevance(),
        version.relevant(),
        page.visited(),
        counts.checked(),
        version.fetched(),
        counts.checks(),
        counts.changes(),
        counts.changedTime(),
        counts.unchangedTime(),
        row.gone(),
        interval == null ? Duration.ZERO : interval);
  }

  /** Queues a page at once if its site says that it has changed since the last check. */
  void hint(Fingerprint url, Instant modified) {
    Instant start = cycle;
    int sequence = context.known.find(url);
    if (start == null || sequence == KnownUrls.UNKNOWN || begun.get(sequence)) {
      return;
    }
    pages()
        .page(sequence)
        .filter(known -> known.row().checks().tried().isBefore(start) && isWanted(known))
        .filter(known -> known.row().checks().checked().isBefore(modified))
        .ifPresent(known -> queue(known, start));
  }

  /** Returns the request for the next page that is due and whose host is ready. */
  Optional<FetchTask> poll() {
    if (cycle == null || checks >= maxChecks()) {
      return Optional.empty();
    }
    Instant start = cycle;
    if (due.size() == 0 && notInMemory > 0) {
      notInMemory = 0;
      pages().each(page -> consider(page, start));
    }
    Optional<Candidate> next = due.poll(context.politeness.schedule());
    return next.map(page -> begin(page.sequence()));
  }

  private FetchTask begin(long url) {
    PageReader.Known page = pages().page(url).orElseThrow();
    inFlight.put(url, page);
    begun.set((int) url);
    checks++;
    return FetchTask.check(pages().candidate(url), page.page());
  }

  /** Returns what is known of a page that is being checked. Thread-safe. */
  PageReader.Known page(FetchTask check) {
    return requireNonNull(inFlight.get(check.candidate().sequence()));
  }

  /** Has a page requested once more, without conditions. */
  void withoutConditions(FetchTask check) {
    PageReader.Known page = page(check);
    inFlight.put(
        check.candidate().sequence(),
        page.with(page.row().withVersion(page.row().version().withoutValidators())));
    context.politeness.await(check);
  }

  /** Records what a check has found, with the time until the next one. */
  void end(PageReader.Known page, PageRow found) {
    inFlight.remove(found.url());
    context.counters.countCheck(page.row(), found);
    Duration interval = interval(page.with(found));
    context.record.checked(found.withInterval(interval));
  }

  /** Records a check that has found out nothing. */
  void failed(FetchTask check) {
    PageReader.Known page = requireNonNull(inFlight.remove(check.candidate().sequence()));
    context.counters.countFailedCheck();
    context.record.checked(page.row().tried(context.plan.clock().instant()));
  }

  /** Returns the number of pages that are to be checked in this cycle, those in flight included. */
  long due() {
    return inFlight.size() + due.size() + notInMemory;
  }

  /** Returns whether this run checks pages, or will. */
  boolean isUnfinished() {
    return isActive;
  }

  /** Returns whether no page is left to be checked in this cycle. */
  boolean isDone() {
    return checks >= maxChecks() || due.size() + notInMemory == 0;
  }

  /** Returns the share of checks; all requests that are left if the limits allow no new page. */
  private long maxChecks() {
    return context.plan.steering().limits().forbidNewPages(context.counters)
        ? plan.maxRequests() - newPages
        : plan.maxChecks();
  }

  /** Returns whether pages that are new to the crawl may be fetched. */
  boolean allowsNewPages() {
    return !isActive || newPages < plan.maxNewPages();
  }

  /** Returns whether a new page comes before a check, for each to have its share. */
  boolean prefersNewPage() {
    double share = plan.newShare();
    return cycle == null || (share > 0 && newPages * (1 - share) <= checks * share);
  }

  void newPageBegun() {
    newPages++;
  }

  /** Ends a cycle in which nothing is left; returns whether that was the last one of the run. */
  boolean endCycle() {
    if (cycle == null) {
      return false;
    }
    cycle = null;
    context.record.changed(context.plan.steering().text("cycle", Optional.empty()));
    isActive = plan.keepUp().isPresent();
    return !isActive;
  }

  /** Begins the next cycle if it is time. */
  void beginIfDue() throws InterruptedException {
    if (nanosToNextCycle() <= 0) {
      begin(context.plan.clock().instant());
    }
  }

  /** Returns the time until the next cycle, {@code Long.MAX_VALUE} if none is waited for. */
  long nanosToNextCycle() {
    return isActive && cycle == null ? nextCycle - context.nanoClock.getAsLong() : Long.MAX_VALUE;
  }

  void close() {
    if (pages != null) {
      pages.close();
    }
  }
}
