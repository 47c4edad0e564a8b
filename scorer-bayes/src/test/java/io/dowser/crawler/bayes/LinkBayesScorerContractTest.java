package io.dowser.crawler.bayes;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.testkit.LinkScorerContract;
import java.util.List;
import java.util.random.RandomGenerator;

class LinkBayesScorerContractTest extends LinkScorerContract {

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    return LinkBayesScorer.of(RandomModels.link(random));
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
