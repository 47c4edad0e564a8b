package io.dowser.crawler.spark;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.url.HostGroupings;
import java.io.Serializable;
import java.time.Duration;

/**
 * How hosts are treated, in a form that travels to executors; crawler-core's own classes are made
 * of it there.
 *
 * @param delay how long a host is delayed between two requests
 * @param connectionsPerHost requests to one host at the same time
 * @param maxCrawlDelay the longest delay that a robots.txt is granted
 * @param maxRetries how often a URL is tried again within one round
 * @param backOff first and shortest rest of a host that failed
 * @param longestDelay a host that must be delayed longer is put off to a later round
 * @param maxPutOffs rounds in a row that a host is put off before it is given up
 * @param obeysRobots whether robots.txt is obeyed
 * @param robotName the name by which it calls this crawler, empty for that of the fetcher
 * @param wholeSites whether all hosts of a registrable domain are one host
 */
record HostPoliteness(
    Duration delay,
    int connectionsPerHost,
    Duration maxCrawlDelay,
    int maxRetries,
    Duration backOff,
    Duration longestDelay,
    int maxPutOffs,
    boolean obeysRobots,
    String robotName,
    boolean wholeSites)
    implements Serializable {

  static final HostPoliteness DEFAULT =
      new HostPoliteness(
          Duration.ofSeconds(1),
          1,
          Duration.ofSeconds(60),
          2,
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          5,
          true,
          "",
          false);

  HostGrouping hosts() {
    return wholeSites ? HostGroupings.registrableDomain() : HostGrouping.FULL_HOST;
  }

  Politeness politeness() {
    return Politeness.builder()
        .hostGrouping(hosts())
        .delay(delay)
        .connectionsPerHost(connectionsPerHost)
        .maxCrawlDelay(maxCrawlDelay)
        .maxRetries(maxRetries)
        .backOff(backOff, longest(backOff))
        .build();
  }

  private static Duration longest(Duration first) {
    Duration usual = Duration.ofMinutes(10);
    return first.compareTo(usual) > 0 ? first : usual;
  }

  RobotsPolicy robots() {
    RobotsPolicy.Builder policy = RobotsPolicy.builder().obey(obeysRobots);
    return robotName.isEmpty() ? policy.build() : policy.productToken(robotName).build();
  }
}
