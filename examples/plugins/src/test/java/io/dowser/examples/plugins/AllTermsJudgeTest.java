package io.dowser.examples.plugins;

import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import java.util.List;
import java.util.random.RandomGenerator;

class AllTermsJudgeTest extends RelevanceJudgeContract {

  @Override
  protected RelevanceJudge judge(RandomGenerator random) {
    return new AllTermsJudge(TopicMatcher.of(knownWords(), TextNormalizer.PLAIN));
  }

  @Override
  protected List<String> knownWords() {
    return List.of("tide", "moon");
  }
}
