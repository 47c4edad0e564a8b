package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Topic;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.testkit.KilledProcess;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cycle of checks whose process is killed with SIGKILL again and again; a tenth of the pages
 * failed before.
 */
@Timeout(300)
@Tag("slow")
class KilledRecrawlTest {

  private static final int PAGES = 300;
  private static final int KILLS = 5;
  private static final int COMMIT = 20;

  /** Checks that a kill may lose: those of batches on their way, and those in flight. */
  private static final int WINDOW = 2 * COMMIT + 2;

  @TempDir Path temporary;

  @Test
  void cycleLosesNothingAndChecksNoPageTwiceBeyondTheLastCommits() throws Exception {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    Path directory = temporary.resolve("crawl");
    try (var site = new ChangingSite()) {
      String[] links = IntStream.range(0, PAGES).mapToObj(i -> "/" + i).toArray(String[]::new);
      site.on("/", "tides", links);
      for (int i = 0; i < PAGES; i++) {
        site.tagged("/" + i, "\"" + i + "\"", "tides " + i);
      }
      for (int i = 5; i < PAGES; i += 10) {
        site.on("/" + i, request -> ChangingSite.status(500));
      }
      begin(site.url("/"), directory);
      for (int i = 5; i < PAGES; i += 10) {
        site.on("/" + i, "tides " + i);
      }
      for (int i = 0; i < PAGES; i += 2) {
        site.tagged("/" + i, "\"new" + i + "\"", "tides of today " + i, "/new" + i);
        site.on("/new" + i, "new tides " + i);
      }
      site.forgetRequests();

      for (int kill = 1; kill <= KILLS; kill++) {
        killAfter(random.nextInt(30, 60), site, directory);
      }
      int requestsBefore = site.requestedPages().size();
      CrawlReport report = finish(directory);

      List<String> requested = site.requestedPages();
      var distinct = new HashSet<>(requested);
      assertThat(distinct).as("seed %d", seed).contains(links);
      assertThat(distinct).hasSize(1 + PAGES + PAGES / 2);
      assertThat(requested.size() - distinct.size()).isBetween(0, KILLS * WINDOW);
      assertThat(requestsBefore).as("requests before the last run").isLessThan(requested.size());
      assertThat(report.statistics().visited()).isEqualTo(1 + PAGES + PAGES / 2);
      assertThat(changedPages(directory)).hasSize(PAGES / 2).doesNotHaveDuplicates();
    }
  }

  private static List<String> changedPages(Path directory) {
    return StoredCrawls.strings(directory, "SELECT url FROM change WHERE kind = 'CHANGED'");
  }

  private static void begin(String seed, Path directory) {
    try (Crawler crawler =
        Crawler.builder()
            .seed(seed)
            .topic(Topic.of("tides"))
            .politeness(
                Crawls.HASTY.toBuilder().maxRetries(0).addressRules(AddressRules.ANY).build())
            .directory(directory)
            .build()) {
      crawler.run().orThrow();
    }
  }

  private static Crawler recrawl(Path directory) {
    return Crawler.recrawl(directory, Recrawl.builder().newShare(0.3).build())
        .means(Means.builder().workers(2).build())
        .persistence(Persistence.builder().commitVisits(COMMIT).build())
        .build();
  }

  private static CrawlReport finish(Path directory) {
    try (Crawler crawler = recrawl(directory)) {
      return crawler.run().orThrow();
    }
  }

  private void killAfter(int requests, ChangingSite site, Path directory) throws Exception {
    int enough = site.requestedPages().size() + requests;
    KilledProcess process =
        KilledProcess.start(getClass(), temporary.resolve("out"), directory.toString());
    assertThat(process.killOnce(() -> site.requestedPages().size() >= enough)).isTrue();
  }

  /** The process that is killed. */
  public static void main(String[] args) {
    finish(Path.of(args[0]));
  }
}
