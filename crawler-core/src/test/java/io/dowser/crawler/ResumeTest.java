package io.dowser.crawler;

import static io.dowser.crawler.Crawls.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A crawl whose files are copied while it runs continues from the copy as it continued itself. */
@Tag("slow")
class ResumeTest {

  private static final RandomWeb WEB =
      RandomWeb.builder(7).pages(600).hosts(12).linksPerPage(8).build();

  @TempDir Path directory;

  static Stream<Arguments> frontiers() {
    return Stream.of(
        Arguments.of("best-first", Map.of(), true),
        Arguments.of("best-first", Map.of("hostWindow", "5"), false),
        Arguments.of("breadth-first", Map.of(), true),
        Arguments.of("pagerank", Map.of(), false));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("frontiers")
  void killedCrawlContinuesWithTheBestPendingUrl(
      String frontier, Map<String, String> settings, boolean isOrderedByKeysAlone) {
    var random = new SplittableRandom(frontier.hashCode());
    Path whole = directory.resolve("whole");
    List<Path> copies = new ArrayList<>();
    CrawlListener copier =
        event -> {
          if (event instanceof CrawlEvent.Visited && random.nextInt(60) == 0) {
            copies.add(StoredCrawls.copy(whole, directory.resolve("copy" + copies.size())));
          }
        };
    run(crawl(whole, random.nextInt(1, 40)).frontier(frontier, settings).listener(copier));
    List<String> story = StoredCrawls.story(whole);
    int visits = StoredCrawls.visited(whole).size();

    assertThat(copies).hasSizeGreaterThan(3);
    for (Path copy : copies) {
      int before = StoredCrawls.visited(copy).size();
      CrawlReport report = run(crawl(copy, random.nextInt(1, 40)).frontier(frontier, settings));

      assertThat(report.statistics().visited()).isEqualTo(visits);
      assertThat(StoredCrawls.visited(copy))
          .as("resumed after %d visits, %s", before, copy)
          .containsExactlyInAnyOrderElementsOf(StoredCrawls.visited(whole));
      if (isOrderedByKeysAlone) {
        assertThat(StoredCrawls.story(copy))
            .as("resumed after %d visits, %s", before, copy)
            .isEqualTo(story);
      }
    }
  }

  @Test
  void aStoreChangesNothingInTheOrderOfVisits() {
    Path kept = directory.resolve("kept");
    run(crawl(kept, 200));
    var log = new ArrayList<String>();

    run(
        Crawls.of(WEB)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited visited) {
                    log.add(visited.visit().candidate().url().toString());
                  }
                }));

    assertThat(StoredCrawls.visited(kept)).isEqualTo(log);
  }

  @Test
  void aCrawlThatWasStoppedContinuesWithTheSameBuilderOrByItsDirectoryAlone() {
    Path whole = directory.resolve("whole");
    run(crawl(whole, 10));
    Path parts = directory.resolve("parts");

    CrawlReport first = run(crawl(parts, 10).maxPages(50));
    CrawlReport second = run(crawl(parts, 10).maxPages(130));
    CrawlReport last =
        run(
            Crawler.resume(parts)
                .fetcher(WEB.web().fetcher())
                .judge(WEB.judge())
                .maxPages(Long.MAX_VALUE));

    assertThat(first.stopReason()).isEqualTo(StopReason.PAGES);
    assertThat(second.statistics().visited()).isEqualTo(130);
    assertThat(last.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(last.statistics().visited()).isEqualTo(600);
    assertThat(StoredCrawls.visited(parts)).isEqualTo(StoredCrawls.visited(whole));
  }

  @Test
  void aCrawlWhoseThreadIsInterruptedContinuesAsIfNothingHadHappened() {
    Path whole = directory.resolve("whole");
    run(crawl(whole, 9));
    Path parts = directory.resolve("parts");

    for (long number = 100; number < 110; number++) { // some of them are the last of a group
      CrawlReport broken = runInterrupted(crawl(parts, 9), number);
      assertThat(broken.stopReason()).isEqualTo(StopReason.FAILED);
      assertThat(broken.cause()).containsInstanceOf(InterruptedException.class);
    }
    run(crawl(parts, 9));

    assertThat(StoredCrawls.visited(parts)).isEqualTo(StoredCrawls.visited(whole));
    try (CrawlHistory history = CrawlHistory.open(parts)) {
      assertThat(history.verify()).isEmpty();
    }
  }

  private static CrawlReport runInterrupted(Crawler.Builder builder, long atVisit) {
    builder.listener(
        event -> {
          if (event instanceof CrawlEvent.Visited page && page.visit().number() == atVisit) {
            Thread.currentThread().interrupt();
          }
        });
    try (Crawler crawler = builder.build()) {
      return crawler.run();
    }
  }

  private static Crawler.Builder crawl(Path directory, int commitVisits) {
    return Crawls.of(WEB)
        .directory(directory)
        .persistence(Persistence.builder().commitVisits(commitVisits).build());
  }
}
