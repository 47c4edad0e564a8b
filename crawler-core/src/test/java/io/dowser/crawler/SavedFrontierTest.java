package io.dowser.crawler;

import static io.dowser.crawler.Crawls.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.StoreOptions;
import io.dowser.crawler.internal.store.StoreReader;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.traps.TrapRules;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a frontier is saved as a whole, and what of it, on a web where nearly every link is new. */
class SavedFrontierTest {

  private static final int LINKS = 40;

  /** Commits each visit, so that the clock decides nothing. */
  private static final Persistence EACH_VISIT =
      Persistence.builder().commitVisits(1).commitAfter(Duration.ofHours(1)).build();

  @TempDir Path directory;

  @Test
  void aFrontierThatOnlyGrowsIsSavedAndContinues() {
    Path whole = directory.resolve("whole");
    Path copy = directory.resolve("copy");
    CrawlListener copier =
        event -> {
          if (event instanceof CrawlEvent.Visited v && v.visit().number() == 880) {
            StoredCrawls.copy(whole, copy);
          }
        };
    run(crawl(1_000).directory(whole).listener(copier));
    assertThat(StoredCrawls.strings(copy, "SELECT DISTINCT name FROM state")).contains("frontier");

    run(crawl(1_000).directory(copy));

    assertThat(StoredCrawls.visited(copy)).hasSize(1_000).isEqualTo(StoredCrawls.visited(whole));
  }

  @Test
  void linksBeforeARestartCountTowardsTheNextSavedFrontier() {
    run(crawl(400).directory(directory));
    assertThat(StoredCrawls.strings(directory, "SELECT name FROM state"))
        .doesNotContain("frontier");

    run(crawl(800).directory(directory));

    assertThat(StoredCrawls.strings(directory, "SELECT name FROM state")).contains("frontier");
  }

  @Test
  void aSavedFrontierTakesFewBytesAndIsSavedSeldom() {
    String sql = "SELECT sum(length(data)) < 20 * 200000 FROM state WHERE name = 'frontier'";
    List<String> fewBytes = new ArrayList<>();
    List<Long> visits = new ArrayList<>();
    CrawlListener listener =
        event -> {
          if (event instanceof CrawlEvent.Visited v && v.visit().number() == 6_150) {
            fewBytes.addAll(StoredCrawls.strings(directory, sql));
            visits.add(visitsBefore(directory));
          }
        };

    run(crawl(6_200).directory(directory).persistence(EACH_VISIT).listener(listener));

    assertThat(fewBytes).containsExactly("1");
    // each 500 visits 20,000 links are found, of which 18,000 wait; so it is saved after each 500
    // visits until an eighth of the pending links is more than 20,000 links, after 4,500 visits,
    // and then
    // after an eighth more each time: at about 5,010 and 5,570, and next at 6,200
    assertThat(visits).hasSize(1).allMatch(before -> before >= 5_540 && before <= 5_600);
  }

  @Test
  void aCrawlThatIsShutDownCleanlyIsOpenedWithoutReplay() {
    Path whole = directory.resolve("whole");
    Path parts = directory.resolve("parts");
    run(crawl(6_250).directory(whole));
    run(crawl(6_150).directory(parts).persistence(EACH_VISIT));
    assertThat(visitsBefore(parts)).isEqualTo(6_150);
    assertThat(StoredCrawls.strings(parts, "SELECT id FROM journal")).isEmpty();

    run(crawl(6_250).directory(parts).persistence(EACH_VISIT));

    assertThat(StoredCrawls.visited(parts)).hasSize(6_250).isEqualTo(StoredCrawls.visited(whole));
    assertThat(visitsBefore(parts)).as("a few more links do not count").isEqualTo(6_150);
  }

  /** How many visits the saved frontier knows of. */
  private static long visitsBefore(Path directory) {
    String sql = "SELECT hex(data) FROM state WHERE name = 'frontier.visits'";
    return Long.parseLong(StoredCrawls.strings(directory, sql).get(0), 16);
  }

  @Test
  void aPendingUrlThatIsMissingIsReported() throws SQLException {
    run(crawl(700).directory(directory));
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory + "/crawl.db");
        var statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE known SET url = 'no url' WHERE id = 9000");
    }

    assertThatThrownBy(() -> run(crawl(800).directory(directory)))
        .isInstanceOf(CrawlException.class)
        .rootCause()
        .hasMessageContaining("no url");
  }

  @Test
  void urlsAreFoundInAnyOrderUntilTheCrawlIsStopped() {
    run(crawl(100).directory(directory));
    List<String> urls = StoredCrawls.strings(directory, "SELECT url FROM known ORDER BY id");
    var stopped = new AtomicBoolean();
    var before = new StoreReader.Place(100, 3_000);
    try (var store = CrawlStore.open(directory, StoreOptions.DEFAULTS);
        var visits = store.reader().visits(before, url -> {}, stopped::get)) {
      for (int number : new int[] {2_000, 1_000, 3_100, 2_500}) { // the third is not read ahead
        assertThat(visits.url(number)).hasToString(urls.get(number));
      }
      assertThatThrownBy(() -> visits.url(1L << 40))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("is missing");
      stopped.set(true);
      assertThatThrownBy(() -> visits.url(2_500)).isInstanceOf(CancellationException.class);
    }
  }

  private static Crawler.Builder crawl(int pages) {
    return Crawler.builder()
        .seed(url(0).toString())
        .judge(page -> 0.5)
        .scorer(page -> link -> (link.target().hashCode() & 63) / 64.0)
        .fetcher(SavedFrontierTest::fetch)
        .pageAnalyzer(SavedFrontierTest::analyze)
        .robots(RobotsPolicy.IGNORE)
        .traps(TrapRules.NONE)
        .delay(Duration.ZERO)
        .workers(1)
        .maxPages(pages);
  }

  private static CrawlUrl url(long number) {
    return CrawlUrl.of("http://host" + number % 100 + ".test/page/" + number);
  }

  private static FetchResult fetch(FetchRequest request) {
    return new FetchResult.Fetched(
        request.url(),
        200,
        FetchResult.NO_HEADERS,
        Body.EMPTY,
        FetchResult.Truncation.NONE,
        Duration.ZERO);
  }

  private static AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
    String path = fetched.url().path();
    var random = new SplittableRandom(Long.parseLong(path.substring(path.lastIndexOf('/') + 1)));
    AnalyzedPage.Builder page = AnalyzedPage.builder(arrival).text(path);
    for (int i = 0; i < LINKS; i++) {
      page.link(url(random.nextLong(i < 4 ? 100 : 1L << 50)), "link " + i);
    }
    return page.build();
  }
}
