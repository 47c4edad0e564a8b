package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.WordCountScorer.Scoring;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check of the contract fails for a scorer that breaks what it is about. */
class LinkScorerContractTest {

  @ParameterizedTest(name = "{0} fails {1}")
  @MethodSource("brokenScorers")
  void checkFailsForAScorerThatBreaksIt(Class<?> contract, String check) {
    ContractRun run = ContractRun.of(contract);

    assertThat(run.failed()).as(run.messages()).contains(check);
  }

  @Test
  void everyCheckPassesForAScorerThatKeepsThem() {
    ContractRun run = ContractRun.of(WordCountScorerTest.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed())
        .hasSize(11)
        .contains(
            "pendingLinksAreScoredAgain",
            "abandonedLinksAreAcceptedForEachReason",
            "aRestoredPluginContinues");
  }

  @Test
  void aScorerThatIsALambdaNeedsNothingElse() {
    ContractRun run = ContractRun.of(Lambda.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).hasSize(7);
  }

  @Test
  void aScorerThatLearnsButCannotBeSavedIsNamed() {
    ContractRun run = ContractRun.of(LosesItsMemory.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.skipReasons()).contains("learns, but is not Resumable: its memory is lost");
  }

  @Test
  void aScorerThatReadsNoWordsNeedsNone() {
    ContractRun run = ContractRun.of(ReadsNoWords.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).hasSize(7);
  }

  static Object[] brokenScorers() {
    return new Object[] {
      Arguments.of(NotANumber.class, "scoresAndTieBreaksAreFiniteAndRepeatable"),
      Arguments.of(InfiniteTieBreak.class, "scoresAndTieBreaksAreFiniteAndRepeatable"),
      Arguments.of(CountsCalls.class, "scoresAndTieBreaksAreFiniteAndRepeatable"),
      Arguments.of(RemembersLinks.class, "scoreDoesNotDependOnTheLinksScoredBefore"),
      Arguments.of(ExplainsAnother.class, "explanationAgreesWithTheScore"),
      Arguments.of(ForgetsAPart.class, "explanationAgreesWithTheScore"),
      Arguments.of(DividesByWords.class, "pagesWithoutTextOrWithFarTooMuchAreScored"),
      Arguments.of(
          LetsThePathStateGrow.class, "pathStatesServeGenerationsOfPagesAndSurviveARestart"),
      Arguments.of(KnowsItsThread.class, "concurrentThreadsGetTheScoresOfOneThread"),
      Arguments.of(RescoresBadly.class, "pendingLinksAreScoredAgain"),
      Arguments.of(AlwaysMoves.class, "pendingLinksAreScoredAgain"),
      Arguments.of(SavesNothing.class, "aRestoredPluginContinues"),
      Arguments.of(ForgetsVisits.class, "aRestoredPluginContinues"),
      Arguments.of(TakesAnyState.class, "damagedStateIsRefusedWithoutTakingMuchMemory")
    };
  }

  /** Not run by the build, because it is nested; only by way of {@link ContractRun}. */
  abstract static class Broken extends LinkScorerContract {

    private final Supplier<LinkScorer> scorer;

    Broken(Supplier<LinkScorer> scorer) {
      this.scorer = scorer;
    }

    @Override
    protected LinkScorer scorer(RandomGenerator random) {
      return scorer.get();
    }

    @Override
    protected List<String> knownWords() {
      return WordCountScorer.WORDS;
    }

    @Override
    protected boolean explainsBySums() {
      return true;
    }
  }

  static class Lambda extends Broken {
    Lambda() {
      super(() -> page -> link -> link.anchorText().contains("laser") ? 1 : 0);
    }
  }

  static class LosesItsMemory extends Broken {
    LosesItsMemory() {
      super(
          () ->
              new LearningScorer() {
                @Override
                public PageScoring forPage(AnalyzedPage page) {
                  return link -> 0;
                }

                @Override
                public void learn(Visit visit, List<ScoredLink> links) {}

                @Override
                public boolean modelMoved() {
                  return false;
                }

                @Override
                public double rescore(Candidate candidate) {
                  return 0;
                }
              });
    }
  }

  static class ReadsNoWords extends Broken {
    ReadsNoWords() {
      super(() -> page -> link -> link.target().path().length());
    }

    @Override
    protected List<String> knownWords() {
      return List.of();
    }
  }

  static class NotANumber extends Broken {
    NotANumber() {
      super(() -> page -> link -> Math.log(link.anchorText().contains("laser") ? -1 : 1));
    }
  }

  static class InfiniteTieBreak extends Broken {
    InfiniteTieBreak() {
      super(
          () ->
              page ->
                  new Scoring(page, 1) {
                    @Override
                    public double tieBreak(Link link) {
                      return 1.0 / link.position();
                    }
                  });
    }
  }

  static class CountsCalls extends Broken {
    CountsCalls() {
      super(
          () -> {
            var calls = new AtomicInteger();
            return page -> link -> calls.incrementAndGet();
          });
    }
  }

  static class RemembersLinks extends Broken {
    RemembersLinks() {
      super(
          () ->
              page -> {
                var seen = new AtomicInteger();
                return link -> seen.incrementAndGet();
              });
    }
  }

  static class ExplainsAnother extends Broken {
    ExplainsAnother() {
      super(
          () ->
              page ->
                  new Scoring(page, 1) {
                    @Override
                    public Explanation explain(Link link) {
                      return Explanation.of("score", score(link) + 1e-12);
                    }
                  });
    }
  }

  static class ForgetsAPart extends Broken {
    ForgetsAPart() {
      super(
          () ->
              page ->
                  new Scoring(page, 1) {
                    @Override
                    public Explanation explain(Link link) {
                      List<Explanation> parts = List.of(Explanation.of("words", words(link)));
                      return new Explanation("word count", score(link), parts);
                    }
                  });
    }
  }

  static class DividesByWords extends Broken {
    DividesByWords() {
      super(() -> page -> link -> 1.0 / page.tokens().size());
    }
  }

  static class LetsThePathStateGrow extends Broken {
    LetsThePathStateGrow() {
      super(
          () ->
              page ->
                  new Scoring(page, 1) {
                    @Override
                    public PathState pathState() {
                      return PathState.of(
                          new double[10 * (1 + page.arrival().pathState().size() / 10)]);
                    }
                  });
    }
  }

  static class KnowsItsThread extends Broken {
    KnowsItsThread() {
      super(
          () -> {
            long builder = Thread.currentThread().getId();
            return page -> link -> Thread.currentThread().getId() == builder ? 1 : 2;
          });
    }
  }

  static class RescoresBadly extends Broken {
    RescoresBadly() {
      super(
          () ->
              new WordCountScorer() {
                @Override
                public double rescore(Candidate candidate) {
                  return Math.log(weight - 1);
                }
              });
    }
  }

  static class AlwaysMoves extends Broken {
    AlwaysMoves() {
      super(
          () ->
              new WordCountScorer() {
                @Override
                public boolean modelMoved() {
                  return true;
                }
              });
    }
  }

  static class SavesNothing extends Broken {
    SavesNothing() {
      super(
          () ->
              new WordCountScorer() {
                @Override
                public void save(StateWriter out) {}

                @Override
                public void restore(StateReader in) {}
              });
    }
  }

  /** What it forgets matters only for what it learns later. */
  static class ForgetsVisits extends Broken {
    ForgetsVisits() {
      super(
          () ->
              new WordCountScorer() {
                private int visits;

                @Override
                public void learn(Visit visit, List<ScoredLink> links) {
                  visits++;
                  weight = 0.9 * weight + 0.1 * visits;
                }
              });
    }
  }

  static class TakesAnyState extends Broken {
    TakesAnyState() {
      super(
          () ->
              new WordCountScorer() {
                @Override
                public void restore(StateReader in) {
                  try {
                    super.restore(in);
                  } catch (IOException e) {
                    weight = 1;
                  }
                }
              });
    }
  }
}
