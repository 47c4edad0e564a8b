package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.LearningScorer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * What every {@link LearningScorer} must do: all that {@link LinkScorerContract} checks, and finite
 * new scores for pending links after visits.
 *
 * <pre>{@code
 * class MyScorerTest extends LearningScorerContract implements ResumableContract {
 *
 *   @Override
 *   protected LearningScorer scorer(RandomGenerator random) {
 *     return new MyScorer(random.nextDouble());
 *   }
 *
 *   @Override
 *   protected List<String> knownWords() {
 *     return List.of("laser", "photon");
 *   }
 * }
 * }</pre>
 */
public abstract class LearningScorerContract extends LinkScorerContract {

  /** For subclasses. */
  protected LearningScorerContract() {}

  @Override
  protected abstract LearningScorer scorer(RandomGenerator random);

  @ParameterizedTest(name = "seed {0}")
  @ArgumentsSource(Seeds.class)
  void abandonedLinksAreAcceptedForEachReason(long seed) {
    LearningScorer scorer = scorer(new SplittableRandom(seed));
    List<Candidate> pending = pending(scorer, seed);
    learn(scorer, seed);

    for (AbandonReason reason : AbandonReason.values()) {
      pending.forEach(candidate -> scorer.abandoned(candidate, reason));
    }

    assertThat(pending).allSatisfy(each -> assertThat(scorer.rescore(each)).isFinite());
  }

  @ParameterizedTest(name = "seed {0}")
  @ArgumentsSource(Seeds.class)
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
