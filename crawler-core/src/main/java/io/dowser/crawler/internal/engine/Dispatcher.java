package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.HostSchedule;
import io.dowser.crawler.internal.politeness.PolitenessGate.Clearance;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Sends delayed tasks and the frontier's candidates to workers, as far as politeness and budgets
 * allow. Confined to the engine thread.
 */
final class Dispatcher {

  /** A host can become ready without an event, so idle workers poll again. */
  private static final long POLL_AGAIN = 2 * HostSchedule.BUSY_NANOS;

  private static final long LONGEST_IDLE = 20 * HostSchedule.BUSY_NANOS;
  private static final long NOT_IDLE = Long.MIN_VALUE;

  /** Statistics and store must keep up with a frontier whose URLs are all dropped. */
  private static final int MAX_STARTS = 1_000;

  private final EngineContext context;
  private final Workers workers;
  private final SiteInfoHandler sites;
  private final BooleanSupplier isOver;
  private final BooleanSupplier hasReachedLimit;
  private long idleSince = NOT_IDLE;

  Dispatcher(
      EngineContext context,
      Workers workers,
      SiteInfoHandler sites,
      BooleanSupplier isOver,
      BooleanSupplier hasReachedLimit) {
    this.context = context;
    this.workers = workers;
    this.sites = sites;
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
    Optional<FetchTask> delayed = context.politeness.next();
    if (delayed.isPresent()) {
      proceed(delayed.get());
      return true;
    }
    return context.rechecks.prefersNewPage()
        ? startNewPage() || startCheck()
        : startCheck() || startNewPage();
  }

  private boolean startCheck() {
    Optional<FetchTask> check = context.rechecks.poll();
    check.ifPresent(this::proceed);
    return check.isPresent();
  }

  private boolean startNewPage() throws InterruptedException {
    if (!mayStartNewPage()) {
      return false;
    }
    Optional<Candidate> due = context.deferred.pollDue(context.politeness.schedule());
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
        context.frontier.size() == 0
            ? context.deferred.pollAny(context.politeness.schedule())
            : Optional.empty();
    next.ifPresent(this::begin);
    return next.isPresent();
  }

  private Optional<Candidate> poll() throws InterruptedException {
    return context.observers.poll(
        context.frontier, context.politeness.schedule().gate(), context.pluginFailures);
  }

  private boolean maySend() {
    return workers.hasCapacity() && !context.plan.steering().isPaused() && !isOver.getAsBoolean();
  }

  /** Delayed tasks do not count against the page budget: they may never become pages. */
  private boolean mayStartNewPage() {
    long pages = context.counters.visited() + workers.inFlight();
    return pages < context.plan.stopConditions().maxPages() && isNewPageWanted();
  }

  private boolean isNewPageWanted() {
    return context.rechecks.allowsNewPages() && !hasReachedLimit.getAsBoolean();
  }

  /** Returns whether no page is pending that may be fetched, a new one or one to be checked. */
  boolean isNothingLeft() {
    return context.rechecks.isDone() && (context.pending() == 0 || !isNewPageWanted());
  }

  private void start(Candidate candidate) {
    context.budgets.left(candidate.url());
    if (context.known.isClosed((int) candidate.sequence())) { // a redirect has led there
      context.abandon(candidate, AbandonReason.ALREADY_FETCHED);
      return;
    }
    context.known.close(candidate.sequence());
    if (!context.deferred.defer(candidate)) {
      begin(candidate);
    }
  }

  private void begin(Candidate candidate) {
    context.sites.begin(candidate.url());
    context.rechecks.newPageBegun();
    if (context.budgets.isSpent(candidate.url())) {
      context.failures.drop(FetchTask.of(candidate), AbandonReason.HOST_BUDGET, "");
    } else {
      proceed(FetchTask.of(candidate));
    }
  }

  private void proceed(FetchTask task) {
    boolean lists = task.kind() == FetchTask.Kind.SITEMAP;
    if (context.plan.steering().excludes(lists ? task.url() : task.cause())) {
      withdraw(task);
    } else {
      clear(task);
    }
  }

  /** Ends a task whose host was excluded after it had been queued. */
  private void withdraw(FetchTask task) {
    switch (task.kind()) {
      case PAGE, CHECK -> context.failures.drop(task, AbandonReason.EXCLUDED, "");
      case ROBOTS, ADDRESS -> context.politeness.withdraw(task);
      case SITEMAP -> {} // nothing waits for it
    }
  }

  private void clear(FetchTask task) {
    Clearance clearance = context.politeness.clear(task);
    if (clearance instanceof Clearance.Go go) {
      context.politeness.begin(go.task());
      workers.send(go.task());
    } else if (clearance instanceof Clearance.Drop drop) {
      drop(task, drop);
    } else if (clearance instanceof Clearance.NoRobots none) {
      sites.robotsUnavailable(none.tasks(), none.failure());
    }
  }

  private void drop(FetchTask task, Clearance.Drop drop) {
    if (task.isPage()) {
      context.failures.drop(task, drop.reason(), drop.detail());
    } else {
      context.failures.forbidden(task);
    }
  }

  /** Returns whether nothing is in flight or delayed. */
  boolean isIdle() {
    return workers.inFlight() == 0 && context.politeness.pending() == 0;
  }

  /** Returns whether an idle crawl got nothing from the frontier for a while without a delay. */
  boolean isWithheld(boolean idle) {
    if (!idle || context.politeness.schedule().hasDelayedHosts()) {
      idleSince = NOT_IDLE;
      return false;
    }
    long now = context.nanoClock.getAsLong();
    if (idleSince == NOT_IDLE) {
      idleSince = now;
    }
    return now - idleSince > LONGEST_IDLE;
  }

  /** Returns the time until another task may start, {@code Long.MAX_VALUE} if none can. */
  long nanosToNextStart() {
    Long nextHost = context.politeness.schedule().nanosToNextRelease();
    boolean canStart =
        workers.hasCapacity()
            && !context.plan.steering().isPaused()
            && (!isNothingLeft() || context.politeness.pending() > 0);
    if (!canStart) {
      return Long.MAX_VALUE;
    }
    return nextHost == null ? POLL_AGAIN : Math.min(nextHost, POLL_AGAIN);
  }
}
