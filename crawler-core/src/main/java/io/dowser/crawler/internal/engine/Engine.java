package io.dowser.crawler.internal.engine;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.admission.DeferredUrls;
import io.dowser.crawler.internal.admission.LinkAdmission;
import io.dowser.crawler.internal.admission.UrlNumbers;
import io.dowser.crawler.internal.learning.Answers;
import io.dowser.crawler.internal.learning.Learning;
import io.dowser.crawler.internal.learning.Rejudging;
import io.dowser.crawler.internal.lists.SitemapReader;
import io.dowser.crawler.internal.pages.EarlierPages;
import io.dowser.crawler.internal.pages.FetcherStart;
import io.dowser.crawler.internal.pages.Outcome;
import io.dowser.crawler.internal.pages.PageJudge;
import io.dowser.crawler.internal.pages.PageProcessor;
import io.dowser.crawler.internal.pages.PageWorth;
import io.dowser.crawler.internal.pages.PagesInRecheck;
import io.dowser.crawler.internal.pages.Workers;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.plan.MemoryBudget;
import io.dowser.crawler.internal.plan.Steering;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.HostView;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.politeness.PolitenessPlan;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.PendingUrls;
import io.dowser.crawler.internal.recovery.RecordedParts;
import io.dowser.crawler.internal.recrawl.RecheckRecorder;
import io.dowser.crawler.internal.recrawl.Rechecks;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.traps.Duplicates;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.CrawlCounters;
import io.dowser.crawler.internal.watch.Events;
import io.dowser.crawler.internal.watch.PageArchive;
import io.dowser.crawler.internal.watch.ProgressLine;
import io.dowser.crawler.internal.watch.ReportCollector;
import io.dowser.crawler.internal.watch.RunEvents;
import io.dowser.crawler.internal.watch.Seeds;
import io.dowser.crawler.internal.watch.SkippedLinks;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlSnapshot;
import io.dowser.crawler.report.CrawlSnapshot.HostStatus;
import io.dowser.crawler.report.CrawlSnapshot.Next;
import io.dowser.crawler.report.CrawlSnapshot.State;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
  private static final long REJUDGING_CHECK = Duration.ofSeconds(1).toNanos(); // that it is alive
  private static final long LONGEST_WAIT = Duration.ofHours(1).toNanos();

  private final CrawlPlan plan;
  private final Steering steering;
  private final LongSupplier nanoClock;
  private final long started;
  private final PageArchive archive;
  private final CrawlRecord record;
  private final PendingUrls frontier;
  private final KnownUrls known;
  private final Sites sites;
  private final PageWorth worth;
  private final DeferredUrls deferred;
  private final CrawlCounters counters;
  private final Seeds seeds = new Seeds();
  private final ReportCollector metrics;
  private final Events events;
  private final ConsecutiveFailures pluginFailures;
  private final PolitenessGate politeness;
  private final LinkAdmission admission;
  private final Rechecks rechecks;
  private final FailureHandler failures;
  private final Workers workers;
  private final Dispatcher dispatcher;
  private final OutcomeHandler outcomes;
  private final ProgressLine progress;
  private final Rejudging rejudging;
  private final Answers answers;
  private final Commands commands;

  /** The states that are saved for a restart, by name, except those of plugins and URLs. */
  private final Map<String, Resumable> states = new LinkedHashMap<>();

  private long emptySince = NOT_EMPTY;
  private volatile boolean starting = true;
  private volatile boolean idle;
  private final FetcherStart fetcherStart = new FetcherStart();
  private volatile boolean stopRequested;
  private volatile CrawlStatistics statistics;

  /** Creates an engine that notifies a listener in addition to those of the plan. */
  public Engine(CrawlPlan plan, CrawlListener listener, LongSupplier nanoClock) {
    this(plan, listener, nanoClock, new EarlierPages(), Optional.empty());
  }

  /**
   * Creates an engine for a part of a crawl.
   *
   * @param earlier the pages that other engines have visited
   * @param part records the part; empty for a crawl that is recorded as planned
   */
  public Engine(
      CrawlPlan plan,
      CrawlListener listener,
      LongSupplier nanoClock,
      EarlierPages earlier,
      Optional<CrawlRecord> part) {
    this.plan = plan;
    this.nanoClock = nanoClock;
    started = nanoClock.getAsLong();
    CrawlPlan.Strategy strategy = plan.strategy();
    CrawlPlan.Rules rules = plan.rules();
    CrawlPlan.Limits limits = plan.limits();
    CrawlPlan.Means means = plan.means();
    MemoryBudget memory = limits.memory();
    steering = limits.steering();

    archive = new PageArchive(means.pageSink(), this::mustEnd, nanoClock, means.threads());
    record = part.orElseGet(() -> CrawlRecord.of(means.storage(), recorded()));
    HostGrouping grouping = rules.politeness().politeness().hostGrouping();
    frontier =
        new PendingUrls(strategy.frontier(), record.pending(), grouping, memory.pendingUrls());
    known = record.knownUrls();
    var budgets =
        new HostBudgets(
            rules.traps(),
            grouping,
            memory.pendingUrls(),
            url -> rules.politeness().hosts().rulesOf(url).pages());
    var duplicates = new Duplicates(memory.hashBytes());
    sites = new Sites(memory.siteBytes(), rules.traps().mergesParameters());
    deferred = new DeferredUrls(sites, memory);

    counters = new CrawlCounters(steering.limits().harvestWindow());
    var runEvents = new RunEvents();
    metrics = new ReportCollector(strategy, means, steering, counters, runEvents, nanoClock);
    var listeners = new ArrayList<>(List.of(metrics, listener));
    listeners.addAll(means.listeners());
    events = new Events(listeners);
    pluginFailures = new ConsecutiveFailures(limits.maxPluginFailures(), events);
    var skipped = new SkippedLinks(counters, record, events);
    politeness =
        new PolitenessGate(rules.politeness(), means.clock(), nanoClock, events::publish, budgets);

    var inRecheck = new PagesInRecheck();
    worth = new PageWorth(rules, inRecheck, known, duplicates, sites, earlier);
    var numbers =
        new UrlNumbers(
            known,
            record,
            sites,
            worth,
            memory,
            () -> budgets.bytes() + duplicates.bytes() + sites.bytes() + frontier.tableBytes());
    admission =
        new LinkAdmission(
            rules,
            limits.maxDepth(),
            means.clock(),
            numbers,
            record,
            frontier,
            deferred,
            budgets,
            sites,
            counters,
            seeds,
            skipped);
    var lists = new SitemapReader(rules, politeness, admission, skipped);
    rechecks =
        new Rechecks(
            limits,
            means.clock(),
            nanoClock,
            record,
            known,
            politeness,
            lists,
            admission,
            counters,
            inRecheck);
    var judge = new PageJudge(strategy.judge(), strategy.threshold(), sites);
    workers =
        new Workers(
            new PageProcessor(strategy, rules, means, record.keepsPages(), inRecheck, worth, judge),
            means,
            limits.maxPluginFailures());

    var learning =
        new Learning(
            strategy.judge(), strategy.scorer(), rules::priority, frontier, events, pluginFailures);
    failures =
        new FailureHandler(
            frontier,
            record,
            strategy.hosts(),
            sites,
            deferred,
            worth,
            rechecks,
            learning,
            counters,
            seeds,
            events);
    var siteOutcomes =
        new SiteOutcomes(
            rules.canonicalizer(),
            politeness,
            lists,
            rechecks,
            failures,
            counters,
            skipped,
            pluginFailures);
    var visits =
        new VisitRecorder(
            worth,
            sites,
            deferred,
            admission,
            lists,
            budgets,
            strategy.hosts(),
            frontier,
            record,
            learning,
            counters,
            events,
            skipped,
            archive,
            pluginFailures);
    var redirects =
        new Redirects(
            rules.canonicalizer(),
            limits.maxRedirects(),
            means.clock(),
            admission,
            known,
            record,
            politeness,
            failures,
            skipped,
            counters,
            archive,
            events);
    var checks =
        new RecheckRecorder(
            rules.canonicalizer(),
            means.clock(),
            rechecks,
            inRecheck,
            admission,
            worth,
            lists,
            record,
            counters,
            events,
            skipped,
            archive,
            pluginFailures);
    outcomes =
        new OutcomeHandler(
            workers,
            politeness,
            worth,
            admission::takes,
            siteOutcomes,
            visits,
            redirects,
            checks,
            failures,
            counters,
            seeds,
            events,
            pluginFailures);
    dispatcher =
        new Dispatcher(
            steering,
            rules.scope(),
            frontier,
            deferred,
            learning,
            rechecks,
            known,
            budgets,
            sites,
            politeness,
            workers,
            siteOutcomes,
            failures,
            counters,
            nanoClock,
            () -> stopReason().isPresent(),
            () -> limit().isPresent());
    rejudging =
        new Rejudging(
            judge,
            strategy.textAnalyzer(),
            means,
            record,
            counters,
            events,
            pluginFailures,
            workers::wake);
    answers =
        new Answers(
            strategy.judge(),
            strategy.threshold(),
            record,
            pluginFailures,
            means.clock(),
            rejudging);
    commands =
        new Commands(
            rules,
            answers,
            steering,
            admission,
            record,
            metrics,
            events,
            means.clock(),
            nanoClock,
            workers::wake);
    progress = new ProgressLine(means.progress(), means.threads(), steering::limits, nanoClock);
    statistics = CrawlStatistics.none(name());

    states.put("hosts", politeness.schedule());
    states.put("host records", strategy.hosts());
    states.put("budgets", budgets);
    states.put("duplicates", duplicates);
    states.put("worth", worth);
    states.put(Sites.STATE, sites);
    states.put("sitemaps", lists);
    states.put("relevant estimate", counters.estimate());
    states.put("counters", counters);
    states.put("seeds", seeds);
    states.put(RunEvents.STATE, runEvents);
    states.put(Rejudging.STATE, rejudging);
    states.put("learning", learning);
  }

  private RecordedParts recorded() {
    CrawlPlan.Strategy strategy = plan.strategy();
    PolitenessPlan rules = plan.rules().politeness();
    return new RecordedParts(
        strategy.frontier(),
        strategy.judge(),
        strategy.scorer(),
        strategy.fetcher(),
        strategy.excerpts(),
        plan.means().clock(),
        rules.robotsReader().productToken(),
        rules.robotsCache(),
        archive::allHandedOver);
  }

  /** Creates the engine thread, which runs work that calls {@link #run}. */
  public Thread thread(Runnable work) {
    return plan.means().threads().thread("crawl", work);
  }

  public String name() {
    return plan.means().threads().name();
  }

  /** Returns the directory of the crawl, if it has one. */
  public Optional<Path> directory() {
    return Optional.ofNullable(plan.means().storage()).map(each -> each.store().directory());
  }

  /** Returns what changes the crawl while it runs. */
  public Commands commands() {
    return commands;
  }

  /** Returns whether the crawl starts no requests until it is resumed. Thread-safe. */
  public boolean isPaused() {
    return steering.isPaused();
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
    return stopRequested || steering.limits().nanosLeft(elapsed()) == 0;
  }

  /** Thread-safe. */
  public CrawlStatistics statistics() {
    return statistics;
  }

  /** Returns what the crawl knows of sites. Thread-safe. */
  public Sites sites() {
    return sites;
  }

  /** Returns which pages count for nothing, for the engine thread. */
  public PageWorth worth() {
    return worth;
  }

  /** Returns the state of a URL's host. Thread-safe. */
  public HostView look(CrawlUrl url) {
    return politeness.look(url);
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
        metrics.metrics(deferred.counts()),
        politeness.notFree(MOST_HOSTS),
        next(frontier.next(MOST_NEXT)));
  }

  private CrawlSnapshot snapshot(CrawlMetrics metrics, List<HostStatus> hosts, List<Next> next) {
    return new CrawlSnapshot(name(), state(), statistics, metrics, hosts, next);
  }

  private List<Next> next(List<Candidate> candidates) {
    Map<Candidate, Explanation> parts = record.explanations(candidates);
    return candidates.stream()
        .map(
            each ->
                new Next(
                    each,
                    metrics.anchor(each),
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
    CrawlMetrics last = metrics.metrics(deferred.counts());
    try {
      record.ends(cause == null ? reason : StopReason.FAILED);
      end();
      events.publish(new CrawlEvent.Finished(reason, statistics));
      last = record.explained(last);
    } catch (InterruptedException | RuntimeException | Error e) {
      cause = firstOf(cause, e);
    }
    return new CrawlReport(
        plan.means().threads().name(),
        cause == null ? reason : StopReason.FAILED,
        statistics,
        seeds.failures(),
        Optional.ofNullable(cause),
        last);
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
    record.resume(known, states, () -> stopRequested);
    answers.restore();
    frontier.resume(() -> stopRequested);
    fetcherStart.run(plan.strategy().fetcher(), plan.rules().politeness()::delayOf);
    plan.rules().seeds().forEach(admission::seed);
    rechecks.begin();
    resumeEnded();
    Instant now = plan.means().clock().instant();
    events.publish(new CrawlEvent.Started(name(), now, plan.rules().seeds().size()));
    starting = false;
  }

  /**
   * Queues seeds again that failed in an earlier run, and URLs that were dropped by other rules.
   */
  private void resumeEnded() throws InterruptedException {
    boolean anyFailed = !seeds.failures().isEmpty() && !rechecks.isUnfinished(); // they try all
    if (admission.queueEnded(anyFailed)) {
      politeness.retryGivenUp();
    }
  }

  /** Crawls until there is a reason to end, and no command is pending that may change it. */
  private StopReason crawl() throws InterruptedException {
    while (true) {
      commands.execute();
      record.settle();
      rejudging.proceed();
      Optional<StopReason> reason = stopReason();
      if (reason.isPresent() && !rejudging.isDone() && !mustEnd()) {
        rejudging.await(); // fewer pages may be relevant then
        publishStatistics();
        continue;
      }
      if (reason.isEmpty()) {
        reason = proceed();
      }
      if (reason.isPresent() && commands.closeIfEmpty()) {
        record.settle(); // a check that was dropped in the last turn belongs to what is committed
        if (reason.get() == StopReason.PAGES) {
          pluginFailures.throwIfOneNeverWorked();
        }
        return reason.get();
      }
    }
  }

  /** Starts tasks and takes the next outcome, or returns why there will be none. */
  private Optional<StopReason> proceed() throws InterruptedException {
    rechecks.beginIfDue();
    boolean anyStarted = dispatcher.dispatch();
    boolean nothingInFlight = dispatcher.isIdle();
    boolean paused = isPaused();
    politeness.giveUpUnresponsive(workers.inFlight() == 0 && !paused, frontier.size() > 0);
    boolean isEmpty = nothingInFlight && dispatcher.isNothingLeft() && !paused;
    boolean nothingLeft = // a limit may be reached just now
        isEmpty && rejudging.isDone() && stopReason().isEmpty();
    boolean lastCycle = nothingLeft && rechecks.endCycle();
    boolean finished = isFinished(nothingLeft);
    publishStatistics();
    if (lastCycle) {
      return Optional.of(StopReason.CYCLE_COMPLETE);
    }
    if (finished) {
      return Optional.of(frontierEmpty());
    }
    boolean nothingDone = nothingInFlight && !anyStarted && rejudging.isDone();
    if (dispatcher.isWithheld(nothingDone && !paused && !idle)) {
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
            && !rechecks.isUnfinished()
            && now - emptySince >= plan.limits().idle().toNanos();
    boolean waits = nothingPending && !finished;
    if (waits && !idle) {
      long wait = rechecks.nanosToNextCycle();
      events.publish(
          new CrawlEvent.Idle(
              wait == Long.MAX_VALUE ? plan.limits().idle() : Duration.ofNanos(Math.max(0, wait))));
    }
    idle = waits;
    return finished;
  }

  private Optional<StopReason> stopReason() {
    if (stopRequested) {
      return Optional.of(StopReason.STOPPED);
    }
    Optional<StopReason> limit = limit();
    boolean onlyChecks = limit.isPresent() && !mustEnd() && rechecks.isUnfinished();
    return onlyChecks ? Optional.empty() : limit;
  }

  /** Returns the limit that was reached, if any: most are for new pages alone. */
  private Optional<StopReason> limit() {
    return steering.limits().reached(counters, elapsed());
  }

  private StopReason frontierEmpty() {
    pluginFailures.throwIfOneNeverWorked();
    if (counters.visited() == 0 && seeds.haveAllFailed()) {
      return StopReason.ALL_SEEDS_FAILED;
    }
    return counters.get(CrawlCounters.Count.REFUSED_FOR_MEMORY) > 0
        ? StopReason.MEMORY
        : StopReason.FRONTIER_EMPTY;
  }

  /** Returns the time until there is something to do even if no outcome comes. */
  private long nanosToNextWork() {
    long next = progress.nanosToNext();
    if (!isPaused()) {
      next = Math.min(next, steering.limits().nanosLeft(elapsed()));
    }
    next = Math.min(next, Math.max(0, rechecks.nanosToNextCycle()));
    if (idle && !rechecks.isUnfinished()) {
      next = Math.min(next, emptySince + plan.limits().idle().toNanos() - nanoClock.getAsLong());
    }
    next = Math.min(next, Math.max(0, record.nanosToCommit()));
    next = Math.min(next, rejudging.isDone() ? Long.MAX_VALUE : REJUDGING_CHECK);
    return Math.min(next, Math.min(dispatcher.nanosToNextStart(), LONGEST_WAIT));
  }

  private void end() throws InterruptedException {
    try {
      rejudging.end(END);
      archive.end();
      record.end();
    } finally {
      try {
        recall();
      } finally {
        rechecks.close();
        record.close();
      }
    }
    publishStatistics();
    progress.finish(statistics);
  }

  private void recall() throws InterruptedException {
    try {
      List<FetchTask> inFlight = workers.recall();
      abandonAll(politeness.dismiss());
      abandonAll(inFlight);
      deferred.clear().forEach(each -> failures.abandon(each, AbandonReason.STOPPED));
    } finally {
      workers.awaitEnd(END);
      plan.strategy().close();
    }
  }

  private void abandonAll(List<FetchTask> unfinished) {
    for (FetchTask task : unfinished) {
      if (task.kind() == FetchTask.Kind.PAGE) {
        failures.abandon(task.candidate(), AbandonReason.STOPPED);
      }
    }
  }

  private void publishStatistics() {
    statistics =
        counters.snapshot(
            name(),
            frontier.size() + deferred.size(),
            workers.inFlight(),
            known.size(),
            elapsed(),
            politeness.stall(),
            rechecks.due(),
            record.load(workers.queuedAnalyses()));
    progress.show(statistics, isPaused() ? "paused" : idle ? "idle" : "");
  }

  /** Returns the time since the start, without pauses. */
  private Duration elapsed() {
    long now = nanoClock.getAsLong();
    return Duration.ofNanos(now - started - steering.pausedNanos(now));
  }
}
