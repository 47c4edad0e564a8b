package io.dowser.crawler.shark;

import static java.util.Objects.requireNonNull;

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

/** Both profiles in crawls of a small web that are aborted and killed. */
@Tag("slow")
class ResumedSharkTest extends ResumedCrawlContract {

  private static final String BOUNDED = "bounded";

  static final Map<String, Map<String, String>> SETTINGS =
      Map.of(
          "paper",
          Map.of("profile", "paper", "minNormal", "0"),
          "recommended",
          Map.of(),
          BOUNDED,
          Map.of(),
          "rejecting",
          Map.of("minPrior", "0.6", "minNormal", "0.5"),
          "hosts",
          Map.of("linkSources", "hosts", "linkShare", "largest-count", "turnRatio", "3"));

  @Override
  protected List<String> variants() {
    return List.of("paper", "recommended", BOUNDED);
  }

  @Override
  protected RandomWeb web() {
    return RandomWeb.builder(3).pages(120).linksPerPage(20).build();
  }

  @Override
  protected void crawl(Task task) {
    Means.Builder means = Means.builder().workers(1);
    if (task.variant().equals(BOUNDED)) {
      means.frontierCapacity(20);
    }
    String profile = task.variant().equals("paper") ? "paper" : "recommended";
    try (Crawler crawler =
        Crawler.builder()
            .seed(task.web().seed().toString())
            .topic(task.web().topic())
            .judge(task.web().judge())
            .fetcher(task.fetcher())
            .scorer("shark", Map.of("profile", profile))
            .frontier("shark", requireNonNull(SETTINGS.get(task.variant())))
            .means(means.build())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .directory(task.directory())
            .persistence(Persistence.builder().commitVisits(task.commitVisits()).build())
            .listener(task.listener())
            .build()) {
      crawler.run().orThrow();
    }
  }

  public static void main(String[] arguments) {
    new ResumedSharkTest().crawlUntilKilled(arguments);
  }
}
