package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check of the contract fails for a judge that breaks what it is about. */
class RelevanceJudgeContractTest {

  @ParameterizedTest(name = "{0} fails {1}")
  @MethodSource("brokenJudges")
  void checkFailsForAJudgeThatBreaksIt(Class<?> contract, String check) {
    ContractRun run = ContractRun.of(contract);

    assertThat(run.failed()).as(run.messages()).contains(check);
  }

  @Test
  void everyCheckPassesForAJudgeThatKeepsThem() {
    ContractRun run = ContractRun.of(Growing.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).hasSize(5);
  }

  static Object[] brokenJudges() {
    return new Object[] {
      Arguments.of(NotANumber.class, "relevanceAndThresholdAreWithinZeroAndOne"),
      Arguments.of(ThresholdInPercent.class, "relevanceAndThresholdAreWithinZeroAndOne"),
      Arguments.of(CountsCalls.class, "relevanceIsRepeatable"),
      Arguments.of(KnowsItsThread.class, "concurrentThreadsGetTheRelevancesOfOneThread"),
      Arguments.of(SavesNothing.class, "aRestoredPluginContinues")
    };
  }

  /** The share of pages with lasers among those visited, for a page with lasers. */
  static class GrowingJudge implements RelevanceJudge, VisitObserver, Resumable {

    private volatile double share;

    @Override
    public double relevance(AnalyzedPage page) {
      return page.terms().count("laser") > 0 ? share : 0;
    }

    @Override
    public void visited(Visit visit) {
      share = 0.9 * share + (visit.page().terms().count("laser") > 0 ? 0.1 : 0);
    }

    @Override
    public void save(StateWriter out) throws IOException {
      out.writeDouble(share);
    }

    @Override
    public void restore(StateReader in) throws IOException {
      share = in.readDouble();
    }
  }

  /** Not run by the build, because it is nested; only by way of {@link ContractRun}. */
  abstract static class Nested extends RelevanceJudgeContract {

    private final Supplier<RelevanceJudge> judge;

    Nested(Supplier<RelevanceJudge> judge) {
      this.judge = judge;
    }

    @Override
    protected RelevanceJudge judge(RandomGenerator random) {
      return judge.get();
    }

    @Override
    protected List<String> knownWords() {
      return List.of("laser");
    }
  }

  static class Growing extends Nested {
    Growing() {
      super(GrowingJudge::new);
    }
  }

  static class NotANumber extends Nested {
    NotANumber() {
      super(() -> page -> (double) page.terms().count("laser") / page.terms().total());
    }
  }

  static class ThresholdInPercent extends Nested {
    ThresholdInPercent() {
      super(
          () ->
              new GrowingJudge() {
                @Override
                public double threshold() {
                  return 50;
                }
              });
    }
  }

  static class CountsCalls extends Nested {
    CountsCalls() {
      super(
          () -> {
            var calls = new AtomicInteger();
            return page -> 1.0 / calls.incrementAndGet();
          });
    }
  }

  static class KnowsItsThread extends Nested {
    KnowsItsThread() {
      super(
          () -> {
            long builder = Thread.currentThread().getId();
            return page -> Thread.currentThread().getId() == builder ? 1 : 0;
          });
    }
  }

  static class SavesNothing extends Nested {
    SavesNothing() {
      super(
          () ->
              new GrowingJudge() {
                @Override
                public void save(StateWriter out) {}

                @Override
                public void restore(StateReader in) {}
              });
    }
  }
}
