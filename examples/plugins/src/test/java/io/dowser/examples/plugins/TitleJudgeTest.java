package io.dowser.examples.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge.Answer;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.util.List;
import org.junit.jupiter.api.Test;

class TitleJudgeTest {

  private final TitleJudge judge = new TitleJudge();

  private double relevance(String title) {
    AnalyzedPage page =
        AnalyzedPage.builder(CrawlFixtures.candidate("http://a.test/", 1, 0)).title(title).build();
    return judge.relevance(page);
  }

  @Test
  void pagesWithTheTitleOfARelevantPageAreRelevantUntilTheAnswerIsWithdrawn() {
    judge.answered(
        List.of(
            new Answer("Tides", "The moon moves the sea.", 0.4, true),
            new Answer("Imprint", "Address", 0.4, false)));

    assertThat(relevance("Tides")).isGreaterThan(judge.threshold());
    assertThat(relevance("Imprint")).isLessThan(judge.threshold());

    judge.answered(List.of());
    assertThat(relevance("Tides")).isLessThan(judge.threshold());
  }
}
