package io.dowser.crawler.judge;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import io.dowser.crawler.text.TermScope;
import java.util.List;
import java.util.random.RandomGenerator;

class TopicTermsJudgeContractTest extends RelevanceJudgeContract {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "暴雨");

  @Override
  protected RelevanceJudge judge(RandomGenerator random) {
    TopicTermsJudge.Builder builder =
        TopicTermsJudge.builder(Topic.of(WORDS.toArray(String[]::new)))
            .textNormalizer(HanNormalizer.create())
            .textAnalyzer(MixedScriptAnalyzer.create())
            .threshold(random.nextInt(3) / 2.0)
            .scope(random.nextBoolean() ? TermScope.FULL : TermScope.TOPIC_ONLY);
    return random.nextBoolean() ? builder.growingCounts().build() : builder.build();
  }

  @Override
  protected List<String> knownWords() {
    return WORDS;
  }
}
