package io.dowser.crawler.spark;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The settings of crawler-core that have no meaning in rounds, and why; docs/spark.md has them. */
final class RefusedSettings {

  private static final String ORDER = "looks at each page in the order of visits";
  private static final String ONE_JVM = "an object of one JVM does not reach executors";
  private static final String COMMITS = "a round is one commit";
  private static final String CHECKS = "pages are not checked again";
  private static final String ROUNDS = "holds by tasks and rounds, whose sizes are set instead";

  /** Reasons by name of the setting, or of its part. */
  static final Map<String, String> REASONS = new TreeMap<>();

  static {
    add("the scope is around all seeds", "seedScopes");
    add("the tables at the location are the crawl", "directory", "startFrom");
    add("events stay on executors; a listener of the builder receives rounds", "listener");
    add("no table has the values", "extract", "explanations");
    add(ORDER, "minHarvestRate", "harvestWindow", "stopWhenFound");
    add("a run ends when nothing is pending, and another run adds seeds", "idle");
    add("hosts of one address may be in different tasks", "politeness.perAddress");
    add(
        "the site of a list may be in another task than its pages",
        "robots.maxSitemapUrls",
        "robots.guessSitemap");
    add(COMMITS, "commitVisits", "commitAfter", "syncEachCommit");
    add("tables keep pages", "pageSink");
    add("rows of earlier rounds depend on them", "allowChanged");
    add("a page on which a plugin fails costs only itself", "maxPluginFailures");
    add(ROUNDS, "maxConcurrentAnalyses", "maxHeap", "frontierCapacity", "name", "progress");
    add(ONE_JVM, "textNormalizer", "textAnalyzer", "httpClient", "http", "executor", "classLoader");
    add("each executor creates a source from the builder's randomSeed", "random");
    add(CHECKS, "revisitPolicy", "maxAge", "onlyRelevant", "maxRequests", "newShare", "keepUp");
  }

  private RefusedSettings() {}

  private static void add(String reason, String... names) {
    for (String name : names) {
      REASONS.put(name, reason);
    }
  }

  /**
   * Refuses the first setting that has no meaning in rounds, unless it is the default.
   *
   * @param texts settings by name, as {@link CrawlSpec} has them
   */
  static void refuse(Map<String, String> texts) {
    Map<String, String> defaults = new CrawlSpec().words();
    texts.forEach(
        (name, text) -> {
          String reason = reason(name);
          if (reason != null && !text.equals(defaults.get(name))) {
            throw new SettingException(name, text, "the default alone on Spark: " + reason);
          }
        });
  }

  private static @Nullable String reason(String name) {
    int dot = name.lastIndexOf('.');
    String own = REASONS.get(name);
    return own != null || dot < 0 ? own : reason(name.substring(0, dot));
  }
}
