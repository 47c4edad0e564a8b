package io.dowser.crawler.scorer;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.LinkScorerContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

class BestFirstScorerContractTest extends LinkScorerContract {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "暴雨");

  private static final double[] TERM_WEIGHTS = {Double.MIN_VALUE, 1e-300, 0.5, 1, 1e300};

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    return BestFirstScorer.builder(topic(random))
        .textNormalizer(HanNormalizer.create())
        .parentWeight(weight(random))
        .anchorWeight(weight(random))
        .contextWeight(weight(random))
        .contextCharacters(random.nextInt(300))
        .build();
  }

  private static Topic topic(RandomGenerator random) {
    Map<String, Double> weights = new LinkedHashMap<>();
    WORDS.forEach(word -> weights.put(word, TERM_WEIGHTS[random.nextInt(TERM_WEIGHTS.length)]));
    return Topic.of(weights);
  }

  private static double weight(RandomGenerator random) {
    return random.nextInt(4) == 0 ? random.nextInt(2) : random.nextDouble();
  }

  @Override
  protected List<String> knownWords() {
    return WORDS;
  }

  @Override
  protected boolean explainsBySums() {
    return true;
  }
}
