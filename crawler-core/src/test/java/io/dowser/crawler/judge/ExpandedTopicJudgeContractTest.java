package io.dowser.crawler.judge;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import io.dowser.crawler.text.TextNormalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

class ExpandedTopicJudgeContractTest extends RelevanceJudgeContract {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "暴雨");

  private static final double[] TERM_WEIGHTS = {Double.MIN_VALUE, 1e-300, 0.5, 1, 1e300};

  private static final int[] EXPANSIONS = {0, 1, 20, 1_000};

  @Override
  protected RelevanceJudge judge(RandomGenerator random) {
    Map<String, Double> weights = new LinkedHashMap<>();
    WORDS.forEach(word -> weights.put(word, TERM_WEIGHTS[random.nextInt(TERM_WEIGHTS.length)]));
    Map<String, String> settings =
        Map.of(
            "threshold", "" + random.nextInt(3) / 2.0,
            "expansion", "" + EXPANSIONS[random.nextInt(EXPANSIONS.length)]);
    return ExpandedTopicJudge.builder(
            Settings.of(settings),
            CrawlContext.about(
                Topic.of(weights), TextNormalizer.PLAIN, MixedScriptAnalyzer.create()))
        .example("laser and 台风", random.nextBoolean())
        .answers(
            random.nextInt(20),
            page -> CompletableFuture.completedFuture(page.text().length() > 40))
        .build();
  }

  @Override
  protected List<String> knownWords() {
    return WORDS;
  }
}
