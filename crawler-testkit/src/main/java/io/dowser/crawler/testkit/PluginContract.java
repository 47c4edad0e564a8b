package io.dowser.crawler.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.VisitObserver;

/** The common part of the contracts of plugins that may be {@link Resumable}. */
abstract class PluginContract {

  /** Creates the plugin under test; equal seeds create equal plugins. */
  abstract Object plugin(long seed);

  /** Creates the plugin under test and uses it in a part of a crawl. */
  abstract Object usedPlugin(long seed);

  /** Checks that a restored plugin continues as the saved one. */
  abstract void checkRestored(long seed);

  @SeededTest
  void aRestoredPluginContinues(long seed) {
    assumeResumable(plugin(seed));
    checkRestored(seed);
  }

  @SeededTest
  void damagedStateIsRefusedWithoutTakingMuchMemory(long seed) {
    Object used = usedPlugin(seed);
    assumeResumable(used);
    SavedState.of(used).checkDamage(() -> plugin(seed), seed);
  }

  private static void assumeResumable(Object plugin) {
    boolean learns = plugin instanceof LearningScorer || plugin instanceof VisitObserver;
    String why =
        learns
            ? " learns, but is not Resumable: its memory is lost by a restart"
            : " is not Resumable";
    assumeTrue(plugin instanceof Resumable, () -> plugin.getClass().getName() + why);
  }
}
