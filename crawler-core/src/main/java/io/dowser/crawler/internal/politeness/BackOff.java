package io.dowser.crawler.internal.politeness;

import com.google.common.collect.Comparators;
import io.dowser.crawler.api.CrawlEvent.HostSlowed.Cause;
import io.dowser.crawler.internal.politeness.HostState.DelayReason;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Computes how long a host is delayed after a failure, and when it is suspended or given up. */
final class BackOff {

  private static final double MAX_JITTER = 0.5;
  private static final int MAX_DOUBLINGS = 40;

  private final PolitenessRules rules;
  private final RandomGenerator random;

  /** The consequence of a failure, with the requested delay and the applied one. */
  record Verdict(Cause cause, Duration requested, Duration granted) {

    DelayReason reason() {
      return cause == Cause.SUSPENDED ? DelayReason.SUSPENDED : DelayReason.BACK_OFF;
    }
  }

  BackOff(PolitenessRules rules, RandomGenerator random) {
    this.rules = rules;
    this.random = random;
  }

  /**
   * Returns the consequence of a failure of a host that may request a delay, and counts it.
   *
   * @param uncounted whether it only delays the host, and does not count toward a suspension
   */
  Verdict failed(HostState host, boolean uncounted, @Nullable Duration retryAfter) {
    if (!uncounted) {
      host.addFailure();
      if (host.failures >= rules.failuresToSuspend()) {
        return suspended(host, retryAfter);
      }
    }
    if (retryAfter != null) {
      return new Verdict(Cause.RETRY_AFTER, retryAfter, granted(retryAfter));
    }
    Duration delay =
        doubled(
            rules.backOff(), Math.max(0, host.failures - 1), (double) rules.maxBackOff().toNanos());
    return new Verdict(Cause.BACK_OFF, delay, delay);
  }

  private Duration granted(Duration retryAfter) {
    return Comparators.min(retryAfter, rules.maxRetryAfter());
  }

  private Verdict suspended(HostState host, @Nullable Duration retryAfter) {
    if (host.suspensions >= rules.maxSuspensions()) {
      return new Verdict(Cause.GIVEN_UP, Duration.ZERO, Duration.ZERO);
    }
    Duration delay = doubled(rules.suspendTime(), host.suspensions, HostDelayQueue.LONGEST / 2.0);
    host.suspensions++;
    return retryAfter == null
        ? new Verdict(Cause.SUSPENDED, delay, delay)
        : new Verdict(
            Cause.SUSPENDED,
            Comparators.max(delay, retryAfter),
            Comparators.max(delay, granted(retryAfter)));
  }

  /** Doubles a delay, with jitter: hosts that failed together must not return together. */
  private Duration doubled(Duration first, int times, double most) {
    double nanos = Math.scalb((double) first.toNanos(), Math.min(times, MAX_DOUBLINGS));
    double jitter = 1 + MAX_JITTER * random.nextDouble();
    return Duration.ofNanos((long) (Math.min(nanos, most) * jitter));
  }
}
