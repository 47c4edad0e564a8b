package io.dowser.crawler.internal.politeness;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The state of a host at one moment, also in words; it is free if a request may be sent now. */
public record HostView(boolean free, boolean givenUp, Duration readyIn, String description) {

  /** Returns the view of a host, or of one that is unknown. */
  static HostView of(@Nullable HostState host, long now) {
    if (host == null) {
      return new HostView(true, false, Duration.ZERO, "ready");
    }
    boolean delayed = host.delayed && host.readyAt > now;
    Duration left = Duration.ofNanos(delayed ? host.readyAt - now : 0);
    boolean free = !delayed && host.connections == 0 && !host.givenUp;
    return new HostView(free, host.givenUp, left, describe(host, delayed, left));
  }

  private static String describe(HostState host, boolean delayed, Duration left) {
    if (host.givenUp) {
      return "given up after " + host.failures + " consecutive failures";
    }
    String delay =
        switch (host.delayReason) {
          case BETWEEN_REQUESTS -> "delayed";
          case BACK_OFF -> "backing off";
          case SUSPENDED -> "suspended";
        };
    return (delayed ? delay + " for " + left : "ready")
        + (host.connections > 0 ? ", requests in flight: " + host.connections : "")
        + (host.holds > 0 ? ", robots.txt pending" : "")
        + (host.failures > 0 ? ", consecutive failures: " + host.failures : "");
  }
}
