package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Resumable;

/**
 * What every {@link Resumable} frontier, scorer and judge must do: continue after a restore as if
 * nothing had happened, and refuse damaged state without taking much memory.
 *
 * <p>The test of such a plugin implements this interface beside the contract of its kind, which
 * fails otherwise; {@link FrontierContract} has an example.
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
  @SeededTest
  default void aRestoredPluginContinuesInTheSameWay(long seed) {
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
