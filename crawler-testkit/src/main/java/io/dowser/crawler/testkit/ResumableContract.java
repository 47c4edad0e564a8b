package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Resumable;

/**
 * What every {@link Resumable} frontier, scorer and judge must do: continue from the state that was
 * saved, and refuse damaged state without taking much memory.
 *
 * <p>The test of such a plugin implements this interface beside the contract of its kind, which
 * fails otherwise; {@link FrontierContract} has an example. Scorers and judges must continue as if
 * nothing had happened. A frontier gets the state that it had some visits ago, and everything that
 * is pending now by {@code putBack}; of that, nothing may be lost and nothing may come twice.
 */
public interface ResumableContract {

  /**
   * Checks that a restored plugin continues.
   *
   * @param seed where randomness starts
   */
  @SeededTest
  default void aRestoredPluginContinues(long seed) {
    PluginContract.of(this).checkRestored(seed);
  }

  /**
   * Checks that truncated and overwritten state is refused in bounded memory.
   *
   * @param seed where randomness starts
   */
  @SeededTest
  default void damagedStateIsRefusedWithoutTakingMuchMemory(long seed) {
    PluginContract contract = PluginContract.of(this);
    SavedState.of(contract.usedPlugin(seed)).checkDamage(() -> contract.plugin(seed), seed);
  }
}
