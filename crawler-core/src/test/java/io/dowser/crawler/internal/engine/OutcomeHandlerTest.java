package io.dowser.crawler.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.internal.pages.Outcome;
import io.dowser.crawler.internal.politeness.FetchTask;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeHandlerTest {

  private static final CrawlUrl MAP = CrawlUrl.of("http://a.test/sitemap.xml");
  private static final FetchTask TASK =
      FetchTask.of(Candidate.seed(CrawlUrl.of("http://a.test/"), 0)).forSitemap(MAP);

  @Test
  void analysisOfASitemapIsNotTheTimeOfItsHost() {
    var fetched =
        new FetchResult.Fetched(
            MAP,
            200,
            FetchResult.NO_HEADERS,
            Body.EMPTY,
            FetchResult.Truncation.NONE,
            Duration.ofMillis(70));

    assertThat(
            OutcomeHandler.responseTime(
                new Outcome.Listed(TASK, fetched, List.of(), Map.of(), Optional.empty())))
        .isEqualTo(Duration.ofMillis(70));
  }

  @Test
  void responseThatIsNotAnalysedTookAllOfTheTime() {
    var failed = FetchResult.Failed.of(MAP, FetchResult.FailureReason.IO, "");

    assertThat(
            OutcomeHandler.responseTime(
                new Outcome.Listed(TASK, failed, List.of(), Map.of(), Optional.empty())))
        .isNull();
  }
}
