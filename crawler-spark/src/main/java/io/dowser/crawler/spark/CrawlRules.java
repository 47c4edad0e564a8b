package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.plan.RecheckPlan;
import io.dowser.crawler.internal.politeness.PolitenessRules;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The rules for hosts and links in the form that is sent to executors: the settings of crawler-core
 * as text, by the names that a local crawl records.
 *
 * @param settings those that were set
 * @param hostSettings the settings of {@link #hostRules}, by their pattern
 * @param linkPolicy the policy for links in the scope; serializable
 * @param longestDelay the longest crawl delay in a round; a host with a longer one is put off to a
 *     later round
 */
record CrawlRules(
    Map<String, String> settings,
    Map<String, Map<String, String>> hostSettings,
    LinkPolicy linkPolicy,
    Duration longestDelay)
    implements Serializable {

  /** Rounds in a row that a host is put off before it is given up. */
  static final int MAX_PUT_OFFS = 5;

  /** The settings that the fetcher and the selection of a round have applied. */
  private static final Set<String> NOT_FOR_TASKS =
      Set.of("stayOn", "userAgent", "addressRules", "maxAge", "onlyRelevant", "maxRequests");

  /** Returns the table of a crawl with these settings. */
  CrawlSpec spec() {
    var spec = new CrawlSpec();
    spec.setAll(settings);
    return spec;
  }

  /** Returns the settings that the crawl of a task needs. */
  Map<String, String> ofTask() {
    Map<String, String> own = new TreeMap<>(settings);
    own.keySet().removeAll(NOT_FOR_TASKS);
    return own;
  }

  HostGrouping hosts() {
    return spec().hostGrouping.get();
  }

  PolitenessRules politeness() {
    return spec().politeness();
  }

  RobotsPolicy robots() {
    return spec().robots.get();
  }

  TrapRules traps() {
    return spec().traps.get();
  }

  UrlCanonicalizer canonicalizer() {
    return spec().canonicalizer.get();
  }

  Optional<AddressRules> addressRules() {
    return spec().addressRules.get();
  }

  Optional<String> userAgent() {
    return spec().userAgent.get();
  }

  Map<String, HostRules> hostRules() {
    Map<String, HostRules> rules = new HashMap<>();
    hostSettings.forEach(
        (pattern, own) ->
            rules.put(pattern, HostRules.builder().settings(Settings.of(own)).build()));
    return rules;
  }

  /** Returns the rules by which visited pages are due in a cycle. */
  RecheckPlan rechecks(Toolbox.Cycle cycle, RevisitPolicy policy) {
    CrawlSpec spec = spec();
    return new RecheckPlan(
        Optional.of(cycle.start()),
        true,
        policy,
        cycle.policyChanged(),
        spec.maxAge.get(),
        spec.onlyRelevant.get(),
        spec.maxRequests.get(),
        spec.newShare.get(),
        Optional.empty());
  }

  /** Returns whether the scope has no bounds. */
  boolean isAnywhere() {
    return scope().equals(Scope.ANYWHERE);
  }

  private Scope scope() {
    return spec().stayOn.get();
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
    Predicate<CrawlUrl> inScope = scope().around(around);
    return LinkPolicy.urls(inScope, "out of scope").and(linkPolicy);
  }
}
