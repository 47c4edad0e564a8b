package io.dowser.crawler.internal.politeness;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The state of a host at one moment, also in words; it is free if a request may be sent now. */
public record HostView(boolean free, boolean givenUp, Duration readyIn, String description) {

  /**
   * Returns the view of a host and of the failures of an origin, either of which may be unknown.
   */
  static HostView of(@Nullable HostState host, @Nullable HostState origin, long now) {
    Duration left = host == null ? Duration.ZERO : left(host, now);
    boolean givenUp = origin != null && origin.givenUp;
    boolean idle = host == null || host.connections == 0;
    boolean free = left.isZero() && idle && !givenUp;
    return new HostView(free, givenUp, left, describe(host, origin, left));
  }

  private static Duration left(HostState host, long now) {
    boolean delayed = host.delayed && host.readyAt > now;
    return Duration.ofNanos(delayed ? host.readyAt - now : 0);
  }

  private static String describe(
      @Nullable HostState host, @Nullable HostState origin, Duration left) {
    int failures = origin == null ? 0 : origin.failures;
    if (origin != null && origin.givenUp) {
      return "given up after " + failures + " consecutive failures";
    }
    String afterFailures = failures > 0 ? ", consecutive failures: " + failures : "";
    if (host == null) {
      return "ready" + afterFailures;
    }
    String delay =
        switch (host.delayReason) {
          case BETWEEN_REQUESTS -> "delayed";
          case BACK_OFF -> "backing off";
          case SUSPENDED -> "suspended";
        };
    return (left.isZero()
            ? "ready"
            : delay
                + String.format(Locale.ROOT, " for %.1f s", Math.ceil(left.toNanos() / 1e8) / 10))
        + (host.connections > 0 ? ", requests in flight: " + host.connections : "")
        + (host.holds > 0 ? ", robots.txt pending" : "")
        + afterFailures;
  }
}
