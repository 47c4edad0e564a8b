package io.dowser.crawler.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls that start with the weights of another one. */
class StartFromTest {

  private static final RandomWeb WEB = RandomWeb.builder(3).pages(120).linksPerPage(20).build();

  @TempDir Path directory;

  private static AdaptiveScorer scorer() {
    return AdaptiveScorer.of(Settings.none(), CrawlContext.about(WEB.topic()), Map.of());
  }

  private static Crawler.Builder crawl(AdaptiveScorer scorer) {
    return Crawler.builder()
        .seed(WEB.seed().toString())
        .topic(WEB.topic())
        .judge(WEB.judge())
        .fetcher(WEB.web().fetcher())
        .scorer(scorer)
        .means(Means.builder().workers(1).build())
        .politeness(Politeness.builder().delay(Duration.ZERO).build());
  }

  @Test
  void secondCrawlBeginsWithTheWeightsOfTheFirst() {
    AdaptiveScorer first = scorer();
    try (Crawler crawler = crawl(first).directory(directory).build()) {
      crawler.run().orThrow();
    }
    AdaptiveScorer second = scorer();
    assertThat(second.learnedWeights()).isNotEqualTo(first.learnedWeights());

    try (Crawler crawler =
        crawl(second).persistence(Persistence.builder().startFrom(directory).build()).build()) {
      assertThat(second.learnedWeights()).isEqualTo(first.learnedWeights());
      assertThat(crawler.run().orThrow().statistics().relevant()).isPositive();
    }
    assertThat(second.learnedWeights()).isNotEqualTo(first.learnedWeights());
  }
}
