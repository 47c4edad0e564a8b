package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.robots.RobotsPolicy;
import java.time.Duration;

/**
 * The part of a crawl's plan that concerns politeness. The cache is the one mutable part of a plan;
 * random numbers from the seed spread the retries of hosts that failed together.
 */
public record PolitenessPlan(
    HostPoliteness hosts,
    RobotsPolicy robots,
    RobotsReader robotsReader,
    RobotsCache robotsCache,
    long seed) {

  /** Returns the politeness towards hosts without separate rules. */
  public PolitenessRules politeness() {
    return hosts.usual();
  }

  /** Returns the delay between two requests to the host of a URL. Thread-safe. */
  public Duration delayOf(CrawlUrl url) {
    Duration crawlDelay =
        robotsCache.find(url.origin()).map(RobotsFile::crawlDelay).orElse(Duration.ZERO);
    return Duration.ofNanos(hosts.of(url).delayAfter(0, crawlDelay));
  }
}
