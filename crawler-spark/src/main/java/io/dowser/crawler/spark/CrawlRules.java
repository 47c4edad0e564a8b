package io.dowser.crawler.spark;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * How hosts and links are treated, in a form that travels to executors: crawler-core's own rules as
 * settings.
 *
 * @param politenessSettings the settings of {@link #politeness}, but for the host grouping
 * @param robotsSettings the settings of {@link #robots}
 * @param trapSettings the settings of {@link #traps}
 * @param urlSettings the settings of {@link #canonicalizer}
 * @param hostSettings the settings of {@link #hostRules}, by their pattern
 * @param wholeSites whether all hosts of a registrable domain are one host
 * @param scope which URLs the crawl stays on, as text
 * @param linkPolicy which links in the scope are followed; serializable
 * @param addresses which addresses may be connected to, as text, if that was set
 * @param userAgent the name of the robot, if it was set
 * @param longestDelay a host that must be delayed longer is put off to a later round
 */
record CrawlRules(
    Map<String, String> politenessSettings,
    Map<String, String> robotsSettings,
    Map<String, String> trapSettings,
    Map<String, String> urlSettings,
    Map<String, Map<String, String>> hostSettings,
    boolean wholeSites,
    String scope,
    LinkPolicy linkPolicy,
    String addresses,
    String userAgent,
    Duration longestDelay)
    implements Serializable {

  /** Rounds in a row that a host is put off before it is given up. */
  static final int MAX_PUT_OFFS = 5;

  /** Returns what a builder has: reading no settings leaves its own values in effect. */
  static Map<String, String> written(Consumer<Settings> reader) {
    Settings none = Settings.none();
    reader.accept(none);
    return Map.copyOf(none.inEffect());
  }

  HostGrouping hosts() {
    return wholeSites ? Politeness.registrableDomain() : HostGrouping.FULL_HOST;
  }

  Politeness politeness() {
    return Politeness.builder()
        .hostGrouping(hosts())
        .settings(Settings.of(politenessSettings))
        .build();
  }

  RobotsPolicy robots() {
    return RobotsPolicy.builder().settings(Settings.of(robotsSettings)).build();
  }

  TrapRules traps() {
    return TrapRules.builder().settings(Settings.of(trapSettings)).build();
  }

  UrlCanonicalizer canonicalizer() {
    return UrlCanonicalizer.builder().settings(Settings.of(urlSettings)).build();
  }

  Map<String, HostRules> hostRules() {
    Map<String, HostRules> rules = new HashMap<>();
    hostSettings.forEach(
        (pattern, settings) ->
            rules.put(pattern, HostRules.builder().settings(Settings.of(settings)).build()));
    return rules;
  }

  Optional<AddressRules> addressRules() {
    return addresses.isEmpty() ? Optional.empty() : Optional.of(AddressRules.parse(addresses));
  }

  /** Returns whether the scope has no bounds. */
  boolean isAnywhere() {
    return scope.equals(Scope.ANYWHERE.toString());
  }

  /**
   * Returns the policy of links in the scope. Each task has other URLs to begin with, so the scope
   * is that around the seeds of the crawl.
   */
  LinkPolicy links(Collection<String> seeds) {
    if (isAnywhere()) {
      return linkPolicy;
    }
    List<CrawlUrl> around = seeds.stream().map(CrawlUrl::of).toList();
    Predicate<CrawlUrl> inScope = Scope.parse(scope).around(around);
    return LinkPolicy.urls(inScope, "out of scope").and(linkPolicy);
  }
}
