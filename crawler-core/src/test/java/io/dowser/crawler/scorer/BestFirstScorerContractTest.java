package io.dowser.crawler.scorer;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.LinkScorerContract;
import java.util.List;
import java.util.random.RandomGenerator;

class BestFirstScorerContractTest extends LinkScorerContract {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "暴雨");

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    return BestFirstScorer.builder(Topic.of(WORDS.toArray(String[]::new)))
        .textNormalizer(HanNormalizer.create())
        .parentWeight(weight(random))
        .anchorWeight(weight(random))
        .contextWeight(weight(random))
        .contextCharacters(random.nextInt(300))
        .build();
  }

  private static double weight(RandomGenerator random) {
    return random.nextInt(4) == 0 ? random.nextInt(2) : random.nextDouble();
  }

  @Override
  protected List<String> knownWords() {
    return WORDS;
  }
}
