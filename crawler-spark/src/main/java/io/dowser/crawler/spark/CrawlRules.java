package io.dowser.crawler.spark;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostGroupings;
import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How hosts and links are treated, in a form that travels to executors: crawler-core's own rules as
 * settings.
 *
 * @param politenessSettings the settings of {@link #politeness}, but for the host grouping
 * @param robotsSettings the settings of {@link #robots}
 * @param trapSettings the settings of {@link #traps}
 * @param wholeSites whether all hosts of a registrable domain are one host
 * @param longestDelay a host that must be delayed longer is put off to a later round
 */
record CrawlRules(
    Map<String, String> politenessSettings,
    Map<String, String> robotsSettings,
    Map<String, String> trapSettings,
    boolean wholeSites,
    Duration longestDelay)
    implements Serializable {

  /** Rounds in a row that a host is put off before it is given up. */
  static final int MAX_PUT_OFFS = 5;

  static CrawlRules of(
      Politeness politeness, RobotsPolicy robots, TrapRules traps, Duration longestDelay) {
    return new CrawlRules(
        written(politeness.toBuilder()::settings),
        written(robots.toBuilder()::settings),
        written(traps.toBuilder()::settings),
        politeness.hostGrouping().equals(HostGroupings.registrableDomain()),
        longestDelay);
  }

  /** Returns what a builder has: reading no settings leaves its own values in effect. */
  private static Map<String, String> written(Consumer<Settings> reader) {
    Settings none = Settings.none();
    reader.accept(none);
    return Map.copyOf(none.inEffect());
  }

  HostGrouping hosts() {
    return wholeSites ? HostGroupings.registrableDomain() : HostGrouping.FULL_HOST;
  }

  Politeness politeness() {
    return Politeness.builder()
        .hostGrouping(hosts())
        .settings(Settings.of(politenessSettings))
        .build();
  }

  /** Returns the longest {@code Crawl-delay} that a robots.txt is granted. */
  Duration maxCrawlDelay() {
    return Settings.of(politenessSettings).duration("maxCrawlDelay", Duration.ZERO);
  }

  boolean perAddress() {
    return Settings.of(politenessSettings).flag("perAddress", false);
  }

  RobotsPolicy robots() {
    return RobotsPolicy.builder().settings(Settings.of(robotsSettings)).build();
  }

  TrapRules traps() {
    return TrapRules.builder().settings(Settings.of(trapSettings)).build();
  }
}
