package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import java.util.List;

/** See {@link LinkScorers#weightedSum}; at least one of its parts learns. */
final class LearningWeightedSumScorer extends WeightedSumScorer implements LearningScorer {

  LearningWeightedSumScorer(List<WeightedPart> parts) {
    super(parts);
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new LearningWeightedSumScoring(parts, scorings(page));
  }

  @Override
  public boolean modelMoved() {
    boolean moved = false;
    for (WeightedPart part : parts) { // each part is asked, because it says so only once
      moved |= part.scorer() instanceof LearningScorer learning && learning.modelMoved();
    }
    return moved;
  }

  @Override
  public double rescore(Candidate candidate) {
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      WeightedPart part = parts.get(i);
      sum += part.weight() * rescore(part.scorer(), asSeenBy(i, candidate));
    }
    return sum;
  }

  private static double rescore(LinkScorer scorer, Candidate candidate) {
    return scorer instanceof LearningScorer learning
        ? learning.rescore(candidate)
        : JoinedFeatures.toScore(candidate.features());
  }
}
