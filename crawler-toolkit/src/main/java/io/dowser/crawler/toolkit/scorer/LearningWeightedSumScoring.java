package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageScoring;
import java.util.List;

/** The weighted sum for one page, with what its parts need to score a pending link again. */
final class LearningWeightedSumScoring extends WeightedSumScoring {

  LearningWeightedSumScoring(List<WeightedPart> parts, PageScoring[] scorings) {
    super(parts, scorings);
  }

  @Override
  public LinkFeatures features(Link link) {
    var features = new LinkFeatures[scorings.length];
    for (int i = 0; i < features.length; i++) {
      features[i] =
          parts.get(i).scorer() instanceof LearningScorer
              ? scorings[i].features(link)
              : JoinedFeatures.ofScore(scorings[i].score(link));
    }
    return JoinedFeatures.join(features);
  }
}
