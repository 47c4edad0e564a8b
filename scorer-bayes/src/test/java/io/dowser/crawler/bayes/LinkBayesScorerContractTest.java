package io.dowser.crawler.bayes;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.text.TextNormalizer;
import java.util.List;
import java.util.random.RandomGenerator;

class LinkBayesScorerContractTest extends LinkScorerContract {

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    return LinkBayesScorer.of(RandomModels.link(random), TextNormalizer.PLAIN);
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
