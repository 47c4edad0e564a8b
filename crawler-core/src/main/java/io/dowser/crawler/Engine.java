package io.dowser.crawler;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Stall;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.robots.RobotsFile;
import io.dowser.crawler.robots.RobotsReader;
import io.dowser.crawler.traps.Duplicates;
import io.dowser.crawler.traps.HostBudgets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Walks the line: takes candidates from the frontier, sends them out, and hands what comes back to
 * observers, frontier and listeners. One thread, the crawl's own, calls {@link #run}.
 */
final class Engine {

  private static final Duration END = Duration.ofMillis(1500);
  private static final long LONGEST_WAIT = Duration.ofHours(1).toNanos();

  /** A host can become ready without the frontier being told, so idle workers look again. */
  private static final long LOOK_AGAIN = 2 * HostSchedule.BUSY_NANOS;

  private static final long LONGEST_IDLE = 20 * HostSchedule.BUSY_NANOS;
  private static final long NOT_IDLE = Long.MIN_VALUE;

  /** A frontier may hold many URLs that are dropped at once; a crawl must still hear "stop". */
  private static final int MOST_POLLS = 1_000;

  private final CrawlPlan plan;
  private final CrawlRecord record;
  private final PageArchive pages;
  private final Frontier frontier;
  private final LongSupplier nanoClock;
  private final Workers workers;
  private final Manners manners;
  private final HostSchedule schedule;
  private final KnownUrls known = new KnownUrls();
  private final HostBudgets budgets;
  private final Copies copies;
  private final SiteTour tour;
  private final LinkIntake intake;
  private final Tally tally;
  private final Seeds seeds = new Seeds();
  private final Streaks streaks;
  private final Observers observers;
  private final ProgressLine progress;
  private final long started;
  private long idleSince = NOT_IDLE;
  private volatile boolean stopRequested;
  private volatile CrawlStatistics statistics;

  Engine(CrawlPlan plan, LongSupplier nanoClock) {
    this.plan = plan;
    this.pages = new PageArchive(plan.pageSink());
    this.record = CrawlRecord.of(plan, pages);
    this.frontier = record.isKept() ? record.frontier() : plan.frontier();
    this.nanoClock = nanoClock;
    this.workers = new Workers(new PageLine(plan), plan.workers(), plan.executor());
    this.tally = new Tally(plan.stopConditions().harvestWindow());
    this.streaks = new Streaks(plan.maxPluginFailures());
    this.observers = new Observers(plan);
    this.manners = new Manners(plan, nanoClock, observers::tell);
    this.schedule = manners.schedule();
    this.budgets =
        new HostBudgets(plan.manners().traps(), plan.manners().politeness().hostGrouping());
    this.copies = new Copies(plan.manners().traps(), known);
    this.tour = new SiteTour(plan);
    this.intake = new LinkIntake(known, record, plan.maxDepth(), budgets);
    this.progress = new ProgressLine(plan, nanoClock);
    this.started = nanoClock.getAsLong();
    this.statistics = tally.snapshot(0, 0, 0, Duration.ZERO, Stall.NONE);
  }

  /**
   * The engine's own state that must survive a restart, by name: all of it but the set of known
   * URLs, the figures and the frontier. Parts are saved and restored between two visits.
   */
  Map<String, Resumable> resumable() {
    Map<String, Resumable> parts = manners.resumable();
    parts.put("budgets", budgets);
    parts.put("copies", copies.index());
    return parts;
  }

  /** Asks the crawl to end; may be called by any thread, and again. */
  void requestStop() {
    stopRequested = true;
    workers.wake();
  }

  boolean isStopRequested() {
    return stopRequested;
  }

  CrawlStatistics statistics() {
    return statistics;
  }

  CrawlReport run() {
    StopReason reason = StopReason.FAILED;
    @Nullable Throwable cause = null;
    try {
      begin();
      reason = crawl();
    } catch (InterruptedException | RuntimeException | Error e) { // the report must tell it
      cause = e;
    }
    try {
      end();
      observers.tell(new CrawlEvent.Finished(reason, statistics));
    } catch (InterruptedException | RuntimeException | Error e) {
      cause = firstOf(cause, e);
    }
    return new CrawlReport(
        cause == null ? reason : StopReason.FAILED,
        statistics,
        seeds.failures(),
        Optional.ofNullable(cause));
  }

  private static Throwable firstOf(@Nullable Throwable first, Throwable second) {
    if (first == null) {
      return second;
    }
    first.addSuppressed(second);
    return first;
  }

  private void begin() {
    Map<String, Resumable> parts = resumable();
    parts.put("engine", new EngineState(tally, seeds, observers));
    for (Candidate interrupted : record.resume(known, parts)) {
      manners.await(Flight.of(interrupted));
    }
    for (CrawlUrl seed : plan.seeds()) {
      Fingerprint fingerprint = Fingerprint.of(seed);
      if (known.find(fingerprint) == KnownUrls.UNKNOWN) {
        record.discovered(seed, 0, Candidate.NO_PARENT, plan.clock().instant());
        frontier.seed(Candidate.seed(seed, known.add(fingerprint)));
      }
      seeds.add();
    }
    observers.tell(new CrawlEvent.Started(plan.clock().instant(), seeds.count()));
  }

  private StopReason crawl() throws InterruptedException {
    while (true) {
      record.settle();
      StopReason reached = stopReason();
      if (reached != null) {
        return reached;
      }
      dispatch();
      publish();
      if (workers.inFlight() == 0 && manners.waiting() == 0) {
        if (frontier.size() == 0) {
          return ranDry();
        }
        if (isWithheld()) {
          return StopReason.WITHHELD;
        }
      } else {
        idleSince = NOT_IDLE;
      }
      Optional<Outcome> outcome = workers.receive(patience());
      if (outcome.isPresent()) {
        land(outcome.get());
      }
    }
  }

  private @Nullable StopReason stopReason() {
    if (stopRequested) {
      return StopReason.STOPPED;
    }
    return plan.stopConditions().reached(tally, elapsed()).orElse(null);
  }

  private StopReason ranDry() {
    streaks.throwIfOneNeverWorked();
    return tally.visited() == 0 ? StopReason.ALL_SEEDS_FAILED : StopReason.FRONTIER_EMPTY;
  }

  private void dispatch() {
    Optional<Flight> waiting = maySend() ? manners.next() : Optional.empty();
    while (waiting.isPresent()) {
      proceed(waiting.get());
      waiting = maySend() ? manners.next() : Optional.empty();
    }
    for (int polls = 0; polls < MOST_POLLS && maySend(); polls++) {
      Optional<Candidate> next = frontier.poll(schedule);
      if (next.isEmpty()) {
        return;
      }
      start(next.get());
    }
  }

  /** What waits does not count against the budget: nobody knows whether it will become a page. */
  private boolean maySend() {
    long underWay = tally.visited() + workers.inFlight();
    return workers.hasRoom() && underWay < plan.stopConditions().maxPages() && !stopRequested;
  }

  private void start(Candidate candidate) {
    if (known.isClosed((int) candidate.sequence())) { // a redirect led there meanwhile
      frontier.abandon(candidate, AbandonReason.REACHED_BEFORE);
      return;
    }
    known.close(candidate.sequence());
    if (budgets.isSpent(candidate.url())) {
      drop(Flight.of(candidate), AbandonReason.HOST_BUDGET, "");
    } else {
      proceed(Flight.of(candidate));
    }
  }

  private void proceed(Flight flight) {
    Manners.Clearance clearance = manners.clear(flight);
    if (clearance instanceof Manners.Clearance.Go go) {
      manners.begin(go.flight());
      workers.send(go.flight());
    } else if (clearance instanceof Manners.Clearance.Drop drop) {
      drop(flight, drop.reason(), drop.detail());
    }
  }

  private void drop(Flight flight, AbandonReason reason, String detail) {
    giveUp(flight, reason, reason + " " + detail);
    observers.tell(new CrawlEvent.Dropped(flight.candidate(), flight.url(), reason, detail));
  }

  /** Nothing is under way, no host rests, and still the frontier gives nothing for a while. */
  private boolean isWithheld() {
    if (schedule.hasRestingHosts()) {
      idleSince = NOT_IDLE;
      return false;
    }
    long now = nanoClock.getAsLong();
    if (idleSince == NOT_IDLE) {
      idleSince = now;
    }
    return now - idleSince > LONGEST_IDLE;
  }

  /** How long to wait for an outcome before there is something else to do. */
  private long patience() {
    Long nextHost = schedule.nanosToNextRelease();
    long untilHost = nextHost == null ? LOOK_AGAIN : Math.min(nextHost, LOOK_AGAIN);
    boolean idleWorkers = workers.hasRoom() && frontier.size() + manners.waiting() > 0;
    long untilDeadline = plan.stopConditions().nanosLeft(elapsed());
    long until = Math.min(untilDeadline, progress.nanosToNext());
    until = Math.min(until, Math.max(0, record.nanosToCommit()));
    return Math.min(until, idleWorkers ? untilHost : LONGEST_WAIT);
  }

  private void land(Outcome outcome) throws InterruptedException {
    manners.end(outcome.flight());
    if (!outcome.flight().isPage()) {
      errand(outcome);
    } else if (outcome instanceof Outcome.Page page) {
      manners.answered(page.flight());
      visit(page);
    } else if (outcome instanceof Outcome.NoPage noPage) {
      noPage(noPage.flight(), noPage.result());
    } else if (outcome instanceof Outcome.Broken broken) {
      giveUp(broken.flight(), AbandonReason.PLUGIN_FAILED, broken.trouble().cause().toString());
      troubles(broken.flight().url(), List.of(broken.trouble()));
    } else if (outcome instanceof Outcome.Fatal fatal) {
      giveUp(fatal.flight(), AbandonReason.PLUGIN_FAILED, fatal.cause().toString());
      throw new CrawlException("a worker failed on " + fatal.flight().url(), fatal.cause());
    }
  }

  /** What was learned about a site. */
  private void errand(Outcome outcome) {
    if (outcome instanceof Outcome.Robots robots) {
      robots(robots);
    } else if (outcome instanceof Outcome.Listed listed) {
      tour.goOn(listed.flight(), listed.sitemap()).forEach(manners::await);
      tour.pages(listed.flight(), listed.sitemap()).forEach(this::seed);
    } else if (outcome instanceof Outcome.Located located) {
      manners.located(located);
    } else if (outcome instanceof Outcome.Broken broken) {
      String words = broken.trouble().cause().toString();
      var failed = FetchResult.Failed.of(broken.flight().url(), FailureReason.IO, words);
      if (broken.flight().errand() == Flight.Errand.ROBOTS) {
        robotsFailed(broken.flight(), failed);
      }
      troubles(broken.flight().url(), List.of(broken.trouble()));
    } else if (outcome instanceof Outcome.Fatal fatal) {
      throw new CrawlException("a worker failed on " + fatal.flight().url(), fatal.cause());
    }
  }

  private void robots(Outcome.Robots outcome) {
    Flight flight = outcome.flight();
    if (outcome.file().isPresent()) {
      manners.robotsRead(flight, outcome.file().get());
      tour.start(flight, outcome.file().get()).forEach(manners::await);
    } else if (outcome.result() instanceof FetchResult.Redirect redirect) {
      CrawlUrl target = plan.canonicalizer().resolver(flight.url()).resolve(redirect.location());
      if (target == null || flight.redirects() >= RobotsReader.MAX_REDIRECTS) {
        manners.robotsRead(flight, RobotsFile.OPEN); // "unavailable", RFC 9309, section 2.3.1.2
      } else {
        manners.await(flight.redirectedTo(target));
      }
    } else if (outcome.result() instanceof FetchResult.Failed failed) {
      robotsFailed(flight, failed);
    } else {
      robotsFailed(flight, FetchResult.Failed.of(flight.url(), FailureReason.RESET, "broke off"));
    }
  }

  /** No answer to the robots.txt is no answer to its pages; an error is another matter. */
  private void robotsFailed(Flight errand, FetchResult.Failed failure) {
    List<Flight> lost = manners.robotsFailed(errand, failure);
    if (lost.isEmpty()) {
      observers.tell(new CrawlEvent.FetchFailed(errand.candidate(), failure, true));
    }
    String detail = "robots.txt: " + failure.reason() + " " + failure.detail();
    for (Flight flight : lost) {
      if (failure.status() > 0) {
        drop(flight, AbandonReason.ROBOTS_UNREACHABLE, detail);
      } else {
        fail(flight, FetchResult.Failed.of(flight.url(), failure.reason(), detail), false);
      }
    }
  }

  private void seed(CrawlUrl url) {
    Fingerprint fingerprint = Fingerprint.of(url);
    if (known.find(fingerprint) == KnownUrls.UNKNOWN) {
      record.discovered(url, 0, Candidate.NO_PARENT, plan.clock().instant());
      frontier.seed(Candidate.seed(url, known.add(fingerprint)));
    }
  }

  private void visit(Outcome.Page outcome) throws InterruptedException {
    Optional<Duplicates.Original> original = copies.find(outcome, tally.visited() + 1);
    LinkIntake.Links links = intake.take(copies.withoutLinksIfCopy(outcome, original));
    var visit = visit(outcome, links);
    tally.count(visit);
    record.visited(visit, outcome.carry());
    budgets.visited(visit.url(), visit.relevant(), original.isPresent());
    var troubles = new ArrayList<>(outcome.troubles());
    troubles.addAll(observers.visited(visit));
    frontier.expand(visit, links.scored());
    observers.tell(new CrawlEvent.Visited(visit));
    pages.page(visit);
    remarks(visit, original, links.skipped());
    troubles.addAll(observers.rekeyIfMoved(frontier, tally.visited()));
    streaks.endExcept(troubles);
    troubles(visit.url(), troubles);
  }

  private void remarks(
      Visit visit, Optional<Duplicates.Original> original, List<SkippedLink> skipped) {
    if (original.isPresent()) {
      Duplicates.Original earlier = original.get();
      tally.countDuplicate();
      observers.tell(new CrawlEvent.DuplicateFound(visit, earlier.likeness(), earlier.visit()));
    }
    if (!skipped.isEmpty()) {
      tally.countSkipped(skipped.size());
      observers.tell(new CrawlEvent.LinksSkipped(visit.url(), skipped));
    }
  }

  private Visit visit(Outcome.Page outcome, LinkIntake.Links links) {
    return new Visit(
        tally.visited() + 1,
        outcome.flight().candidate(),
        outcome.page(),
        outcome.fetched(),
        outcome.page().relevance() >= plan.judge().threshold(),
        outcome.time(),
        links.outLinks());
  }

  private void noPage(Flight flight, FetchResult result) throws InterruptedException {
    streaks.end(PluginKind.FETCHER);
    if (result instanceof FetchResult.Failed failed) {
      fail(flight, failed, manners.failed(flight, failed, tally));
      return;
    }
    manners.answered(flight);
    if (result instanceof FetchResult.Redirect redirect) {
      redirect(flight, redirect);
    } else {
      frontier.abandon(flight.candidate(), AbandonReason.NOT_MODIFIED);
      observers.tell(new CrawlEvent.NotModified(flight.candidate()));
    }
  }

  private void redirect(Flight flight, FetchResult.Redirect redirect) throws InterruptedException {
    pages.redirect(redirect, plan.clock().instant());
    tally.countRedirect();
    CrawlUrl target = plan.canonicalizer().resolver(flight.url()).resolve(redirect.location());
    if (target != null && flight.redirects() >= plan.maxRedirects()) {
      fail(flight, tooManyRedirects(flight, target), false);
      return;
    }
    boolean wanted = target != null && plan.manners().linkFilter().test(target);
    int sequence =
        target == null || !wanted ? KnownUrls.UNKNOWN : sequenceOf(target, flight.candidate());
    boolean follow = wanted && !known.isClosed(sequence);
    String location = target == null ? redirect.location() : target.toString();
    observers.tell(new CrawlEvent.Redirected(flight.candidate(), flight.url(), location, follow));
    if (follow && target != null) {
      known.close(sequence);
      record.followed(flight.candidate(), target, sequence);
      manners.await(flight.redirectedTo(target));
    } else {
      String trouble =
          target == null
              ? ", which is no web address"
              : wanted ? ", which was reached before" : ", which the link filter refuses";
      seeds.failed(flight.candidate(), "redirects to '" + location + "'" + trouble);
      frontier.abandon(flight.candidate(), AbandonReason.REDIRECTED);
    }
  }

  private int sequenceOf(CrawlUrl target, Candidate from) {
    Fingerprint fingerprint = Fingerprint.of(target);
    int sequence = known.find(fingerprint);
    if (sequence != KnownUrls.UNKNOWN) {
      return sequence;
    }
    record.discovered(target, from.depth(), from.sequence(), plan.clock().instant());
    return known.add(fingerprint);
  }

  private FetchResult.Failed tooManyRedirects(Flight flight, CrawlUrl target) {
    return FetchResult.Failed.of(
        flight.url(),
        FetchResult.FailureReason.TOO_MANY_REDIRECTS,
        "redirect number " + (flight.redirects() + 1) + " leads to " + target);
  }

  private void fail(Flight flight, FetchResult.Failed failed, boolean willRetry) {
    if (!willRetry) {
      String words = failed.reason() + " " + failed.detail();
      giveUp(flight, AbandonReason.FETCH_FAILED, words);
    }
    observers.tell(new CrawlEvent.FetchFailed(flight.candidate(), failed, willRetry));
  }

  private void giveUp(Flight flight, AbandonReason reason, String words) {
    tally.countFailure();
    record.because(words);
    seeds.failed(flight.candidate(), words);
    frontier.abandon(flight.candidate(), reason);
  }

  /** Tells all of them before one that is too many ends the crawl. */
  private void troubles(CrawlUrl url, List<Outcome.Trouble> troubles) {
    for (Outcome.Trouble trouble : troubles) {
      observers.tell(
          new CrawlEvent.PluginFailed(trouble.kind(), trouble.plugin(), url, trouble.cause()));
    }
    troubles.forEach(streaks::count);
  }

  private void end() throws InterruptedException {
    try {
      pages.end();
      record.end();
    } finally {
      try {
        recall();
      } finally {
        record.close();
        plan.closeFrontier();
      }
    }
    publish();
    progress.finish(statistics);
  }

  private void recall() throws InterruptedException {
    try {
      List<Flight> unfinished = manners.dismiss();
      for (Flight flight : workers.recall()) {
        if (flight.isPage()) {
          unfinished.add(flight);
        }
      }
      unfinished.forEach(flight -> frontier.abandon(flight.candidate(), AbandonReason.STOPPED));
    } finally {
      workers.awaitEnd(END);
      if (plan.ownsFetcher()) {
        plan.fetcher().close();
      }
    }
  }

  private void publish() {
    statistics =
        tally.snapshot(
            frontier.size(), workers.inFlight(), known.size(), elapsed(), manners.stall());
    progress.show(statistics);
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoClock.getAsLong() - started);
  }
}
