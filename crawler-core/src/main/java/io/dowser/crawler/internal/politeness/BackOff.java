package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent.HostSlowed.Cause;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Says how long a host must rest that has failed, and when it has failed too often. */
final class BackOff {

  private static final double MOST_JITTER = 0.5;
  private static final int MOST_DOUBLINGS = 40;

  private final Politeness rules;
  private final RandomGenerator random;

  /**
   * A rest that a failure earned.
   *
   * @param cause what came of it
   * @param wished how long it should be
   * @param granted how long it is
   */
  record Verdict(Cause cause, Duration wished, Duration granted) {

    /** Says what kind of rest it is. */
    HostState.Rest kind() {
      return cause == Cause.SUSPENDED ? HostState.Rest.SUSPENDED : HostState.Rest.BACK_OFF;
    }
  }

  BackOff(Politeness rules, RandomGenerator random) {
    this.rules = rules;
    this.random = random;
  }

  /**
   * Counts a failure of a host and says what comes of it.
   *
   * @param retryAfter how long the host asks to be left alone, or null if it does not say
   */
  Verdict failed(HostState host, @Nullable Duration retryAfter) {
    host.addFailure();
    if (host.failures >= rules.failuresToSuspend()) {
      return suspended(host);
    }
    if (retryAfter != null) {
      Duration most = rules.maxRetryAfter();
      Duration granted = retryAfter.compareTo(most) > 0 ? most : retryAfter;
      return new Verdict(Cause.RETRY_AFTER, retryAfter, granted);
    }
    Duration rest =
        doubled(rules.backOff(), host.failures - 1, (double) rules.maxBackOff().toNanos());
    return new Verdict(Cause.BACK_OFF, rest, rest);
  }

  private Verdict suspended(HostState host) {
    if (host.suspensions >= rules.maxSuspensions()) {
      return new Verdict(Cause.GIVEN_UP, Duration.ZERO, Duration.ZERO);
    }
    Duration rest = doubled(rules.suspendTime(), host.suspensions, HostDelayQueue.LONGEST / 2.0);
    host.suspensions++;
    return new Verdict(Cause.SUSPENDED, rest, rest);
  }

  /** Some chance is in it: hosts that failed together must not all come back together. */
  private Duration doubled(Duration first, int times, double most) {
    double nanos = Math.scalb((double) first.toNanos(), Math.min(times, MOST_DOUBLINGS));
    double jitter = 1 + MOST_JITTER * random.nextDouble();
    return Duration.ofNanos((long) (Math.min(nanos, most) * jitter));
  }
}
