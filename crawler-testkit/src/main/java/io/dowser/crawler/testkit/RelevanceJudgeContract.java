package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.VisitObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The contract of every {@link RelevanceJudge}: a relevance and a threshold from 0 to 1, the same
 * for the same page unless it observes a visit in between, the same from concurrent threads as from
 * one.
 *
 * <p>A judge that observes visits is notified of some; one that is {@link
 * io.dowser.crawler.api.Resumable} must judge in the same way after a restart, and refuse damaged
 * state without taking much memory.
 *
 * <pre>{@code
 * class MyJudgeTest extends RelevanceJudgeContract {
 *   @Override
 *   protected RelevanceJudge judge(RandomGenerator random) {
 *     return new MyJudge("laser", random.nextDouble()); // the threshold, from its whole range
 *   }
 *
 *   @Override
 *   protected List<String> knownWords() {
 *     return List.of("laser");
 *   }
 * }
 * }</pre>
 */
public abstract class RelevanceJudgeContract extends PluginContract {

  private static final int PAGES = 20;

  /** Called by subclasses. */
  protected RelevanceJudgeContract() {}

  /**
   * {@return a new judge under test} Draw each of its parameters from its allowed range, and
   * include the extremes.
   *
   * @param random the random numbers; equal ones must create equal judges
   */
  protected abstract RelevanceJudge judge(RandomGenerator random);

  /**
   * {@return words that the judge knows, for example those of its topic; empty if it reads none}
   */
  protected abstract List<String> knownWords();

  @SeededTest
  void relevanceAndThresholdAreWithinZeroAndOne(long seed) {
    RelevanceJudge judge = plugin(seed);
    List<AnalyzedPage> pages = new ArrayList<>(pages(seed));
    pages.addAll(new RandomPages(new SplittableRandom(seed), knownWords()).extremes());
    for (AnalyzedPage page : pages) {
      assertThat(judge.relevance(page)).as("relevance of %s", page).isBetween(0.0, 1.0);
      report(judge, page);
    }
    assertThat(judge.threshold()).as("threshold").isBetween(0.0, 1.0);
  }

  @SeededTest
  void relevanceIsRepeatable(long seed) {
    RelevanceJudge judge = usedPlugin(seed);
    List<AnalyzedPage> pages = pages(seed);

    assertThat(relevances(judge, pages)).isEqualTo(relevances(judge, pages));
  }

  @SeededTest
  void concurrentThreadsGetTheRelevancesOfOneThread(long seed) {
    RelevanceJudge judge = usedPlugin(seed);
    List<AnalyzedPage> pages = pages(seed);
    List<Double> expected = relevances(judge, pages);

    assertThat(Together.call(() -> relevances(judge, pages)))
        .allSatisfy(each -> assertThat(each).isEqualTo(expected));
  }

  @Override
  final RelevanceJudge plugin(long seed) {
    return judge(new SplittableRandom(seed));
  }

  @Override
  final RelevanceJudge usedPlugin(long seed) {
    RelevanceJudge judge = plugin(seed);
    pages(seed).forEach(page -> report(judge, page));
    return judge;
  }

  @Override
  final void checkRestored(long seed) {
    RelevanceJudge saved = usedPlugin(seed);
    RelevanceJudge restored = plugin(seed);
    SavedState.of(saved).restore(restored);

    assertThat(relevances(restored, pages(seed))).isEqualTo(relevances(saved, pages(seed)));
  }

  private List<AnalyzedPage> pages(long seed) {
    return new RandomPages(new SplittableRandom(~seed), knownWords()).pages(PAGES);
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
