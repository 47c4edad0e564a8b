package io.dowser.crawler.toolkit.text;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The weighted terms of a topic, to be compared with texts: the cosine of the weights given for the
 * terms with the weights that the terms have in a text.
 *
 * <p>Source: Liu, Chen and Zhao 2023 for {@link Scope#TOPIC_ONLY}; Xie et al. 2012 and Liu, Lin and
 * Gao 2009 for {@link Scope#FULL}. The terms of the topic are those that a {@link TopicMatcher}
 * finds in the text.
 *
 * <p>With weights 0.8 for {@code rainstorm} and 0.6 for {@code weather}, a text that mentions only
 * the first has the cosine 0.8 within the topic's terms, however long it is.
 *
 * <p>Immutable, and thread-safe if its document counts are; growing counts are asked each time,
 * others once.
 */
public final class TopicVector {

  private final List<String> terms;
  private final double[] weights;
  private final double norm;
  private final TermWeighting weighting;
  private final DocumentFrequencies frequencies;
  private final double @Nullable [] fixedRarity;
  private final Set<String> tokens;

  private TopicVector(Builder builder) {
    this.terms = List.copyOf(builder.weights.keySet());
    this.weights = builder.weights.values().stream().mapToDouble(Double::doubleValue).toArray();
    this.norm = norm(weights);
    this.weighting = builder.weighting;
    this.frequencies = builder.frequencies;
    this.tokens = builder.tokens();
    this.fixedRarity = frequencies instanceof DocumentFrequencies.Frozen ? rarity() : null;
  }

  /**
   * {@return a builder with {@link TermWeighting#RELATIVE_SMOOTHED} and {@link
   * DocumentFrequencies#NONE}}
   *
   * @param weights at least one term; each weight above 0 and finite
   * @throws IllegalArgumentException if there is no term, or a weight is not allowed
   */
  public static Builder builder(Map<String, Double> weights) {
    return new Builder(weights);
  }

  /** Divided by the largest weight first, so that squares neither overflow nor vanish. */
  private static double norm(double[] weights) {
    double largest = DoubleStream.of(weights).max().orElseThrow();
    double squares = 0;
    for (double weight : weights) {
      squares += (weight / largest) * (weight / largest);
    }
    return largest * Math.sqrt(squares);
  }

  private double[] rarity() {
    return terms.stream()
        .mapToDouble(term -> weighting.inverseDocumentFrequency(frequencies, term))
        .toArray();
  }

  /** {@return the terms in the order of the weights given} */
  public List<String> terms() {
    return terms;
  }

  /**
   * Compares with a text by its topic terms, {@link Scope#TOPIC_ONLY}.
   *
   * @param matches the matches of a matcher for {@link #terms} in the text
   * @return the cosine, 0 to 1; 0 if the text has no term of the topic with a weight above 0
   * @throws IllegalArgumentException if the matches are of another number of terms
   */
  public double cosine(TopicMatches matches) {
    return cosine(matches, 0, Integer.MAX_VALUE);
  }

  /**
   * Compares with a part of a text by its topic terms, {@link Scope#TOPIC_ONLY}. Costs two binary
   * searches and a look at each match inside.
   *
   * @param matches the matches of a matcher for {@link #terms} in the whole text
   * @param from the start of the part in the text, in characters
   * @param to its end, exclusive
   * @return the cosine, 0 to 1; 0 if no term that weighs anything lies wholly inside
   * @throws IllegalArgumentException if the matches are of another number of terms
   */
  public double cosine(TopicMatches matches, int from, int to) {
    checkTerms(matches);
    int first = matches.firstFrom(from);
    int beyond = matches.firstBeyond(to);
    if (first >= beyond) {
      return 0; // nearly all links, and no memory is taken for them
    }
    var found = new int[terms.size()];
    for (int match = first; match < beyond; match++) {
      found[matches.term(match)]++;
    }
    return cosine(found, largest(found), beyond - first, 0);
  }

  /**
   * Compares with a whole text, {@link Scope#FULL}: the terms of the topic count as the matcher
   * found them, all others as the analyzer tokenized them. A token that stands for a term of the
   * topic is not counted again; the words of a term of several tokens are.
   *
   * @param matches the matches of a matcher for {@link #terms} in the text
   * @param text the counts of the tokens of the same text
   * @return the cosine, 0 to 1; 0 if the text has no term of the topic with a weight above 0
   * @throws IllegalArgumentException if the matches are of another number of terms
   */
  public double cosine(TopicMatches matches, TermCounts text) {
    checkTerms(matches);
    var found = new int[terms.size()];
    for (int term = 0; term < found.length; term++) {
      found[term] = matches.count(term);
    }
    return cosine(found, text);
  }

  /**
   * Compares with any text or part of one, as in {@link #cosine(TopicMatches, TermCounts)}, if the
   * terms of the topic in it have been counted already.
   *
   * @param found the number of occurrences of each term of {@link #terms}, 0 or more, in their
   *     order
   * @param text the counts of the tokens of the same text; {@link TermCounts#EMPTY} for a
   *     comparison within the topic's terms alone
   * @return the cosine, 0 to 1; 0 if the text has no term of the topic with a weight above 0
   * @throws IllegalArgumentException if there is another number of counts than of terms
   */
  public double cosine(int[] found, TermCounts text) {
    if (found.length != terms.size()) {
      throw new IllegalArgumentException(
          "found must have one count for each of "
              + (terms.size() + " terms, but had " + found.length));
    }
    int all = IntStream.of(found).sum();
    int largest = Math.max(largest(found), text.largest());
    int total = Math.max(largest, Math.max(all, text.total()));
    double others = all == 0 ? 0 : squares(text, largest, total, tokens);
    return cosine(found, largest, total, others);
  }

  private double cosine(int[] found, int largest, int total, double otherSquares) {
    double[] rarity = fixedRarity == null ? rarity() : fixedRarity;
    double product = 0;
    double squares = otherSquares;
    for (int term = 0; term < found.length; term++) {
      if (found[term] > 0) {
        double weight = weighting.termFrequency(found[term], largest, total) * rarity[term];
        product += weights[term] / norm * weight;
        squares += weight * weight;
      }
    }
    return product > 0 ? Math.min(1, product / Math.sqrt(squares)) : 0;
  }

  /** Adds up the squared weights of the tokens of a text, without some of them. */
  private double squares(TermCounts text, int largest, int total, Set<String> without) {
    double squares = 0;
    for (int i = 0; i < text.size(); i++) {
      if (!without.contains(text.term(i))) {
        double weight =
            weighting.termFrequency(text.countAt(i), largest, total)
                * weighting.inverseDocumentFrequency(frequencies, text.term(i));
        squares += weight * weight;
      }
    }
    return squares;
  }

  private void checkTerms(TopicMatches matches) {
    if (matches.termCount() != terms.size()) {
      throw new IllegalArgumentException(
          "matches must be of " + terms.size() + " terms, but were of " + matches.termCount());
    }
  }

  private static int largest(int[] found) {
    int largest = 0;
    for (int count : found) {
      largest = Math.max(largest, count);
    }
    return largest;
  }

  @Override
  public String toString() {
    return "TopicVector[" + terms + ", " + weighting + "]";
  }

  /** A builder of {@link TopicVector}. Not thread-safe. */
  public static final class Builder {

    private final Map<String, Double> weights = new LinkedHashMap<>();
    private TermWeighting weighting = TermWeighting.RELATIVE_SMOOTHED;
    private DocumentFrequencies frequencies = DocumentFrequencies.NONE;
    private @Nullable TextAnalyzer analyzer;

    private Builder(Map<String, Double> weights) {
      if (weights.isEmpty()) {
        throw new IllegalArgumentException("a topic needs at least one term");
      }
      weights.forEach(this::put);
    }

    private void put(String term, double weight) {
      Checks.positive("the weight of term '" + term + "'", weight);
      weights.put(requireNonNull(term, "term"), weight);
    }

    /**
     * Sets the weighting of the terms of a text. With {@link TermWeighting#AUGMENTED} and {@link
     * Scope#TOPIC_ONLY} matches, the most frequent term is that of the topic's terms.
     *
     * @param weighting the weighting
     * @return this builder
     */
    public Builder weighting(TermWeighting weighting) {
      this.weighting = requireNonNull(weighting, "weighting");
      return this;
    }

    /**
     * Sets the document counts. Terms of the topic are looked up under the names given here, as
     * {@link TopicMatcher#counts} names them; other terms as tokens.
     *
     * @param frequencies the counts
     * @return this builder
     */
    public Builder frequencies(DocumentFrequencies frequencies) {
      this.frequencies = requireNonNull(frequencies, "frequencies");
      return this;
    }

    /**
     * Sets the analyzer that tokenizes the texts of {@link TopicVector#cosine(TopicMatches,
     * TermCounts)} into tokens, to find the tokens that stand for a term of the topic. Without it
     * these are the tokens that equal a term.
     *
     * @param analyzer the analyzer of the pages
     * @return this builder
     */
    public Builder analyzer(TextAnalyzer analyzer) {
      this.analyzer = requireNonNull(analyzer, "analyzer");
      return this;
    }

    /** {@return the topic with these settings} */
    public TopicVector build() {
      return new TopicVector(this);
    }

    private Set<String> tokens() {
      var tokens = new HashSet<String>();
      for (String term : weights.keySet()) {
        Tokens cut = analyzer == null ? null : Tokens.of(term, analyzer);
        if (cut == null) {
          tokens.add(term);
        } else if (cut.size() == 1) {
          tokens.add(cut.term(0));
        }
      }
      return Set.copyOf(tokens);
    }
  }

  /** The terms of a text that count in the comparison with a topic. */
  public enum Scope {

    /**
     * All terms: a text with much besides the topic is less similar to it. Xie et al. 2012, and the
     * choice for Liu et al. 2009.
     */
    FULL,

    /**
     * The terms of the topic alone: the rest of the text does not matter, so a single mention of
     * the weightiest term makes a text very similar. Liu et al. 2023, whose thresholds of 0.62 to
     * 0.70 are out of reach otherwise.
     */
    TOPIC_ONLY
  }
}
