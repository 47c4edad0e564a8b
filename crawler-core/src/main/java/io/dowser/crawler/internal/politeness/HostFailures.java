package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.HostSlowed;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Delays hosts after failures, publishes that, and decides which requests are repeated. Confined to
 * the engine thread.
 */
final class HostFailures {

  private static final long FREE_RETRIES = 100;

  private final Politeness rules;
  private final HostSchedule schedule;
  private final DelayedTasks delayedTasks;
  private final UnresponsiveHosts unresponsiveHosts;
  private final InstantSource clock;
  private final Consumer<CrawlEvent> listeners;
  private final Predicate<CrawlUrl> gavePages;

  HostFailures(
      PolitenessPlan plan,
      HostSchedule schedule,
      DelayedTasks delayedTasks,
      InstantSource clock,
      Consumer<CrawlEvent> listeners,
      Predicate<CrawlUrl> gavePages) {
    this.rules = plan.politeness();
    this.schedule = schedule;
    this.delayedTasks = delayedTasks;
    this.unresponsiveHosts = new UnresponsiveHosts(schedule, delayedTasks);
    this.clock = clock;
    this.listeners = listeners;
    this.gavePages = gavePages;
  }

  /**
   * Records the failed request for a page, and repeats it later if the rules allow.
   *
   * @param retries the number of repeated requests for pages so far
   * @param requests the number of all requests for pages so far
   */
  boolean failed(FetchTask task, FetchResult.Failed failure, long retries, long requests) {
    if (!isFailureOfHost(failure)) {
      if (failure.status() > 0) {
        schedule.succeeded(task.url());
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

  /** Returns whether the host caused a failure; a forbidden address is never connected to. */
  private static boolean isFailureOfHost(FetchResult.Failed failure) {
    return switch (failure.reason()) {
      case DNS, REFUSED, RESET, TIMEOUT, TLS, IO -> true;
      case HTTP_STATUS -> failure.retryable() || failure.status() >= 500;
      case FORBIDDEN_ADDRESS, CONTENT_TYPE, PROTOCOL, TOO_MANY_REDIRECTS -> false;
    };
  }

  /** Delays, suspends or gives up the host of a task. */
  void slow(FetchTask task, FetchResult.Failed failure) {
    boolean maySay = failure.status() == 429 || failure.status() == 503;
    Duration retryAfter = maySay ? RetryAfter.of(failure.headers(), clock.instant()) : null;
    boolean neverAnswered = failure.status() <= 0 && !gavePages.test(task.url());
    BackOff.Verdict verdict = schedule.failed(task.url(), failure, neverAnswered, retryAfter);
    String host = schedule.groupOf(task.url());
    if (verdict.cause() == HostSlowed.Cause.GIVEN_UP) {
      delayedTasks.recheck(host);
    }
    listeners.accept(new HostSlowed(host, verdict.cause(), verdict.requested(), verdict.granted()));
  }

  void giveUp(CrawlUrl url) {
    schedule.giveUp(url);
    delayedTasks.recheck(schedule.groupOf(url));
  }

  /** Abandons the hosts that never answered, see {@link UnresponsiveHosts}. */
  void giveUpUnresponsive(boolean idle) {
    for (String host : unresponsiveHosts.giveUpIfHopeless(idle)) {
      listeners.accept(
          new HostSlowed(host, HostSlowed.Cause.GIVEN_UP, Duration.ZERO, Duration.ZERO));
    }
  }
}
