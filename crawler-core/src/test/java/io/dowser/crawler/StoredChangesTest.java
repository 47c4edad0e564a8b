package io.dowser.crawler;

import static io.dowser.crawler.ChangingSite.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlHistory.Change;
import io.dowser.crawler.CrawlHistory.Change.Kind;
import io.dowser.crawler.CrawlHistory.UrlStatus;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.RowValues;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.store.StoredVisit.PathStep;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the directory of a crawl keeps of the checks of its pages. */
@Timeout(60)
class StoredChangesTest {

  @TempDir Path temporary;
  private Path directory;
  private ChangingSite site;
  private CrawlUrl home;
  private CrawlUrl later;

  /** A crawl of two pages, whose first one then leads to a third one, which is pending. */
  @BeforeEach
  void checkAPageThatLeadsToAnother() throws IOException {
    directory = temporary.resolve("crawl");
    site = new ChangingSite();
    home = CrawlUrl.of(site.url("/"));
    later = CrawlUrl.of(site.url("/later"));
    site.on("/", "tides", "/a").on("/a", "about tides").on("/later", "more tides");
    run(
        Crawler.builder()
            .seed(home.toString())
            .topic(Topic.of("tides"))
            .politeness(Politeness.builder().addressRules(AddressRules.ANY).build())
            .maxPages(2)
            .directory(directory));
    site.on("/", "tides of today", "/a", "/later");
    recrawl();
  }

  @AfterEach
  void close() {
    site.close();
  }

  private void recrawl() {
    run(Crawler.recrawl(directory, Recrawl.builder().build()));
  }

  private static void run(Crawler.Builder builder) {
    try (Crawler crawler =
        builder
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .means(Means.builder().workers(1).build())
            .build()) {
      crawler.run().orThrow();
    }
  }

  private static void execute(Path directory, String sql) throws SQLException {
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("crawl.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @Test
  void versionsBeginWithTheFirstVisit() {
    try (var history = CrawlHistory.open(directory)) {
      List<Change> versions = history.versions(home);

      assertThat(versions).extracting(Change::kind).containsExactly(Kind.VISITED, Kind.CHANGED);
      assertThat(versions).extracting(Change::version).containsExactly(1, 2);
      assertThat(versions.get(0).distance()).isEmpty();
      assertThat(versions.get(1).distance().orElseThrow()).isBetween(1, 64);
      assertThat(versions.get(1).linksAdded()).isEqualTo(1);
      assertThat(versions.get(1).bytes()).isGreaterThan(versions.get(0).bytes());
      assertThat(versions.get(1).time()).isAfter(versions.get(0).time());
      assertThat(history.versions(later)).isEmpty();
    }
  }

  @Test
  void changesAreThoseSinceATime() {
    Instant since = Instant.now().plusMillis(1);
    while (Instant.now().isBefore(since)) {
      Thread.onSpinWait();
    }
    site.on("/a", request -> status(301).with("Location", "/elsewhere"));
    recrawl();

    try (var history = CrawlHistory.open(directory)) {
      assertThat(history.changes(Instant.EPOCH))
          .extracting(Change::kind)
          .containsExactly(Kind.CHANGED, Kind.MOVED);
      Change moved = history.changes(since).get(0);
      assertThat(history.changes(since)).hasSize(1);
      assertThat(moved.page()).hasToString(site.url("/a"));
      assertThat(moved.movedTo()).isEqualTo(site.url("/elsewhere"));
      assertThat(moved.status()).isEqualTo(301);
      assertThat(moved.distance()).isEmpty();
    }
  }

  @Test
  void goneIsWhatIsGoneNow() {
    site.on("/a", request -> status(410));
    recrawl();
    try (var history = CrawlHistory.open(directory)) {
      CrawlHistory.GonePage gone = history.gone().get(0);
      assertThat(history.gone()).hasSize(1);
      assertThat(gone.page()).hasToString(site.url("/a"));
      assertThat(gone.rechecks()).isEqualTo(1);
      assertThat(gone.since()).isEqualTo(history.changes(Instant.EPOCH).get(1).time());
      assertThat(history.verify()).isEmpty();
    }
  }

  @Test
  void urlOfALaterVersionIsPendingWithTheLinkThatLedToIt() throws Exception {
    try (var history = CrawlHistory.open(directory);
        var reader = HistoryReader.open(directory)) {
      List<PathStep> path = history.pathTo(later);
      Candidate arrival = reader.arrival(later).orElseThrow();

      assertThat(path).extracting(PathStep::url).containsExactly(home, later);
      assertThat(path.get(1).anchor()).isEqualTo("tides /later");
      assertThat(path.get(1).score()).hasValue(arrival.score());
      assertThat(arrival.depth()).isEqualTo(1);
      assertThat(history.whyNotFetched(later).state()).isEqualTo(UrlStatus.State.PENDING);
      assertThat(history.verify()).isEmpty();
    }
  }

  @Test
  void urlThatWasSkippedBeforeALaterVersionQueuedItIsPending() throws Exception {
    execute(
        directory, "INSERT INTO skipped VALUES (" + RowValues.fingerprint(later) + ", 'x', NULL)");

    try (var history = CrawlHistory.open(directory)) {
      assertThat(history.whyNotFetched(later).state()).isEqualTo(UrlStatus.State.PENDING);
    }
  }

  @Test
  void frontierOfAnotherKindGetsTheUrlsOfLaterVersions() {
    run(
        Crawler.resume(directory)
            .frontier("breadth-first", Map.of())
            .maxPages(10)
            .persistence(Persistence.builder().allowChanged(true).build()));

    assertThat(StoredCrawls.visited(directory))
        .containsExactly(site.url("/"), site.url("/a"), later.toString());
    try (var history = CrawlHistory.open(directory)) {
      assertThat(history.pathTo(later)).extracting(PathStep::anchor).contains("tides /later");
    }
  }

  /** The URL is known from a page where it was too deep; the page that leads to it now is not. */
  @Test
  void frontierOfAnotherKindGetsAUrlThatWasTooDeepBefore() {
    Path shallow = temporary.resolve("shallow");
    site.on("/", "tides", "/a").on("/a", "about tides", "/deep").on("/deep", "deep", "/deeper");
    run(
        Crawler.builder()
            .seed(home.toString())
            .topic(Topic.of("tides"))
            .politeness(Politeness.builder().addressRules(AddressRules.ANY).build())
            .limits(Limits.builder().maxDepth(1).build())
            .directory(shallow));
    site.on("/", "tides of today", "/a", "/deep");
    run(Crawler.recrawl(shallow, Recrawl.builder().maxRequests(2).newShare(0).build()));
    assertThat(StoredCrawls.visited(shallow)).containsExactly(site.url("/"), site.url("/a"));

    run(
        Crawler.resume(shallow)
            .frontier("breadth-first", Map.of())
            .persistence(Persistence.builder().allowChanged(true).build()));

    assertThat(StoredCrawls.visited(shallow)).endsWith(site.url("/deep")).hasSize(3);
    assertThat(StoredCrawls.strings(shallow, "SELECT depth FROM visit ORDER BY id"))
        .containsExactly("0", "1", "1");
    try (var history = CrawlHistory.open(shallow)) {
      assertThat(history.verify()).isEmpty();
    }
  }

  @Test
  void unknownStatusOfAPageIsDamageThatTheRecrawlNames() throws Exception {
    execute(directory, "UPDATE page SET status = 'x' WHERE url = 1");

    try (Crawler crawler = Crawler.recrawl(directory, Recrawl.builder().build()).build()) {
      assertThat(crawler.run().cause().orElseThrow())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(directory.toString())
          .hasMessageContaining("is damaged")
          .hasMessageContaining("'x' is no status of a page");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UPDATE page SET url = 99 WHERE url = 1,1 states of pages that were not visited",
    "UPDATE page SET status = 'x' WHERE url = 1,1 states of pages",
    "UPDATE change SET url = 99,1 changes of pages that were not visited",
    "UPDATE change SET kind = 'x',1 changes of pages",
    "UPDATE later_link SET page = 99,1 links of later versions",
    "UPDATE later_link SET url = 99,1 links of later versions"
  })
  void whatMakesNoSenseIsNamed(String damage, String problem) throws Exception {
    execute(directory, damage);

    try (var history = CrawlHistory.open(directory)) {
      assertThat(history.verify()).anyMatch(each -> each.contains(problem));
    }
  }
}
