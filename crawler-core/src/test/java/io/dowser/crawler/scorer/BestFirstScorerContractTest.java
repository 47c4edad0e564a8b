package io.dowser.crawler.scorer;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.text.TextAnalyzer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

class BestFirstScorerContractTest extends LinkScorerContract {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "暴雨");

  private static final double[] TERM_WEIGHTS = {Double.MIN_VALUE, 1e-300, 0.5, 1, 1e300};

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    Map<String, String> settings =
        Map.of(
            "parentWeight", weight(random),
            "anchorWeight", weight(random),
            "contextWeight", weight(random),
            "contextCharacters", "" + random.nextInt(300));
    return BestFirstScorer.of(
        Settings.of(settings),
        CrawlContext.about(topic(random), HanNormalizer.create(), TextAnalyzer.PLAIN));
  }

  private static Topic topic(RandomGenerator random) {
    Map<String, Double> weights = new LinkedHashMap<>();
    WORDS.forEach(word -> weights.put(word, TERM_WEIGHTS[random.nextInt(TERM_WEIGHTS.length)]));
    return Topic.of(weights);
  }

  private static String weight(RandomGenerator random) {
    return "" + (random.nextInt(4) == 0 ? random.nextInt(2) : random.nextDouble());
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
