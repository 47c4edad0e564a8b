package io.dowser.crawler.judge;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.judge.TopicTermsJudge.Measure;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

class TopicTermsJudgeContractTest {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "暴雨");

  private static final double[] TERM_WEIGHTS = {Double.MIN_VALUE, 1e-300, 0.5, 1, 1e300};

  @Nested
  class FixedCounts extends JudgeContract {

    @Override
    protected RelevanceJudge judge(RandomGenerator random) {
      return random.nextBoolean()
          ? TopicTermsJudge.of(
              settings(random, cosine(random), false),
              context(random),
              DocumentFrequencies.Frozen.of(9, Map.of("laser", 9)))
          : TopicTermsJudge.of(settings(random, measure(random), false), context(random));
    }
  }

  @Nested
  class GrowingCounts extends JudgeContract {

    @Override
    protected RelevanceJudge judge(RandomGenerator random) {
      return TopicTermsJudge.of(settings(random, cosine(random), true), context(random));
    }
  }

  abstract static class JudgeContract extends RelevanceJudgeContract {

    @Override
    protected List<String> knownWords() {
      return WORDS;
    }
  }

  private static CrawlContext context(RandomGenerator random) {
    Map<String, Double> weights = new LinkedHashMap<>();
    WORDS.forEach(word -> weights.put(word, TERM_WEIGHTS[random.nextInt(TERM_WEIGHTS.length)]));
    return CrawlContext.about(
        Topic.of(weights), HanNormalizer.create(), MixedScriptAnalyzer.create());
  }

  private static Settings settings(RandomGenerator random, Measure measure, boolean growing) {
    return Settings.of(
        Map.of(
            "measure", measure.name(),
            "threshold", "" + random.nextInt(3) / 2.0,
            "growingCounts", "" + growing));
  }

  private static Measure measure(RandomGenerator random) {
    return random.nextBoolean() ? Measure.MENTIONS : cosine(random);
  }

  private static Measure cosine(RandomGenerator random) {
    return random.nextBoolean() ? Measure.FULL_COSINE : Measure.COSINE;
  }
}
