package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.HostGrouping;
import java.time.Duration;

/** The delays, connections and retries that hold for the hosts of a crawl. */
public record PolitenessRules(
    HostGrouping hostGrouping,
    boolean perAddress,
    Duration delay,
    double responseFactor,
    Duration maxCrawlDelay,
    int connectionsPerHost,
    int maxRetries,
    double retryShare,
    Duration backOff,
    Duration maxBackOff,
    int failuresToSuspend,
    Duration suspendTime,
    int maxSuspensions,
    Duration maxRetryAfter) {

  /** Returns these rules with another delay and another number of connections. */
  PolitenessRules with(Duration otherDelay, int connections) {
    return new PolitenessRules(
        hostGrouping,
        perAddress,
        otherDelay,
        responseFactor,
        maxCrawlDelay,
        connections,
        maxRetries,
        retryShare,
        backOff,
        maxBackOff,
        failuresToSuspend,
        suspendTime,
        maxSuspensions,
        maxRetryAfter);
  }

  /** Returns the crawl delay of a robots.txt, at most the longest one that is granted. */
  public Duration granted(Duration crawlDelay) {
    return crawlDelay.compareTo(maxCrawlDelay) > 0 ? maxCrawlDelay : crawlDelay;
  }

  /**
   * Returns how long a host is delayed after a response, in nanoseconds.
   *
   * @param responseNanos the time that the response took
   * @param crawlDelay the delay that robots.txt asks for, zero for none
   */
  public long delayAfter(long responseNanos, Duration crawlDelay) {
    long own = delay.toNanos();
    long adaptive = own == 0 ? 0 : Math.max(own, (long) (responseNanos * responseFactor));
    return Math.max(adaptive, granted(crawlDelay).toNanos());
  }
}
