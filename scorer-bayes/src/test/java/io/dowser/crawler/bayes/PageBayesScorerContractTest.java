package io.dowser.crawler.bayes;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.LinkScorerContract;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

class PageBayesScorerContractTest extends LinkScorerContract {

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    return PageBayesScorer.of(
        RandomModels.page(random),
        Settings.of(
            Map.of(
                "contextTokens",
                "" + (random.nextInt(3) == 0 ? 0 : random.nextInt(30)),
                "withAnchor",
                "" + random.nextBoolean(),
                "pageCounts",
                "" + random.nextBoolean(),
                "mix",
                "" + (random.nextInt(2) == 0 ? random.nextInt(2) : random.nextDouble()))));
  }

  @Override
  protected List<String> knownWords() {
    return RandomModels.WORDS;
  }

  @Override
  protected boolean explainsBySums() {
    return true;
  }
}
