package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The subject of a crawl: a few terms, each with a weight.
 *
 * <p>A term may be several words ({@code storm surge}) or Chinese characters. Terms are compared in
 * their normal form, so case, width and, with {@code crawler-core}, traditional and simplified
 * characters do not matter. Terms of more than four words are sentences, which count by their
 * words, see {@link CrawlContext#topic}.
 *
 * <pre>{@code
 * Topic tides = Topic.of(Map.of("tide", 1.0, "storm surge", 0.5));
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class Topic {

  private final Map<String, Double> weights;

  private Topic(Map<String, Double> weights) {
    this.weights = weights;
  }

  /**
   * {@return a topic of terms that all weigh 1}
   *
   * @param terms at least one, none blank, none twice
   * @throws IllegalArgumentException if there is no term, or one is blank or named twice
   */
  public static Topic of(String... terms) {
    var weights = new LinkedHashMap<String, Double>();
    for (String term : terms) {
      if (weights.put(requireNonNull(term, "term").strip(), 1.0) != null) {
        throw new IllegalArgumentException("topic term '" + term.strip() + "' is named twice");
      }
    }
    return of(weights);
  }

  /**
   * {@return a topic of terms with weights, in the order of the map}
   *
   * @param weights at least one term, none blank, none twice; each weight above 0 and finite
   * @throws IllegalArgumentException if there is no term, or a term or weight is not allowed
   */
  public static Topic of(Map<String, Double> weights) {
    var copy = new LinkedHashMap<String, Double>();
    weights.forEach((term, weight) -> put(copy, term.strip(), weight));
    if (copy.isEmpty()) {
      throw new IllegalArgumentException("a topic needs at least one term");
    }
    return new Topic(Collections.unmodifiableMap(copy));
  }

  private static void put(Map<String, Double> weights, String term, double weight) {
    if (term.isEmpty()) {
      throw new IllegalArgumentException("a topic term must not be blank");
    }
    Checks.positive("the weight of topic term '" + term + "'", weight);
    if (weights.put(term, weight) != null) {
      throw new IllegalArgumentException("topic term '" + term + "' is named twice");
    }
  }

  /**
   * {@return the terms with their weights, an unmodifiable map in the order in which the terms were
   * given}
   */
  public Map<String, Double> weights() {
    return weights;
  }

  /** {@return the terms in the order in which they were given} */
  public List<String> terms() {
    return List.copyOf(weights.keySet());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Topic topic && weights.equals(topic.weights);
  }

  @Override
  public int hashCode() {
    return weights.hashCode();
  }

  @Override
  public String toString() {
    return "Topic" + weights;
  }
}
