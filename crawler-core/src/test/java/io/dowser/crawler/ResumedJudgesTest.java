package io.dowser.crawler;

import io.dowser.crawler.testkit.ResumedCrawlContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The judge of this module that learns, in crawls that are aborted and killed. */
@Tag("slow")
class ResumedJudgesTest extends ResumedCrawlContract {

  @Override
  protected List<String> variants() {
    return List.of("expanded-topic");
  }

  @Override
  protected void crawl(Task task) {
    try (Crawler crawler =
        Crawls.of(task.web())
            .fetcher(task.fetcher())
            .judge(task.variant(), Map.of())
            .directory(task.directory())
            .persistence(Persistence.builder().commitVisits(task.commitVisits()).build())
            .listener(task.listener())
            .build()) {
      crawler.run().orThrow();
    }
  }

  public static void main(String[] arguments) {
    new ResumedJudgesTest().crawlUntilKilled(arguments);
  }
}
