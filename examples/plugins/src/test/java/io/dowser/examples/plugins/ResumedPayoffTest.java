package io.dowser.examples.plugins;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.testkit.ResumedCrawlContract;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Crawls that learn are aborted and killed, and visit each page once. */
@Tag("slow")
class ResumedPayoffTest extends ResumedCrawlContract {

  @Override
  protected void crawl(Task task) {
    try (Crawler crawler =
        Crawler.builder()
            .seed(task.web().seed().toString())
            .topic(task.web().topic())
            .judge(task.web().judge())
            .scorer(new WordPayoffScorer())
            .fetcher(task.fetcher())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .directory(task.directory())
            .persistence(Persistence.builder().commitVisits(task.commitVisits()).build())
            .listener(task.listener())
            .build()) {
      crawler.run().orThrow();
    }
  }

  /** The process that is killed. */
  public static void main(String[] arguments) {
    new ResumedPayoffTest().crawlUntilKilled(arguments);
  }
}
