package io.dowser.crawler.judge;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

class TopicTermsJudgeContractTest extends RelevanceJudgeContract {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "暴雨");

  private static final double[] TERM_WEIGHTS = {Double.MIN_VALUE, 1e-300, 0.5, 1, 1e300};

  @Override
  protected RelevanceJudge judge(RandomGenerator random) {
    TopicTermsJudge.Builder builder =
        TopicTermsJudge.builder(topic(random))
            .textNormalizer(HanNormalizer.create())
            .textAnalyzer(MixedScriptAnalyzer.create())
            .threshold(random.nextInt(3) / 2.0)
            .scope(random.nextBoolean() ? TopicVector.Scope.FULL : TopicVector.Scope.TOPIC_ONLY);
    return switch (random.nextInt(3)) {
      case 0 -> builder.growingCounts().build();
      case 1 -> builder.frozenCounts(DocumentFrequencies.Frozen.of(9, Map.of("laser", 9))).build();
      default -> builder.build();
    };
  }

  private static Topic topic(RandomGenerator random) {
    Map<String, Double> weights = new LinkedHashMap<>();
    WORDS.forEach(word -> weights.put(word, TERM_WEIGHTS[random.nextInt(TERM_WEIGHTS.length)]));
    return Topic.of(weights);
  }

  @Override
  protected List<String> knownWords() {
    return WORDS;
  }
}
