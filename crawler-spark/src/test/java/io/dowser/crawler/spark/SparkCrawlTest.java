package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkCrawlTest {

  private static final RandomWeb WEB = WebFetcherProvider.web(1, 300, 12);

  @TempDir Path directory;

  private static Set<String> onOneMachine() {
    Set<String> visited = new TreeSet<>();
    try (Crawler crawler =
        Crawler.builder()
            .seed(WEB.seed().toString())
            .topic(WEB.topic())
            .fetcher(WEB.web().fetcher())
            .delay(Duration.ZERO)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited page) {
                    visited.add(page.visit().url().toString());
                  }
                })
            .build()) {
      crawler.run().orThrow();
    }
    return visited;
  }

  @Test
  void visitsTheSamePagesAsOneMachine() throws Exception {
    CrawlReport report =
        SparkCrawl.builder(LocalSpark.session(), directory.toString())
            .seed(WEB.seed().toString())
            .topic(WEB.topic())
            .fetcher("random-web", Map.of("pages", "300", "hosts", "12", "seed", "1"))
            .delay(Duration.ZERO)
            .roundSize(50)
            .build()
            .run();
    Set<String> visited =
        CrawlTables.open(LocalSpark.session(), directory.toString())
            .visits()
            .filter("outcome = 'VISITED'")
            .select("url")
            .collectAsList()
            .stream()
            .map(row -> row.getString(0))
            .collect(Collectors.toCollection(TreeSet::new));
    report.writeHtml(directory.resolve("report.html"));
    assertThat(visited).isEqualTo(onOneMachine());
    assertThat(report.statistics().visited()).isEqualTo(visited.size());
  }
}
