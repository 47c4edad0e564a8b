package io.dowser.crawler.meaning;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.testkit.ResumedCrawlContract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Crawls of a small web that are aborted and killed. */
@Tag("slow")
class ResumedMeaningTest extends ResumedCrawlContract {

  @Override
  protected List<String> variants() {
    return List.of("words and meaning");
  }

  @Override
  protected RandomWeb web() {
    return RandomWeb.builder(3).pages(120).linksPerPage(20).build();
  }

  @Override
  protected void crawl(Task task) {
    try (Crawler crawler =
        Crawler.builder()
            .seed(task.web().seed().toString())
            .topic(task.web().topic())
            .judge("meaning", Map.of("words", "expanded-topic"))
            .fetcher(task.fetcher())
            .scorer("meaning", Map.of())
            .means(Means.builder().workers(1).build())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .directory(task.directory())
            .persistence(Persistence.builder().commitVisits(task.commitVisits()).build())
            .listener(task.listener())
            .build()) {
      crawler.run().orThrow();
    }
  }

  public static void main(String[] arguments) {
    new ResumedMeaningTest().crawlUntilKilled(arguments);
  }
}
