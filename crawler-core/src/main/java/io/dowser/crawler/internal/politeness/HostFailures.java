package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.HostSlowed;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * Delays hosts after failures, publishes that, and decides which requests are repeated. Confined to
 * the engine thread.
 */
final class HostFailures {

  static final long FREE_RETRIES = 100;

  /** The delay of a host whose page is queued because its fetcher is busy. */
  private static final Duration BUSY_DELAY = Duration.ofMillis(200);

  /** The idle time before hosts are abandoned: outcomes take a moment between two threads. */
  private static final long HOPELESS = 50 * HostSchedule.BUSY_NANOS;

  /** Often of one page; higher ones say that the server is overloaded or its gateway is bad. */
  private static final int SERVER_ERROR = 500;

  private static final long NOT_HOPELESS = Long.MIN_VALUE;

  private final PolitenessRules rules;
  private final HostSchedule schedule;
  private final DelayedTasks delayedTasks;
  private final InstantSource clock;
  private final Consumer<CrawlEvent> listeners;
  private final HostKnowledge knowledge;
  private long hopelessSince = NOT_HOPELESS;

  HostFailures(
      PolitenessPlan plan,
      HostSchedule schedule,
      DelayedTasks delayedTasks,
      InstantSource clock,
      Consumer<CrawlEvent> listeners,
      HostKnowledge knowledge) {
    this.rules = plan.politeness();
    this.schedule = schedule;
    this.delayedTasks = delayedTasks;
    this.clock = clock;
    this.listeners = listeners;
    this.knowledge = knowledge;
  }

  /**
   * Records the failed request for a page or a list of pages, and repeats it later if the rules
   * allow; with the numbers of repeated and of all requests for them so far.
   */
  boolean failed(FetchTask task, FetchResult.Failed failure, long retries, long requests) {
    if (!isFailureOfHost(failure)) {
      if (failure.status() > 0) {
        succeeded(task.url());
      }
      return false;
    }
    slow(task, failure);
    boolean again =
        failure.retryable()
            && task.retries() < rules.maxRetries()
            && retries < FREE_RETRIES + rules.retryShare() * requests
            && !schedule.isGivenUp(task.url());
    if (again) {
      delayedTasks.add(task.again());
    }
    return again;
  }

  /**
   * Delays a task whose fetcher was {@linkplain FetchResult.FailureReason#BUSY busy}; returns
   * whether it did.
   */
  boolean postponed(FetchTask task, FetchResult result) {
    boolean isBusy =
        result instanceof FetchResult.Failed failed
            && failed.reason() == FetchResult.FailureReason.BUSY;
    if (isBusy) {
      schedule.delay(task.url(), BUSY_DELAY);
      delayedTasks.add(task);
    }
    return isBusy;
  }

  /** Records a response of a host. */
  void succeeded(CrawlUrl url) {
    schedule.succeeded(url);
    knowledge.responded(url);
  }

  /** Returns whether the host caused a failure; a forbidden address is never connected to. */
  private static boolean isFailureOfHost(FetchResult.Failed failure) {
    return switch (failure.reason()) {
      case DNS, REFUSED, RESET, TIMEOUT, TLS, IO -> true;
      case HTTP_STATUS, LOGGED_OUT -> failure.retryable() || failure.status() >= 500;
      case FORBIDDEN_ADDRESS, CONTENT_TYPE, PROTOCOL, TOO_MANY_REDIRECTS, NOT_RENDERED, BUSY ->
          false;
      case TRUNCATED, ENCRYPTED, DAMAGED, TOO_COSTLY -> false;
    };
  }

  /** Delays, suspends or gives up the host of a task. */
  void slow(FetchTask task, FetchResult.Failed failure) {
    boolean maySay = failure.status() == 429 || failure.status() == 503;
    Duration retryAfter = maySay ? RetryAfter.of(failure.headers(), clock.instant()) : null;
    boolean neverResponded = failure.status() <= 0 && !knowledge.hasGiven(task.url());
    BackOff.Verdict verdict =
        schedule.failed(
            task.url(), failure, neverResponded, isUncounted(task, failure), retryAfter);
    String host = schedule.groupOf(task.url());
    if (verdict.cause() == HostSlowed.Cause.GIVEN_UP) {
      delayedTasks.recheck(host);
      knowledge.lost(task.url());
    }
    listeners.accept(new HostSlowed(host, verdict.cause(), verdict.requested(), verdict.granted()));
  }

  /**
   * Returns whether a failure does not count toward the suspension of its host: a page that failed
   * before fails in a way that is its own, and sitemaps and feeds come in a row.
   */
  private static boolean isUncounted(FetchTask task, FetchResult.Failed failure) {
    return task.kind() == FetchTask.Kind.SITEMAP
        || (task.isPage() && task.retries() > 0 && failure.status() == SERVER_ERROR);
  }

  void giveUp(CrawlUrl url) {
    schedule.giveUp(url);
    delayedTasks.recheck(schedule.groupOf(url));
    knowledge.lost(url);
  }

  /**
   * Abandons the delayed hosts, if for a while all of them have been suspended, have never
   * responded, and have tasks or pending URLs that end by it.
   *
   * @param idle whether nothing else may start
   * @param anyPending whether URLs are pending, which are all of these hosts then
   */
  void giveUpUnresponsive(boolean idle, boolean anyPending) {
    List<HostState> suspended = idle ? schedule.onlySuspended() : List.of();
    if (suspended.isEmpty()) {
      hopelessSince = NOT_HOPELESS;
      return;
    }
    long now = schedule.now();
    if (hopelessSince == NOT_HOPELESS) {
      hopelessSince = now;
    }
    if (now - hopelessSince > HOPELESS) {
      hopelessSince = NOT_HOPELESS;
      boolean endsAll =
          anyPending || suspended.stream().allMatch(h -> delayedTasks.hasTasks(h.group));
      if (endsAll && suspended.stream().noneMatch(h -> h.hasResponded)) {
        suspended.forEach(this::giveUp);
        schedule.withdrawPromises(); // no task of theirs may end
      }
    }
  }

  private void giveUp(HostState host) {
    schedule.giveUp(host).forEach(origin -> knowledge.lost(CrawlUrl.of(origin.group + "/")));
    delayedTasks.recheck(host.group);
    listeners.accept(
        new HostSlowed(host.group, HostSlowed.Cause.GIVEN_UP, Duration.ZERO, Duration.ZERO));
  }
}
