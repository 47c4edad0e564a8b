package io.dowser.crawler.internal.engine;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Stall;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.HostSchedule;
import io.dowser.crawler.internal.politeness.HostView;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.RecordedParts;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.report.CrawlMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Walks the line: takes candidates from the frontier, sends them out, and hands what comes back to
 * observers, frontier and listeners. One thread, the crawl's own, calls {@link #run}.
 */
public final class Engine {

  private static final Duration END = Duration.ofMillis(1500);
  private static final long LONGEST_WAIT = Duration.ofHours(1).toNanos();

  /** A host can become ready without the frontier being told, so idle workers look again. */
  private static final long LOOK_AGAIN = 2 * HostSchedule.BUSY_NANOS;

  private static final long LONGEST_IDLE = 20 * HostSchedule.BUSY_NANOS;
  private static final long NOT_IDLE = Long.MIN_VALUE;

  /** A frontier may hold many URLs that are dropped; figures and store must keep up with them. */
  private static final int MOST_STARTS = 1_000;

  private final CrawlPlan plan;
  private final CrawlRecord record;
  private final PageArchive archive;
  private final Frontier frontier;
  private final LongSupplier nanoClock;
  private final Workers workers;
  private final PolitenessGate politeness;
  private final HostSchedule schedule;
  private final KnownUrls known = new KnownUrls();
  private final HostBudgets budgets;
  private final DuplicatePages copies;
  private final LinkAdmission admission;
  private final FailureHandler losses;
  private final VisitRecorder pages;
  private final Redirects redirects;
  private final SiteInfoHandler siteNews;
  private final CrawlCounters tally;
  private final Seeds seeds = new Seeds();
  private final ConsecutiveFailures streaks;
  private final ReportCollector metrics;
  private final Observers observers;
  private final ProgressLine progress;
  private final long started;
  private long idleSince = NOT_IDLE;
  private volatile boolean stopRequested;
  private volatile CrawlStatistics statistics;

  public Engine(CrawlPlan plan, LongSupplier nanoClock) {
    this.plan = plan;
    this.nanoClock = nanoClock;
    this.started = nanoClock.getAsLong();
    this.archive = new PageArchive(plan.pageSink(), this::mustEnd, nanoClock);
    this.record =
        CrawlRecord.of(
            plan.storage(),
            new RecordedParts(
                plan.frontier(),
                plan.judge(),
                plan.scorer(),
                plan.clock(),
                plan.politeness().robotsReader().productToken(),
                plan.politeness().robotsCache(),
                archive::allHandedOver));
    this.frontier = record.isKept() ? record.frontier() : plan.frontier();
    this.tally = new CrawlCounters(plan.stopConditions().harvestWindow());
    this.metrics = new ReportCollector(tally, nanoClock);
    this.observers = new Observers(plan, metrics);
    this.streaks = new ConsecutiveFailures(plan.maxPluginFailures(), observers);
    this.budgets =
        new HostBudgets(
            plan.traps(),
            plan.politeness().politeness().hostGrouping(),
            plan.memory().pendingUrls());
    this.admission = new LinkAdmission(plan, known, budgets, record, frontier);
    this.workers = new Workers(new PageProcessor(plan, admission), plan);
    this.politeness =
        new PolitenessGate(
            plan.politeness(), plan.clock(), nanoClock, observers::tell, budgets::hasGiven);
    this.schedule = politeness.schedule();
    this.copies = new DuplicatePages(plan.traps(), known);
    this.losses = new FailureHandler(frontier, record, tally, seeds, observers);
    this.siteNews = new SiteInfoHandler(plan, politeness, admission, losses, streaks);
    this.redirects =
        new Redirects(
            plan, known, record, archive, politeness, admission, losses, tally, observers);
    this.pages =
        new VisitRecorder(
            plan.judge().threshold(),
            frontier,
            record,
            archive,
            budgets,
            copies,
            admission,
            losses,
            tally,
            observers,
            streaks);
    this.progress = new ProgressLine(plan, nanoClock);
    this.statistics = tally.snapshot(0, 0, 0, Duration.ZERO, Stall.NONE);
  }

  /**
   * The engine's own state that must survive a restart, by name: all of it but the set of known
   * URLs, the figures and the frontier. Parts are saved and restored between two visits.
   */
  Map<String, Resumable> resumable() {
    Map<String, Resumable> parts = politeness.resumable();
    parts.put("budgets", budgets);
    parts.put("copies", copies.index());
    parts.put("sitemaps", siteNews.tour());
    return parts;
  }

  /** Asks the crawl to end; may be called by any thread, and again. */
  public void requestStop() {
    stopRequested = true;
    workers.wake();
  }

  public boolean isStopRequested() {
    return stopRequested;
  }

  /** Says whether the crawl was stopped or has used up its time; may be called by any thread. */
  private boolean mustEnd() {
    return stopRequested || plan.stopConditions().nanosLeft(elapsed()) == 0;
  }

  public CrawlStatistics statistics() {
    return statistics;
  }

  /** Says how the host of a URL is; may be called by any thread. */
  public HostView look(CrawlUrl url) {
    return politeness.look(url);
  }

  public CrawlReport run() {
    StopReason reason = StopReason.FAILED;
    @Nullable Throwable cause = null;
    try {
      begin();
      reason = crawl();
    } catch (CancellationException e) {
      reason = stopRequested ? StopReason.STOPPED : reason;
      cause = stopRequested ? null : e;
    } catch (InterruptedException | RuntimeException | Error e) { // the report must tell it
      cause = e;
    }
    CrawlMetrics shown = metrics.metrics();
    try {
      end();
      observers.tell(new CrawlEvent.Finished(reason, statistics));
      shown = record.explained(shown);
    } catch (InterruptedException | RuntimeException | Error e) {
      cause = firstOf(cause, e);
    }
    return new CrawlReport(
        cause == null ? reason : StopReason.FAILED,
        statistics,
        seeds.failures(),
        Optional.ofNullable(cause),
        shown);
  }

  private static Throwable firstOf(@Nullable Throwable first, Throwable second) {
    if (first == null) {
      return second;
    }
    if (!first.equals(second)) { // what broke the crawl may be told again at its end
      first.addSuppressed(second);
    }
    return first;
  }

  private void begin() {
    Map<String, Resumable> parts = resumable();
    parts.put("engine", new EngineState(tally, seeds, observers));
    for (Candidate interrupted : record.resume(known, parts, () -> stopRequested)) {
      politeness.await(FetchTask.of(interrupted));
    }
    siteNews.tour().unfinished().forEach(politeness::await);
    for (CrawlUrl seed : plan.seeds()) {
      admission.seed(seed);
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
      boolean anyTaken = dispatch();
      politeness.endHopelessPending(workers.inFlight() == 0);
      publish();
      if (workers.inFlight() == 0 && politeness.pending() == 0) {
        if (frontier.size() == 0) {
          return ranDry();
        }
        if (!anyTaken && isWithheld()) {
          return StopReason.WITHHELD;
        }
      }
      if (anyTaken || workers.inFlight() > 0 || politeness.pending() > 0) {
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
    boolean allFailed = tally.visited() == 0 && seeds.haveAllFailed();
    return allFailed ? StopReason.ALL_SEEDS_FAILED : StopReason.FRONTIER_EMPTY;
  }

  /** Sends out what may go until an outcome comes; returns false if there was nothing. */
  private boolean dispatch() {
    int started = 0;
    boolean more = true;
    while (more && started < MOST_STARTS && (started == 0 || !workers.hasMail())) {
      more = startNext();
      started += more ? 1 : 0;
    }
    return started > 0;
  }

  /** Returns false if nothing may go now. */
  private boolean startNext() {
    if (!maySend()) {
      return false;
    }
    Optional<FetchTask> pending = politeness.next();
    if (pending.isPresent()) {
      proceed(pending.get());
      return true;
    }
    Optional<Candidate> next = frontier.poll(schedule);
    next.ifPresent(this::start);
    return next.isPresent();
  }

  /** What waits does not count against the budget: it may never become a page. */
  private boolean maySend() {
    long inFlight = tally.visited() + workers.inFlight();
    return workers.hasRoom() && inFlight < plan.stopConditions().maxPages() && stopReason() == null;
  }

  private void start(Candidate candidate) {
    budgets.left(candidate.url());
    if (known.isClosed((int) candidate.sequence())) { // a redirect led there meanwhile
      frontier.abandon(candidate, AbandonReason.ALREADY_FETCHED);
      return;
    }
    known.close(candidate.sequence());
    if (budgets.isSpent(candidate.url())) {
      losses.drop(FetchTask.of(candidate), AbandonReason.HOST_BUDGET, "");
    } else {
      proceed(FetchTask.of(candidate));
    }
  }

  private void proceed(FetchTask fetchTask) {
    PolitenessGate.Clearance clearance = politeness.clear(fetchTask);
    if (clearance instanceof PolitenessGate.Clearance.Go go) {
      politeness.begin(go.fetchTask());
      workers.send(go.fetchTask());
    } else if (clearance instanceof PolitenessGate.Clearance.Drop drop) {
      losses.drop(fetchTask, drop.reason(), drop.detail());
    } else if (clearance instanceof PolitenessGate.Clearance.NoRobots none) {
      siteNews.robotsLost(none.fetchTasks(), none.failure());
    }
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
    boolean idleWorkers = workers.hasRoom() && frontier.size() + politeness.pending() > 0;
    long untilDeadline = plan.stopConditions().nanosLeft(elapsed());
    long until = Math.min(untilDeadline, progress.nanosToNext());
    until = Math.min(until, Math.max(0, record.nanosToCommit()));
    return Math.min(until, idleWorkers ? untilHost : LONGEST_WAIT);
  }

  private void land(Outcome outcome) throws InterruptedException {
    FetchTask fetchTask = outcome.fetchTask();
    politeness.end(
        fetchTask, outcome instanceof Outcome.Page page ? page.fetched().elapsed() : null);
    if (outcome instanceof Outcome.Fatal fatal) {
      if (fetchTask.isPage()) {
        losses.plugin(fetchTask, fatal.cause());
      }
      throw new CrawlException("a worker failed on " + fetchTask.url(), fatal.cause());
    }
    if (fetchTask.isPage()) {
      landPage(outcome);
    } else {
      siteNews.take(outcome);
    }
  }

  private void landPage(Outcome outcome) throws InterruptedException {
    if (outcome instanceof Outcome.Page page) {
      politeness.answered(page.fetchTask());
      pages.take(page);
    } else if (outcome instanceof Outcome.NoPage noPage) {
      streaks.end(PluginKind.FETCHER);
      answer(noPage.fetchTask(), noPage.result());
    } else if (outcome instanceof Outcome.Broken broken) {
      losses.plugin(broken.fetchTask(), broken.trouble().cause());
      streaks.report(broken.fetchTask().url(), List.of(broken.trouble()));
    }
  }

  private void answer(FetchTask fetchTask, FetchResult result) throws InterruptedException {
    if (result instanceof FetchResult.Failed failed) {
      losses.fail(
          fetchTask,
          failed,
          politeness.failed(fetchTask, failed, tally.pageRetries(), tally.requests()));
      return;
    }
    politeness.answered(fetchTask);
    if (result instanceof FetchResult.Redirect redirect) {
      redirects.take(fetchTask, redirect);
    } else {
      seeds.notModified(fetchTask.candidate());
      frontier.abandon(fetchTask.candidate(), AbandonReason.NOT_MODIFIED);
      observers.tell(new CrawlEvent.NotModified(fetchTask.candidate()));
    }
  }

  private void end() throws InterruptedException {
    try {
      archive.end();
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
      List<FetchTask> unfinished = politeness.dismiss();
      for (FetchTask fetchTask : workers.recall()) {
        if (fetchTask.isPage()) {
          unfinished.add(fetchTask);
        }
      }
      unfinished.forEach(
          fetchTask -> frontier.abandon(fetchTask.candidate(), AbandonReason.STOPPED));
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
            frontier.size(), workers.inFlight(), known.size(), elapsed(), politeness.stall());
    progress.show(statistics);
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoClock.getAsLong() - started);
  }
}
