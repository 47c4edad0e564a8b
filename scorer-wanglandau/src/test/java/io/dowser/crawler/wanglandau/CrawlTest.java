package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.RandomWeb;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole crawls with the plugins by name. */
@Tag("slow")
class CrawlTest {

  private static final RandomWeb WEB = RandomWeb.builder(3).pages(400).hosts(15).build();

  @ParameterizedTest
  @CsvSource({
    "lazy, 1",
    "lazy, 6",
    "fetch-on-expand, 1",
    "fetch-on-expand, 6",
  })
  void everyPageIsVisitedOnceByOneWorkerOrMany(String costModel, int workers) {
    CrawlReport report =
        crawl(workers)
            .frontier("wang-landau", Map.of("costModel", costModel))
            .scorer("wang-landau", anchorWeight(costModel))
            .build()
            .run()
            .orThrow();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({"paper, 1", "paper, 4", "paper-strict, 1", "paper-strict, 4"})
  void aCrawlOfThePaperEndsWhenNoPageIsQueued(String profile, int workers) {
    CrawlReport report =
        crawl(workers)
            .frontier("wang-landau", Map.of("profile", profile))
            .scorer("wang-landau", Map.of("anchorWeight", "1"))
            .build()
            .run()
            .orThrow();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isPositive().isLessThanOrEqualTo(400);
  }

  @Test
  void annealingVisitsEveryPage() {
    CrawlReport report =
        crawl(3)
            .frontier("simulated-annealing", Map.of())
            .scorer("wang-landau", Map.of())
            .build()
            .run()
            .orThrow();

    assertThat(report.statistics().visited()).isEqualTo(400);
  }

  @Test
  void aFocusedCrawlFindsTheTopicSoonerThanABreadthFirstOne() {
    long walk = relevant(crawl(1).frontier("wang-landau", Map.of()));
    long breadthFirst = relevant(crawl(1).frontier("breadth-first", Map.of()));

    assertThat(walk)
        .as("relevant pages among the first 100; breadth-first finds %d", breadthFirst)
        .isGreaterThan(breadthFirst);
  }

  private static long relevant(Crawler.Builder crawl) {
    return crawl
        .scorer("wang-landau", Map.of())
        .maxPages(100)
        .build()
        .run()
        .orThrow()
        .statistics()
        .relevant();
  }

  private static Crawler.Builder crawl(int workers) {
    return Crawler.builder()
        .seed(WEB.seed().toString())
        .topic(WEB.topic())
        .judge(WEB.judge())
        .fetcher(WEB.web().fetcher())
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .means(Means.builder().workers(workers).build());
  }

  private static Map<String, String> anchorWeight(String costModel) {
    return Map.of("anchorWeight", costModel.equals("lazy") ? "0.3" : "1");
  }
}
