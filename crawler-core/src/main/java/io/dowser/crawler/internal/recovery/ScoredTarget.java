package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A distinct target of a page, with its best link.
 *
 * @param explanation the parts of the score, or null if they are not stored
 */
public record ScoredTarget(
    Link link,
    Fingerprint fingerprint,
    double score,
    double tieBreak,
    LinkFeatures features,
    @Nullable Explanation explanation) {

  /** Returns this target with an amount added to its score. */
  public ScoredTarget raised(double amount) {
    @Nullable Explanation parts = explanation == null ? null : raised(explanation, amount);
    return new ScoredTarget(link, fingerprint, score + amount, tieBreak, features, parts);
  }

  /** Returns the parts of a score with an amount added to it. */
  public static Explanation raised(Explanation score, double amount) {
    return amount == 0
        ? score
        : Explanation.sum("with priority", List.of(score, Explanation.of("priority", amount)));
  }

  public ScoredTarget explained(Explanation parts) {
    return new ScoredTarget(link, fingerprint, score, tieBreak, features, parts);
  }
}
