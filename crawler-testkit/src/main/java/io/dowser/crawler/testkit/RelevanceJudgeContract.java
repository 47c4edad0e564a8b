package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.VisitObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * What every {@link RelevanceJudge} must do: a relevance and a threshold from 0 to 1, the same for
 * the same page while no visit comes between, the same from many threads at once as from one.
 *
 * <p>A judge that observes visits is notified of some; one that is {@link Resumable} must judge in
 * the same way after a restart.
 */
public abstract class RelevanceJudgeContract {

  private static final int PAGES = 20;

  /** For subclasses. */
  protected RelevanceJudgeContract() {}

  /**
   * Creates the judge under test. Draw each of its parameters from its allowed range, the extremes
   * on purpose.
   *
   * @param random what to draw from; equal randomness must give equal judges
   * @return a new judge
   */
  protected abstract RelevanceJudge judge(RandomGenerator random);

  /**
   * Returns words that the judge knows, for example those of its topic.
   *
   * @return at least one word
   */
  protected abstract List<String> knownWords();

  @ParameterizedTest(name = "seed {0}")
  @ArgumentsSource(Seeds.class)
  void relevanceAndThresholdAreWithinZeroAndOne(long seed) {
    RelevanceJudge judge = judge(new SplittableRandom(seed));
    List<AnalyzedPage> pages = pages(seed);
    pages.addAll(new RandomPages(new SplittableRandom(seed), knownWords()).extremes());
    for (AnalyzedPage page : pages) {
      assertThat(judge.relevance(page)).as("relevance of %s", page).isBetween(0.0, 1.0);
      report(judge, page);
    }
    assertThat(judge.threshold()).as("threshold").isBetween(0.0, 1.0);
  }

  @ParameterizedTest(name = "seed {0}")
  @ArgumentsSource(Seeds.class)
  void relevanceIsRepeatable(long seed) {
    RelevanceJudge judge = judge(new SplittableRandom(seed));
    List<AnalyzedPage> pages = pages(seed);
    pages.forEach(page -> report(judge, page));

    assertThat(relevances(judge, pages)).isEqualTo(relevances(judge, pages));
  }

  @ParameterizedTest(name = "seed {0}")
  @ArgumentsSource(Seeds.class)
  void manyThreadsAtOnceGetTheRelevancesOfOneThread(long seed) {
    RelevanceJudge judge = judge(new SplittableRandom(seed));
    List<AnalyzedPage> pages = pages(seed);
    pages.forEach(page -> report(judge, page));
    List<Double> expected = relevances(judge, pages);

    assertThat(Together.call(() -> relevances(judge, pages)))
        .allSatisfy(each -> assertThat(each).isEqualTo(expected));
  }

  @ParameterizedTest(name = "seed {0}")
  @ArgumentsSource(Seeds.class)
  void aRestoredJudgeJudgesInTheSameWay(long seed) {
    RelevanceJudge judge = judge(new SplittableRandom(seed));
    assumeTrue(judge instanceof Resumable, "the judge is not resumable");
    List<AnalyzedPage> pages = pages(seed);
    pages.forEach(page -> report(judge, page));
    RelevanceJudge restored = judge(new SplittableRandom(seed));
    SavedState saved = SavedState.of((Resumable) judge);
    saved.restore((Resumable) restored);

    assertThat(relevances(restored, pages)).isEqualTo(relevances(judge, pages));
    saved.checkDamage(() -> (Resumable) judge(new SplittableRandom(seed)), seed);
  }

  private List<AnalyzedPage> pages(long seed) {
    var pages = new RandomPages(new SplittableRandom(~seed), knownWords());
    List<AnalyzedPage> drawn = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      drawn.add(pages.page());
    }
    return drawn;
  }

  private static void report(RelevanceJudge judge, AnalyzedPage page) {
    if (judge instanceof VisitObserver observer) {
      observer.visited(CrawlFixtures.visit(1, page));
    }
  }

  private static List<Double> relevances(RelevanceJudge judge, List<AnalyzedPage> pages) {
    return pages.stream().map(judge::relevance).toList();
  }
}
