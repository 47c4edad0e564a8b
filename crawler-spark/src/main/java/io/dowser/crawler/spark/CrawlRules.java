package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.plan.RecheckPlan;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The rules for hosts and links in the form that is sent to executors: the settings of crawler-core
 * as text, by the names that a local crawl records.
 *
 * @param settings those that were set
 * @param hostSettings the settings of {@link #hostRules}, by their pattern
 * @param linkPolicy the policy for links in the scope; serializable
 */
record CrawlRules(
    Map<String, String> settings,
    Map<String, Map<String, String>> hostSettings,
    LinkPolicy linkPolicy)
    implements Serializable {

  /** Rounds in a row that a host is put off before it is given up. */
  static final int MAX_PUT_OFFS = 5;

  private static final String FILE = "file:";

  /** The settings that fetcher, driver and {@link HostTask} apply. */
  private static final Set<String> NOT_FOR_TASKS =
      Set.of(
          "stayOn",
          "userAgent",
          "addressRules",
          "addPageAnalyzer",
          "maxAge",
          "onlyRelevant",
          "maxRequests",
          "maxPages",
          "maxRelevantPages",
          "maxBytes",
          "maxDepth",
          "maxDuration");

  /** Returns what stands before the first dot of a name. */
  static String section(String setting) {
    int dot = setting.indexOf('.');
    return dot < 0 ? setting : setting.substring(0, dot);
  }

  /** Returns the table of a crawl with these settings. */
  CrawlSpec spec() {
    return spec(file -> FILE + file);
  }

  /**
   * Returns the table of a crawl with these settings, whose values calls may replace.
   *
   * @param files returns the path of a file by its name, for values that begin with {@link #FILE}
   */
  CrawlSpec spec(UnaryOperator<String> files) {
    return spec(settings, files);
  }

  /** Returns the table of the crawl of a task. */
  CrawlSpec ofTask(UnaryOperator<String> files) {
    Map<String, String> own = new TreeMap<>(settings);
    own.keySet().removeIf(name -> NOT_FOR_TASKS.contains(section(name)));
    return spec(own, files);
  }

  private static CrawlSpec spec(Map<String, String> settings, UnaryOperator<String> files) {
    Map<String, String> local = new TreeMap<>(settings);
    local.replaceAll(
        (name, text) -> text.startsWith(FILE) ? files.apply(text.substring(FILE.length())) : text);
    var spec = new CrawlSpec();
    spec.setAll(local);
    return spec.copy();
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
        cycle.policySince(),
        spec.maxAge.get(),
        spec.onlyRelevant.get(),
        spec.maxRequests.get(),
        spec.newShare.get(),
        Optional.empty());
  }

  /** Returns whether the scope has no bounds. */
  boolean isAnywhere() {
    return spec().stayOn.get().equals(Scope.ANYWHERE);
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
    Predicate<CrawlUrl> inScope = spec().stayOn.get().around(around);
    return LinkPolicy.urls(inScope, "out of scope").and(linkPolicy);
  }
}
