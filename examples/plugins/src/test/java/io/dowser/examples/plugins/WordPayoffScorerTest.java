package io.dowser.examples.plugins;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.testkit.LinkScorerContract;
import java.util.List;
import java.util.random.RandomGenerator;

class WordPayoffScorerTest extends LinkScorerContract {

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    return new WordPayoffScorer();
  }

  @Override
  protected List<String> knownWords() {
    return List.of("tide", "moon");
  }
}
