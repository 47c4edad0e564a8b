package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Resumable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * What every {@link Resumable} frontier, scorer and judge must do: continue after a restore as if
 * nothing had happened, and refuse damaged state without taking much memory.
 *
 * <p>The test of such a plugin implements this interface beside the contract of its kind, which
 * fails otherwise:
 *
 * <pre>{@code
 * class MyFrontierTest extends FrontierContract implements ResumableContract {
 *
 *   @Override
 *   protected Frontier frontier(RandomGenerator random) {
 *     return new MyFrontier();
 *   }
 * }
 * }</pre>
 *
 * <p>A saved frontier must also forget which hosts another gate delayed, because the restored one
 * does not know it.
 */
public interface ResumableContract {

  /**
   * Checks that a restored plugin continues as the saved one.
   *
   * @param seed where randomness starts
   */
  @ParameterizedTest(name = "seed {0}")
  @ArgumentsSource(Seeds.class)
  default void aRestoredPluginContinuesInTheSameWay(long seed) {
    PluginContract.of(this).checkRestored(seed);
  }

  /**
   * Checks that truncated and overwritten state is refused in bounded memory.
   *
   * @param seed where randomness starts
   */
  @ParameterizedTest(name = "seed {0}")
  @ArgumentsSource(Seeds.class)
  default void damagedStateIsRefusedWithoutTakingMuchMemory(long seed) {
    PluginContract contract = PluginContract.of(this);
    SavedState.of(contract.usedPlugin(seed)).checkDamage(() -> contract.plugin(seed), seed);
  }
}
