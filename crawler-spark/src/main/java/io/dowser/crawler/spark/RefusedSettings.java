package io.dowser.crawler.spark;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The settings of crawler-core that have no meaning in rounds, and why; docs/spark.md has them. */
final class RefusedSettings {

  private static final String ORDER = "looks at each page in the order of visits";
  private static final String ONE_JVM = "an object of one JVM does not reach executors";
  private static final String COMMITS = "a round is one commit";
  private static final String ROUNDS = "holds by tasks and rounds, whose sizes are set instead";

  /** Reasons by name of the setting, or of its part. */
  static final Map<String, String> REASONS = reasons();

  private RefusedSettings() {}

  private static Map<String, String> reasons() {
    Map<String, String> all = new TreeMap<>();
    add(all, "the scope is around all seeds", "seedScopes");
    add(all, "the tables at the location are the crawl", "directory", "startFrom");
    add(all, "events stay on executors; a listener of the builder receives rounds", "listener");
    add(all, "no table has the values", "extract", "explanations");
    add(all, ORDER, "minHarvestRate", "harvestWindow", "stopWhenFound");
    add(all, "a run ends when nothing is pending, and another run adds seeds", "idle");
    add(all, "hosts of one address may be in different tasks", "politeness.perAddress");
    add(
        all,
        "the site of a list may be in another task than its pages",
        "robots.maxSitemapUrls",
        "robots.guessSitemap");
    add(all, COMMITS, "commitVisits", "commitAfter", "syncEachCommit");
    add(all, "tables keep pages", "pageSink");
    add(all, "rows of earlier rounds depend on them", "allowChanged");
    add(all, "a page on which a plugin fails costs only itself", "maxPluginFailures");
    add(all, ROUNDS, "maxConcurrentAnalyses", "maxHeap", "frontierCapacity", "name", "progress");
    add(
        all,
        ONE_JVM,
        "textNormalizer",
        "textAnalyzer",
        "httpClient",
        "http",
        "executor",
        "classLoader");
    add(all, "each executor creates a source from the builder's randomSeed", "random");
    add(all, "a run ends with its cycle, and another run begins the next one", "keepUp");
    return Collections.unmodifiableMap(all);
  }

  private static void add(Map<String, String> all, String reason, String... names) {
    for (String name : names) {
      all.put(name, reason);
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
