package io.dowser.crawler.api.internal;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The plugins of Dowser that are in artifacts other than crawler-core. Immutable and thread-safe.
 */
public final class PublishedPlugins {

  private static final String SHARK = "scorer-shark";
  private static final String BAYES = "scorer-bayes";
  private static final String MEANING = "scorer-meaning";
  private static final String WANG_LANDAU = "scorer-wanglandau";

  private static final Map<String, Map<String, String>> ARTIFACTS =
      Map.ofEntries(
          entry(
              "link scorer",
              Map.ofEntries(
                  entry("adaptive", "scorer-adaptive"),
                  entry("bayes-link", BAYES),
                  entry("bayes-page", BAYES),
                  entry("dictionary", BAYES),
                  entry("hmm", "scorer-hmm"),
                  entry("meaning", MEANING),
                  entry("meaning-of-anchor", MEANING),
                  entry("meaning-of-page", MEANING),
                  entry("shark", SHARK),
                  entry("wang-landau", WANG_LANDAU))),
          entry("relevance judge", Map.of("bayes-page", BAYES, "meaning", MEANING)),
          entry(
              "frontier",
              Map.of(
                  "shark", SHARK, "simulated-annealing", WANG_LANDAU, "wang-landau", WANG_LANDAU)),
          entry("fetcher", Map.of("browser", "crawler-browser")),
          entry("page analyzer", Map.of("tika", "crawler-tika")));

  private PublishedPlugins() {}

  /**
   * Returns the artifact that has a plugin, if Dowser publishes it.
   *
   * @param kind the kind of plugin in words, such as {@code link scorer}
   */
  public static Optional<String> artifact(String kind, String name) {
    return Optional.ofNullable(ARTIFACTS.getOrDefault(kind, Map.of()).get(name));
  }

  /**
   * Returns the names of the plugins of a kind.
   *
   * @param kind the kind of plugin in words, such as {@code link scorer}
   */
  public static Set<String> names(String kind) {
    return ARTIFACTS.getOrDefault(kind, Map.of()).keySet();
  }
}
