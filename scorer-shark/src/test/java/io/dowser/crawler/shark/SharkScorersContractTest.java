package io.dowser.crawler.shark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.LinkScorerContract;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

class SharkScorersContractTest {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "暴雨");
  private static final double[] WEIGHTS = {Double.MIN_VALUE, 1e-300, 0.5, 1, 1e300};

  private static CrawlContext context(RandomGenerator random) {
    Map<String, Double> weights = new LinkedHashMap<>();
    WORDS.forEach(word -> weights.put(word, WEIGHTS[random.nextInt(WEIGHTS.length)]));
    return CrawlContext.about(Topic.of(weights));
  }

  private static LinkScorer create(RandomGenerator random, Map<String, String> settings) {
    var all = new HashMap<>(settings);
    all.put("vocabulary", random.nextBoolean() ? "full" : "topic-only");
    return new SharkScorer.Provider().create(Settings.of(all), context(random));
  }

  private static double share(RandomGenerator random) {
    return random.nextInt(4) == 0 ? random.nextInt(2) : random.nextDouble();
  }

  private static double positive(RandomGenerator random) {
    return random.nextInt(4) == 0 ? Double.MIN_VALUE : 1 - random.nextDouble();
  }

  @Nested
  class Improved extends LinkScorerContract {

    @Override
    protected LinkScorer scorer(RandomGenerator random) {
      return create(
          random,
          Map.of(
              "profile", random.nextBoolean() ? "paper" : "recommended",
              "xi", "" + positive(random),
              "beta", "" + share(random),
              "anchorThreshold", "" + share(random),
              "contextTokens", "" + random.nextInt(60),
              "lowerLimit", "" + share(random)));
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

  @Nested
  class Original extends LinkScorerContract {

    @Override
    protected LinkScorer scorer(RandomGenerator random) {
      return create(
          random,
          Map.of(
              "mode", "original",
              "delta", "" + positive(random),
              "beta", "" + share(random),
              "gamma", "" + share(random),
              "contextTokens", "" + random.nextInt(60),
              "depth", "" + random.nextInt(4)));
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

  @Nested
  class Fish extends LinkScorerContract {

    @Override
    protected LinkScorer scorer(RandomGenerator random) {
      return create(
          random,
          Map.of(
              "mode", "fish",
              "relevanceThreshold", "" + share(random),
              "width", "" + (1 + random.nextInt(5)),
              "depth", "" + random.nextInt(4)));
    }

    @Override
    protected List<String> knownWords() {
      return WORDS;
    }
  }
}
