package io.dowser.crawler.shark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.testkit.RandomWeb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both plugins by name, in the engine. */
class SharkCrawlTest {

  private static final Map<String, String> NOTHING_REJECTED = Map.of("minNormal", "0");

  @ParameterizedTest
  @CsvSource({"shark, shark", "shark, best-first", "best-first, shark"})
  void scorerAndFrontierWorkTogetherAndApart(String scorer, String frontier) {
    RandomWeb web = RandomWeb.builder(7).pages(300).build();

    List<String> visits = visits(web, scorer, frontier);

    assertThat(visits).hasSize(300).doesNotHaveDuplicates();
    assertThat(visits(web, scorer, frontier)).as("again").isEqualTo(visits);
  }

  @Test
  void manyWorkersVisitEachPageOnce() {
    RandomWeb web = RandomWeb.builder(3).pages(1_500).build();
    var visited = new ArrayList<String>();
    try (Crawler crawler =
        Crawler.builder()
            .seed(web.seed().toString())
            .topic(web.topic())
            .judge(web.judge())
            .fetcher(web.web().fetcher())
            .scorer("shark", Map.of())
            .frontier("shark", NOTHING_REJECTED)
            .politeness(Politeness.builder().delay(Duration.ZERO).connectionsPerHost(4).build())
            .means(Means.builder().workers(8).build())
            .listener(event -> note(event, visited))
            .build()) {
      crawler.run().orThrow();
    }

    assertThat(visited).hasSize(1_500).doesNotHaveDuplicates();
  }

  private static List<String> visits(RandomWeb web, String scorer, String frontier) {
    var visited = new ArrayList<String>();
    try (Crawler crawler =
        Crawler.builder()
            .seed(web.seed().toString())
            .topic(web.topic())
            .judge(web.judge())
            .fetcher(web.web().fetcher())
            .scorer(scorer, Map.of())
            .frontier(frontier, frontier.equals("shark") ? NOTHING_REJECTED : Map.of())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .means(Means.builder().workers(1).build())
            .listener(event -> note(event, visited))
            .build()) {
      crawler.run().orThrow();
    }
    return visited;
  }

  private static void note(CrawlEvent event, List<String> visited) {
    if (event instanceof CrawlEvent.Visited visit) {
      visited.add(visit.visit().url().toString());
    }
  }
}
