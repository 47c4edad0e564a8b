package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Resumable;

/** The common part of the contracts of plugins that can be more than their kind demands. */
abstract class PluginContract {

  /** Creates the plugin under test; equal seeds create equal plugins. */
  abstract Object plugin(long seed);

  /** Creates the plugin under test and shows it a part of a crawl. */
  abstract Object usedPlugin(long seed);

  /** Checks that a restored plugin continues as the saved one. */
  abstract void checkRestored(long seed);

  static PluginContract of(ResumableContract contract) {
    if (contract instanceof PluginContract plugin) {
      return plugin;
    }
    throw new IllegalStateException(
        contract.getClass().getName()
            + " implements ResumableContract; it must also extend FrontierContract,"
            + " LinkScorerContract or RelevanceJudgeContract");
  }

  @SeededTest
  void thePluginRunsEveryContractThatFitsIt(long seed) {
    Object plugin = plugin(seed);
    String test = getClass().getName();
    assertThat(!(plugin instanceof Resumable) || this instanceof ResumableContract)
        .as("%s is Resumable: %s must implement ResumableContract", plugin.getClass(), test)
        .isTrue();
    assertThat(!(plugin instanceof LearningScorer) || this instanceof LearningScorerContract)
        .as("%s learns: %s must extend LearningScorerContract", plugin.getClass(), test)
        .isTrue();
  }
}
