package io.dowser.crawler.internal.engine;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.HostView;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlSnapshot;
import io.dowser.crawler.report.CrawlSnapshot.HostStatus;
import io.dowser.crawler.report.CrawlSnapshot.Next;
import io.dowser.crawler.report.CrawlSnapshot.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one crawl: {@link Dispatcher} sends tasks to {@link Workers}, {@link OutcomeHandler} takes
 * their outcomes, until a stop condition holds. The engine thread is the one that calls {@link
 * #run}; methods are thread-safe where they say so.
 */
public final class Engine {

  private static final Duration END = Duration.ofMillis(1500);
  private static final long NOT_EMPTY = Long.MIN_VALUE;
  private static final int MOST_HOSTS = 200;
  private static final int MOST_NEXT = 20;
  private static final long LONGEST_WAIT = Duration.ofHours(1).toNanos();

  private final CrawlPlan plan;
  private final LongSupplier nanoClock;
  private final long started;
  private final EngineContext context;
  private final Workers workers;
  private final Dispatcher dispatcher;
  private final OutcomeHandler outcomes;
  private final ProgressLine progress;
  private final Commands commands;
  private long emptySince = NOT_EMPTY;
  private volatile boolean starting = true;
  private volatile boolean idle;
  private final FetcherStart fetcherStart = new FetcherStart();
  private volatile boolean stopRequested;
  private volatile CrawlStatistics statistics;

  /** Creates an engine that notifies a listener beside those of the plan. */
  public Engine(CrawlPlan plan, CrawlListener listener, LongSupplier nanoClock) {
    this.plan = plan;
    this.nanoClock = nanoClock;
    this.started = nanoClock.getAsLong();
    this.context = new EngineContext(plan, listener, nanoClock, this::mustEnd);
    var sites = new SiteInfoHandler(context);
    this.workers =
        new Workers(
            new PageProcessor(
                plan, context.admission, context.rechecks, context.worth, context.sites),
            plan);
    this.dispatcher =
        new Dispatcher(
            context, workers, sites, () -> stopReason().isPresent(), () -> limit().isPresent());
    this.outcomes = new OutcomeHandler(context, sites, workers);
    this.commands = new Commands(context, workers::wake);
    this.progress = new ProgressLine(plan, nanoClock);
    this.statistics = CrawlStatistics.none(name());
  }

  /** Creates the engine thread, which runs work that calls {@link #run}. */
  public Thread thread(Runnable work) {
    return plan.threads().thread("crawl", work);
  }

  public String name() {
    return plan.threads().name();
  }

  /** Returns what changes the crawl while it runs. */
  public Commands commands() {
    return commands;
  }

  /** Returns whether the crawl starts no requests until it is resumed. Thread-safe. */
  public boolean isPaused() {
    return plan.steering().isPaused();
  }

  /** Returns what the crawl does while {@link #run} runs. Thread-safe. */
  public State state() {
    if (starting) {
      return State.STARTING;
    }
    return isPaused() ? State.PAUSED : idle ? State.IDLE : State.RUNNING;
  }

  /** Requests the end of the crawl. Thread-safe. */
  public void requestStop() {
    stopRequested = true;
    commands.close();
    fetcherStart.stop();
    workers.wake();
  }

  /** Thread-safe. */
  public boolean isStopRequested() {
    return stopRequested;
  }

  /** Returns whether the crawl was stopped or has used up its time. Thread-safe. */
  private boolean mustEnd() {
    return stopRequested || plan.stopConditions().nanosLeft(elapsed()) == 0;
  }

  /** Thread-safe. */
  public CrawlStatistics statistics() {
    return statistics;
  }

  /** Returns what the crawl knows of sites. Thread-safe. */
  public Sites sites() {
    return context.sites;
  }

  /** Returns the state of a URL's host. Thread-safe. */
  public HostView look(CrawlUrl url) {
    return context.politeness.look(url);
  }

  /**
   * Returns what the crawl looks like between two visits, soon; at once while it starts, which may
   * take long; cancelled after its end. Thread-safe.
   */
  public CompletableFuture<CrawlSnapshot> snapshot() {
    return starting
        ? CompletableFuture.completedFuture(snapshot(CrawlMetrics.NONE, List.of(), List.of()))
        : commands.ask(this::look);
  }

  private CrawlSnapshot look() {
    publishStatistics();
    return snapshot(
        context.metrics.metrics(context.deferred.counts()),
        context.politeness.notFree(MOST_HOSTS),
        next(context.frontier.next(MOST_NEXT)));
  }

  private CrawlSnapshot snapshot(CrawlMetrics metrics, List<HostStatus> hosts, List<Next> next) {
    return new CrawlSnapshot(name(), state(), statistics, metrics, hosts, next);
  }

  private List<Next> next(List<Candidate> candidates) {
    Map<Candidate, Explanation> parts = context.record.explanations(candidates);
    return candidates.stream()
        .map(
            each ->
                new Next(
                    each,
                    context.metrics.anchor(each),
                    look(each.url()).description(),
                    Optional.ofNullable(parts.get(each))))
        .toList();
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
    } catch (InterruptedException | RuntimeException | Error e) { // reported by the crawl's report
      cause = e;
    }
    starting = false;
    commands.cancel();
    CrawlMetrics metrics = context.metrics.metrics(context.deferred.counts());
    try {
      context.record.ends(cause == null ? reason : StopReason.FAILED);
      end();
      context.observers.publish(new CrawlEvent.Finished(reason, statistics));
      metrics = context.record.explained(metrics);
    } catch (InterruptedException | RuntimeException | Error e) {
      cause = firstOf(cause, e);
    }
    return new CrawlReport(
        plan.threads().name(),
        cause == null ? reason : StopReason.FAILED,
        statistics,
        context.seeds.failures(),
        Optional.ofNullable(cause),
        metrics);
  }

  private static Throwable firstOf(@Nullable Throwable first, Throwable second) {
    if (first == null) {
      return second;
    }
    if (!first.equals(second)) { // the error that ended the crawl may occur again at its end
      first.addSuppressed(second);
    }
    return first;
  }

  private void begin() throws InterruptedException {
    context.record.resume(context.known, context.resumable(), () -> stopRequested);
    context.frontier.resume(() -> stopRequested);
    fetcherStart.run(plan.fetcher(), plan.politeness()::delayOf);
    plan.seeds().forEach(context.admission::seed);
    context.rechecks.begin();
    Instant now = plan.clock().instant();
    context.observers.publish(new CrawlEvent.Started(name(), now, plan.seeds().size()));
    starting = false;
  }

  /** Crawls until there is a reason to end, and no command is pending that may change it. */
  private StopReason crawl() throws InterruptedException {
    while (true) {
      commands.execute();
      context.record.settle();
      Optional<StopReason> reason = stopReason();
      if (reason.isEmpty()) {
        reason = proceed();
      }
      if (reason.isPresent() && commands.closeIfEmpty()) {
        return reason.get();
      }
    }
  }

  /** Starts tasks and takes the next outcome, or returns why there will be none. */
  private Optional<StopReason> proceed() throws InterruptedException {
    context.rechecks.beginIfDue();
    boolean anyStarted = dispatcher.dispatch();
    boolean nothingInFlight = dispatcher.isIdle();
    boolean paused = isPaused();
    context.politeness.giveUpUnresponsive(
        workers.inFlight() == 0 && !paused, context.frontier.size() > 0);
    boolean isEmpty = nothingInFlight && dispatcher.isNothingLeft() && !paused;
    boolean nothingLeft = isEmpty && stopReason().isEmpty(); // a limit may be reached just now
    boolean lastCycle = nothingLeft && context.rechecks.endCycle();
    boolean finished = isFinished(nothingLeft);
    publishStatistics();
    if (lastCycle) {
      return Optional.of(StopReason.CYCLE_COMPLETE);
    }
    if (finished) {
      return Optional.of(frontierEmpty());
    }
    if (dispatcher.isWithheld(nothingInFlight && !anyStarted && !paused && !idle)) {
      return Optional.of(StopReason.WITHHELD);
    }
    Optional<Outcome> outcome = workers.receive(nanosToNextWork());
    if (outcome.isPresent()) {
      outcomes.take(outcome.get());
    }
    return Optional.empty();
  }

  /** Returns whether nothing is pending, and no seed came for as long as the crawl waits for it. */
  private boolean isFinished(boolean nothingPending) {
    long now = nanoClock.getAsLong();
    if (!nothingPending) {
      emptySince = NOT_EMPTY;
    } else if (emptySince == NOT_EMPTY) {
      emptySince = now;
    }
    boolean finished =
        nothingPending
            && !context.rechecks.isUnfinished()
            && now - emptySince >= plan.keepAlive().toNanos();
    boolean waits = nothingPending && !finished;
    if (waits && !idle) {
      long wait = context.rechecks.nanosToNextCycle();
      context.observers.publish(
          new CrawlEvent.Idle(
              wait == Long.MAX_VALUE ? plan.keepAlive() : Duration.ofNanos(Math.max(0, wait))));
    }
    idle = waits;
    return finished;
  }

  private Optional<StopReason> stopReason() {
    if (stopRequested) {
      return Optional.of(StopReason.STOPPED);
    }
    Optional<StopReason> limit = limit();
    boolean onlyChecks = limit.isPresent() && !mustEnd() && context.rechecks.isUnfinished();
    return onlyChecks ? Optional.empty() : limit;
  }

  /** Returns the limit that was reached, if any: most are for new pages alone. */
  private Optional<StopReason> limit() {
    return plan.stopConditions().reached(context.counters, elapsed());
  }

  private StopReason frontierEmpty() {
    context.pluginFailures.throwIfOneNeverWorked();
    boolean allFailed = context.counters.visited() == 0 && context.seeds.haveAllFailed();
    if (allFailed) {
      return StopReason.ALL_SEEDS_FAILED;
    }
    return context.counters.get(CrawlCounters.Count.REFUSED_FOR_MEMORY) > 0
        ? StopReason.MEMORY
        : StopReason.FRONTIER_EMPTY;
  }

  /** Returns the time until there is something to do even if no outcome comes. */
  private long nanosToNextWork() {
    long next = progress.nanosToNext();
    if (!isPaused()) {
      next = Math.min(next, plan.stopConditions().nanosLeft(elapsed()));
    }
    next = Math.min(next, Math.max(0, context.rechecks.nanosToNextCycle()));
    if (idle && !context.rechecks.isUnfinished()) {
      next = Math.min(next, emptySince + plan.keepAlive().toNanos() - nanoClock.getAsLong());
    }
    next = Math.min(next, Math.max(0, context.record.nanosToCommit()));
    return Math.min(next, Math.min(dispatcher.nanosToNextStart(), LONGEST_WAIT));
  }

  private void end() throws InterruptedException {
    try {
      context.archive.end();
      context.record.end();
    } finally {
      try {
        recall();
      } finally {
        context.rechecks.close();
        context.record.close();
      }
    }
    publishStatistics();
    progress.finish(statistics);
  }

  private void recall() throws InterruptedException {
    try {
      List<FetchTask> inFlight = workers.recall();
      abandonAll(context.politeness.dismiss());
      abandonAll(inFlight);
      context.deferred.clear().forEach(each -> context.abandon(each, AbandonReason.STOPPED));
    } finally {
      workers.awaitEnd(END);
      plan.closePlugins();
    }
  }

  private void abandonAll(List<FetchTask> unfinished) {
    for (FetchTask task : unfinished) {
      if (task.kind() == FetchTask.Kind.PAGE) {
        context.abandon(task.candidate(), AbandonReason.STOPPED);
      }
    }
  }

  private void publishStatistics() {
    statistics =
        context.counters.snapshot(
            name(),
            context.pending(),
            workers.inFlight(),
            context.known.size(),
            elapsed(),
            context.politeness.stall(),
            context.rechecks.due(),
            context.record.load(workers.queuedAnalyses()));
    progress.show(statistics, isPaused() ? "paused" : idle ? "idle" : "");
  }

  /** Returns the time since the start, without pauses. */
  private Duration elapsed() {
    long now = nanoClock.getAsLong();
    return Duration.ofNanos(now - started - plan.steering().pausedNanos(now));
  }
}
