package io.dowser.examples.plugins;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.testkit.LinkScorerContract;
import java.util.List;
import java.util.random.RandomGenerator;

class AnchorShareScorerTest extends LinkScorerContract {

  private static final List<String> TERMS = List.of("tide", "moon");

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    return new AnchorShareScorer(TERMS, random.nextDouble()); // settings from their ranges
  }

  @Override
  protected List<String> knownWords() {
    return TERMS; // appear in the pages of the tests
  }
}
