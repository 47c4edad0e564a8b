package io.dowser.crawler;

import io.dowser.crawler.testkit.ResumedCrawlContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The frontiers of this module in crawls that are aborted and killed. */
@Tag("slow")
class ResumedFrontiersTest extends ResumedCrawlContract {

  private static final Map<String, Map<String, String>> SETTINGS =
      Map.of("best-first hostWindow", Map.of("hostWindow", "5"));

  @Override
  protected List<String> variants() {
    return List.of(
        "best-first",
        "best-first hostWindow",
        "best-first bounded",
        "breadth-first",
        "breadth-first bounded",
        "pagerank",
        "pagerank bounded");
  }

  @Override
  protected void crawl(Task task) {
    String frontier = task.variant().split(" ", 2)[0];
    Means.Builder means = Means.builder();
    if (task.variant().endsWith(" bounded")) {
      means.frontierCapacity(50);
    }
    try (Crawler crawler =
        Crawls.of(task.web())
            .fetcher(task.fetcher())
            .frontier(frontier, SETTINGS.getOrDefault(task.variant(), Map.of()))
            .directory(task.directory())
            .persistence(Persistence.builder().commitVisits(task.commitVisits()).build())
            .means(means.build())
            .listener(task.listener())
            .build()) {
      crawler.run().orThrow();
    }
  }

  public static void main(String[] arguments) {
    new ResumedFrontiersTest().crawlUntilKilled(arguments);
  }
}
