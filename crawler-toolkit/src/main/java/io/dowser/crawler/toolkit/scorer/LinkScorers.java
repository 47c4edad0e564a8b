package io.dowser.crawler.toolkit.scorer;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Resumable;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates link scorers out of link scorers.
 *
 * <p>What the parts pass down from page to page, and the features that learning parts leave with
 * pending links, are kept apart: each part finds its own again, as if it worked alone. A scorer
 * made here learns ({@link LearningScorer}) if one of its parts does, reports visits to the parts
 * that observe them, and saves and restores the parts that are {@link Resumable}.
 */
public final class LinkScorers {

  private LinkScorers() {}

  /**
   * Starts a weighted sum, for example {@code weightedSum().add("bayes", bayes, 0.7).add("shark",
   * shark, 0.3).build()}.
   *
   * <p>Score and tie-break of a link are the sums of the parts' own, each times its weight. The
   * parts' scores should be of one scale; log-odds can be brought to 0 to 1 by {@link #squashed}.
   *
   * <p>The order of the parts is the layout of what is passed down: a crawl must be resumed with
   * the same parts in the same order.
   *
   * @return a builder without parts
   */
  public static SumBuilder weightedSum() {
    return new SumBuilder();
  }

  /**
   * Brings log-odds into the range 0 to 1 by the logistic function {@code 1/(1+exp(-x))}.
   *
   * <p>In doubles this is exactly 1 from log-odds of 37 upwards and 0 below -745, so links that
   * differ in log-odds become equal there. The tie-break of the result is therefore the log-odds
   * themselves (the scorer's own tie-break is not used): alone, the result orders links as the
   * scorer does. In a {@link #weightedSum} the tie-breaks add up too, so there it helps only as far
   * as the scores are equal. When a learning scorer's model moves, tie-breaks of pending links
   * stay.
   *
   * @param logOdds a scorer whose scores are natural logarithms of odds
   * @return a scorer of the same links in the same order, with scores from 0 to 1
   */
  public static LinkScorer squashed(LinkScorer logOdds) {
    requireNonNull(logOdds, "logOdds");
    return logOdds instanceof LearningScorer learning
        ? new LearningSquashedScorer(learning)
        : new SquashedScorer(logOdds);
  }

  /** Collects the parts of a weighted sum; not thread-safe. */
  public static final class SumBuilder {

    private final List<WeightedPart> parts = new ArrayList<>();

    private SumBuilder() {}

    /**
     * Adds a part.
     *
     * @param name what it is called in explanations
     * @param scorer the part
     * @param weight what its scores are multiplied with: any finite number; below 0 the part speaks
     *     against a link
     * @return this
     * @throws IllegalArgumentException if the weight is not finite, or the name is blank or taken
     */
    public SumBuilder add(String name, LinkScorer scorer, double weight) {
      requireNonNull(scorer, "scorer");
      if (name.isBlank() || parts.stream().anyMatch(part -> part.name().equals(name))) {
        throw new IllegalArgumentException(
            "name must be neither blank nor used before, but was '" + name + "'");
      }
      if (!Double.isFinite(weight)) {
        throw new IllegalArgumentException("weight must be finite, but was " + weight);
      }
      parts.add(new WeightedPart(name, scorer, weight));
      return this;
    }

    /**
     * Creates the scorer.
     *
     * @return the weighted sum of the parts that were added
     * @throws IllegalStateException if no part was added
     */
    public LinkScorer build() {
      if (parts.isEmpty()) {
        throw new IllegalStateException("a weighted sum needs at least one part");
      }
      return parts.stream().anyMatch(part -> part.scorer() instanceof LearningScorer)
          ? new LearningWeightedSumScorer(parts)
          : new WeightedSumScorer(parts);
    }
  }
}
