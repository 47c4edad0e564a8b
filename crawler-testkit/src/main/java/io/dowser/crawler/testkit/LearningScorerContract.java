package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.LearningScorer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What every {@link LearningScorer} must do: all that {@link LinkScorerContract} checks, and finite
 * new scores for pending links after visits. Its test looks as one of {@link LinkScorerContract},
 * and most implement {@link ResumableContract} as well, because what was learned must survive a
 * restart.
 */
public abstract class LearningScorerContract extends LinkScorerContract {

  /** For subclasses. */
  protected LearningScorerContract() {}

  @Override
  protected abstract LearningScorer scorer(RandomGenerator random);

  @SeededTest
  void abandonedLinksAreAcceptedForEachReason(long seed) {
    LearningScorer scorer = scorer(new SplittableRandom(seed));
    List<Candidate> pending = pending(scorer, seed);
    learn(scorer, seed);

    for (AbandonReason reason : AbandonReason.values()) {
      pending.forEach(candidate -> scorer.abandoned(candidate, reason));
    }

    assertThat(pending).allSatisfy(each -> assertThat(scorer.rescore(each)).isFinite());
  }

  @SeededTest
  void pendingLinksAreScoredAgain(long seed) {
    LearningScorer scorer = scorer(new SplittableRandom(seed));
    List<Candidate> pending = pending(scorer, seed);
    learn(scorer, seed);

    for (Candidate candidate : pending) {
      double score = scorer.rescore(candidate);
      assertThat(score).as("new score of %s", candidate).isFinite();
      assertThat(scorer.rescore(candidate)).isEqualTo(score);
    }
    boolean moved = scorer.modelMoved();
    assertThat(scorer.modelMoved())
        .as("model moved without a visit since it returned %s", moved)
        .isFalse();
  }
}
