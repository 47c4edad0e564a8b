package io.dowser.benchmarks;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Topic;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Ours, as a host application would set it up: best-first frontier and scorer, judge by topic
 * terms, everything in memory. There is no delay and no bound on the connections to a host, because
 * the loop that it is compared with knows neither.
 */
final class DowserCrawl implements CrawlerUnderTest {

  private static final Topic TOPIC = Topic.of("transaction", "index", "checkpoint", "软件包", "补丁");

  @Override
  public String label() {
    return "dowser";
  }

  @Override
  public long crawl(CrawlJob job, Consumer<String> visited) {
    try (Crawler crawler =
        Crawler.builder()
            .seed(job.seed())
            .topic(TOPIC)
            .httpClient(job.client())
            .maxPages(job.maxPages())
            .workers(job.workers())
            .connectionsPerHost(job.workers())
            .delay(Duration.ZERO)
            .listener(event -> tell(event, visited))
            .build()) {
      return crawler.run().orThrow().statistics().visited();
    }
  }

  private static void tell(CrawlEvent event, Consumer<String> visited) {
    if (event instanceof CrawlEvent.Visited page) {
      visited.accept(page.visit().url().toString());
    }
  }
}
