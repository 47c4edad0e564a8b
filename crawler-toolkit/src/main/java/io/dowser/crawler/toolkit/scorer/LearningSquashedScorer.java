package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.LearningScorer;

/** See {@link LinkScorers#squashed}; the scorer inside learns. */
final class LearningSquashedScorer extends SquashedScorer implements LearningScorer {

  private final LearningScorer logOdds;

  LearningSquashedScorer(LearningScorer logOdds) {
    super(logOdds);
    this.logOdds = logOdds;
  }

  @Override
  public boolean modelMoved() {
    return logOdds.modelMoved();
  }

  @Override
  public double rescore(Candidate candidate) {
    return logistic(logOdds.rescore(candidate));
  }
}
