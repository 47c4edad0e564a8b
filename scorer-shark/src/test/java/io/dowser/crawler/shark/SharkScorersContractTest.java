package io.dowser.crawler.shark;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

class SharkScorersContractTest {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "暴雨");
  private static final double[] WEIGHTS = {Double.MIN_VALUE, 1e-300, 0.5, 1, 1e300};

  private static KeyWords.Builder keyWords(RandomGenerator random) {
    Map<String, Double> weights = new LinkedHashMap<>();
    WORDS.forEach(word -> weights.put(word, WEIGHTS[random.nextInt(WEIGHTS.length)]));
    return KeyWords.builder(Topic.of(weights))
        .vocabulary(random.nextBoolean() ? TopicVector.Scope.FULL : TopicVector.Scope.TOPIC_ONLY);
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
      return SharkScorer.builder(keyWords(random))
          .profile(random.nextBoolean() ? SharkProfile.PAPER : SharkProfile.RECOMMENDED)
          .xi(positive(random))
          .beta(share(random))
          .anchorThreshold(share(random))
          .contextTokens(random.nextInt(60))
          .lowerLimit(share(random))
          .build();
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
      return new OriginalSharkScorer(
          keyWords(random).build(),
          positive(random),
          share(random),
          share(random),
          random.nextInt(60),
          new DepthBound(random.nextInt(4)));
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
      return new FishScorer(
          keyWords(random).build(),
          share(random),
          1 + random.nextInt(5),
          new DepthBound(random.nextInt(4)));
    }

    @Override
    protected List<String> knownWords() {
      return WORDS;
    }
  }
}
