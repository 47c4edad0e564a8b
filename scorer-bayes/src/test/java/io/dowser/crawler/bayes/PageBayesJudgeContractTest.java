package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageBayesJudgeContractTest extends RelevanceJudgeContract {

  @Override
  protected RelevanceJudge judge(RandomGenerator random) {
    double threshold = random.nextInt(2) == 0 ? random.nextInt(2) : random.nextDouble();
    return new PageBayesJudge(RandomModels.page(random), threshold);
  }

  @Override
  protected List<String> knownWords() {
    return RandomModels.WORDS;
  }

  @Test
  void relevanceIsTheProbabilityOfTheWholePage() {
    PageModel model = ZouExamples.train(PageSettings.PAPER);
    RelevanceJudge judge = model.judge();

    assertThat(judge.relevance(CrawlFixtures.page("http://a.example/", "fund news")))
        .isEqualTo(model.probability(ZouExamples.CONTEXT));
    assertThat(judge.threshold()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -0.01, 1.01})
  void thresholdOutOfRangeIsRefused(double threshold) {
    PageModel model = ZouExamples.train(PageSettings.PAPER);

    assertThatThrownBy(() -> model.judge(threshold))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("threshold must be 0.0 to 1.0, but was " + threshold);
  }
}
