package io.dowser.crawler.wanglandau;

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

/** Both cost models and annealing in crawls of a small web that are aborted and killed. */
@Tag("slow")
class ResumedWalkTest extends ResumedCrawlContract {

  private static final String ANNEALING = "simulated-annealing";

  private static final String BOUNDED = "bounded";

  /** A test for flatness comes soon, so that ln f changes too. */
  private static final String SOON = "50";

  static final Map<String, Map<String, String>> SETTINGS =
      Map.of(
          "lazy",
          Map.of("interval", SOON, "rankLimit", "0.5"),
          "three walkers",
          Map.of("walkers", "3", "schedule", "one-over-t", "interval", SOON),
          "fetch-on-expand",
          Map.of("costModel", "fetch-on-expand", "interval", SOON),
          "paper",
          Map.of("profile", "paper", "rankLimit", "0.5"),
          "paper-strict",
          Map.of("profile", "paper-strict"),
          "growing counts",
          Map.of(),
          ANNEALING,
          Map.of(),
          BOUNDED,
          Map.of());

  @Override
  protected List<String> variants() {
    return List.of("lazy", "fetch-on-expand", ANNEALING, BOUNDED);
  }

  @Override
  protected RandomWeb web() {
    return RandomWeb.builder(3).pages(120).linksPerPage(20).build();
  }

  @Override
  protected void crawl(Task task) {
    String variant = task.variant();
    Means.Builder means = Means.builder().workers(1);
    if (variant.equals(BOUNDED)) {
      means.frontierCapacity(20);
    }
    try (Crawler crawler =
        Crawler.builder()
            .seed(task.web().seed().toString())
            .topic(task.web().topic())
            .judge(task.web().judge())
            .fetcher(task.fetcher())
            .scorer("wang-landau", scorer(variant))
            .frontier(
                variant.equals(ANNEALING) ? ANNEALING : "wang-landau",
                requireNonNull(SETTINGS.get(variant)))
            .means(means.build())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .directory(task.directory())
            .persistence(Persistence.builder().commitVisits(task.commitVisits()).build())
            .listener(task.listener())
            .build()) {
      crawler.run().orThrow();
    }
  }

  private static Map<String, String> scorer(String variant) {
    return switch (variant) {
      case "fetch-on-expand", "paper", "paper-strict" -> Map.of("anchorWeight", "1");
      case "growing counts" -> Map.of("growingCounts", "true");
      default -> Map.of();
    };
  }

  public static void main(String[] arguments) {
    new ResumedWalkTest().crawlUntilKilled(arguments);
  }
}
