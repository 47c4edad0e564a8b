package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.internal.admission.DeferredUrls;
import io.dowser.crawler.internal.learning.Learning;
import io.dowser.crawler.internal.pages.Workers;
import io.dowser.crawler.internal.plan.CrawlScope;
import io.dowser.crawler.internal.plan.Steering;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.HostSchedule;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.politeness.PolitenessGate.Clearance;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.PendingUrls;
import io.dowser.crawler.internal.recrawl.Rechecks;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.internal.watch.CrawlCounters;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Sends delayed tasks and the frontier's candidates to workers, within politeness and budgets.
 * Confined to the engine thread.
 */
final class Dispatcher {

  /** A host can become ready without an event, so idle workers poll again. */
  private static final long POLL_AGAIN = 2 * HostSchedule.BUSY_NANOS;

  private static final long LONGEST_IDLE = 20 * HostSchedule.BUSY_NANOS;
  private static final long NOT_IDLE = Long.MIN_VALUE;

  /** Statistics and store must keep up with a frontier whose URLs are all dropped. */
  private static final int MAX_STARTS = 1_000;

  private final Steering steering;
  private final CrawlScope scope;
  private final PendingUrls frontier;
  private final DeferredUrls deferred;
  private final Learning learning;
  private final PreferredPolls preferred;
  private final Rechecks rechecks;
  private final KnownUrls known;
  private final HostBudgets budgets;
  private final Sites sites;
  private final PolitenessGate politeness;
  private final Workers workers;
  private final SiteOutcomes siteOutcomes;
  private final FailureHandler failures;
  private final CrawlCounters counters;
  private final LongSupplier nanoClock;
  private final BooleanSupplier isOver;
  private final BooleanSupplier hasReachedLimit;
  private long idleSince = NOT_IDLE;

  Dispatcher(
      Steering steering,
      CrawlScope scope,
      PendingUrls frontier,
      DeferredUrls deferred,
      Learning learning,
      Rechecks rechecks,
      KnownUrls known,
      HostBudgets budgets,
      Sites sites,
      PolitenessGate politeness,
      Workers workers,
      SiteOutcomes siteOutcomes,
      FailureHandler failures,
      CrawlCounters counters,
      LongSupplier nanoClock,
      BooleanSupplier isOver,
      BooleanSupplier hasReachedLimit) {
    this.steering = steering;
    this.scope = scope;
    this.frontier = frontier;
    this.deferred = deferred;
    this.learning = learning;
    this.preferred = new PreferredPolls(steering, learning);
    this.rechecks = rechecks;
    this.known = known;
    this.budgets = budgets;
    this.sites = sites;
    this.politeness = politeness;
    this.workers = workers;
    this.siteOutcomes = siteOutcomes;
    this.failures = failures;
    this.counters = counters;
    this.nanoClock = nanoClock;
    this.isOver = isOver;
    this.hasReachedLimit = hasReachedLimit;
  }

  /** Starts tasks until an outcome arrives; returns whether any was started or dropped. */
  boolean dispatch() throws InterruptedException {
    int started = 0;
    while (started < MAX_STARTS && (started == 0 || !workers.hasOutcome()) && startNext()) {
      started++;
    }
    return started > 0;
  }

  private boolean startNext() throws InterruptedException {
    if (!maySend()) {
      return false;
    }
    Optional<FetchTask> delayed = politeness.next();
    if (delayed.isPresent()) {
      proceed(delayed.get());
      return true;
    }
    return rechecks.prefersNewPage()
        ? startNewPage() || startRecheck()
        : startRecheck() || startNewPage();
  }

  private boolean startRecheck() {
    Optional<FetchTask> check = rechecks.poll();
    check.ifPresent(this::proceed);
    return check.isPresent();
  }

  private boolean startNewPage() throws InterruptedException {
    if (!mayStartNewPage()) {
      return false;
    }
    Optional<Candidate> due = deferred.pollDue(politeness.schedule());
    if (due.isPresent()) {
      begin(due.get());
      return true;
    }
    Optional<Candidate> next = poll();
    if (next.isPresent()) {
      start(next.get());
      return true;
    }
    return startDeferred();
  }

  /** Starts a deferred candidate if nothing else is pending. */
  private boolean startDeferred() {
    Optional<Candidate> next =
        frontier.size() == 0 ? deferred.pollAny(politeness.schedule()) : Optional.empty();
    next.ifPresent(this::begin);
    return next.isPresent();
  }

  private Optional<Candidate> poll() throws InterruptedException {
    HostGate gate = politeness.schedule().gate();
    Optional<Candidate> first = preferred.poll(gate);
    return first.isPresent() ? first : learning.poll(gate);
  }

  private boolean maySend() {
    return workers.hasCapacity() && !steering.isPaused() && !isOver.getAsBoolean();
  }

  /** Delayed tasks do not count against the page budget: they may never become pages. */
  private boolean mayStartNewPage() {
    long pages = counters.visited() + workers.inFlight();
    return pages < steering.limits().maxPages() && isNewPageWanted();
  }

  private boolean isNewPageWanted() {
    return rechecks.allowsNewPages() && !hasReachedLimit.getAsBoolean();
  }

  /** Returns whether no page is pending that may be fetched, a new one or one to be checked. */
  boolean isNothingLeft() {
    return rechecks.isDone() && (frontier.size() + deferred.size() == 0 || !isNewPageWanted());
  }

  private void start(Candidate candidate) {
    budgets.left(candidate.url());
    if (known.isClosed((int) candidate.sequence())) { // a redirect has led there
      failures.abandon(candidate, AbandonReason.ALREADY_FETCHED);
      return;
    }
    known.close(candidate.sequence());
    if (!deferred.defer(candidate)) {
      begin(candidate);
    }
  }

  private void begin(Candidate candidate) {
    sites.begin(candidate.url());
    rechecks.newPageBegun();
    proceed(FetchTask.of(candidate));
  }

  private void proceed(FetchTask task) {
    boolean lists = task.kind() == FetchTask.Kind.SITEMAP;
    if (scope.excludes(lists ? task.url() : task.cause())) {
      withdraw(task);
    } else if (task.kind() == FetchTask.Kind.PAGE && budgets.isSpent(task.url())) {
      failures.drop(task, AbandonReason.HOST_BUDGET, "");
    } else {
      clear(task);
    }
  }

  /** Ends a task whose URL was excluded after it had been queued. */
  private void withdraw(FetchTask task) {
    switch (task.kind()) {
      case PAGE, CHECK -> failures.drop(task, AbandonReason.EXCLUDED, "");
      case ROBOTS, ADDRESS -> politeness.withdraw(task);
      case SITEMAP -> {} // nothing waits for it
    }
  }

  private void clear(FetchTask task) {
    Clearance clearance = politeness.clear(task);
    if (clearance instanceof Clearance.Go go) {
      politeness.begin(go.task());
      workers.send(go.task());
    } else if (clearance instanceof Clearance.Drop drop) {
      drop(task, drop);
    } else if (clearance instanceof Clearance.NoRobots none) {
      siteOutcomes.robotsUnavailable(none.tasks(), none.failure());
    }
  }

  private void drop(FetchTask task, Clearance.Drop drop) {
    if (task.isPage()) {
      failures.drop(task, drop.reason(), drop.detail());
    } else {
      siteOutcomes.forbidden(task);
    }
  }

  /** Returns whether nothing is in flight or delayed. */
  boolean isIdle() {
    return workers.inFlight() == 0 && politeness.pending() == 0;
  }

  /** Returns whether an idle crawl got nothing from the frontier for a while without a delay. */
  boolean isWithheld(boolean idle) {
    if (!idle || politeness.schedule().hasDelayedHosts()) {
      idleSince = NOT_IDLE;
      return false;
    }
    long now = nanoClock.getAsLong();
    if (idleSince == NOT_IDLE) {
      idleSince = now;
    }
    return now - idleSince > LONGEST_IDLE;
  }

  /** Returns the time until another task may start, {@code Long.MAX_VALUE} if none can. */
  long nanosToNextStart() {
    Long nextHost = politeness.schedule().nanosToNextRelease();
    boolean canStart =
        workers.hasCapacity()
            && !steering.isPaused()
            && (!isNothingLeft() || politeness.pending() > 0);
    if (!canStart) {
      return Long.MAX_VALUE;
    }
    return nextHost == null ? POLL_AGAIN : Math.min(nextHost, POLL_AGAIN);
  }
}
