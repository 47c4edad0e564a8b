package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
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

  public ScoredTarget explained(Explanation parts) {
    return new ScoredTarget(link, fingerprint, score, tieBreak, features, parts);
  }
}
