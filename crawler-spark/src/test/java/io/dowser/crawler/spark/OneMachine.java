package io.dowser.crawler.spark;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.testkit.RandomWeb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The same crawl by crawler-core, to compare with. */
final class OneMachine {

  private OneMachine() {}

  /** Returns the pages in the order in which one worker visits them. */
  static List<String> order(
      RandomWeb web, String scorer, Map<String, String> settings, int maxPages) {
    List<String> visited = new ArrayList<>();
    try (Crawler crawler =
        Crawler.builder()
            .seed(web.seed().toString())
            .topic(web.topic())
            .scorer(scorer, settings)
            .fetcher(web.web().fetcher())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .means(Means.builder().workers(1).build())
            .maxPages(maxPages)
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
}
