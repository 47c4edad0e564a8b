package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.common.base.Splitter;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a crawl says of a directory that is not as it was left. */
@Tag("slow")
class DamagedCrawlTest {

  private static final int PAGE_BYTES = 8192;

  private static final RandomWeb WEB =
      RandomWeb.builder(2).pages(300).hosts(6).linksPerPage(6).build();

  @TempDir Path directory;
  private Path crawl;
  private Path file;

  @BeforeEach
  void crawlSomePages() {
    crawl = directory.resolve("crawl");
    file = crawl.resolve("crawl.db");
    crawlSomePages(builder("best-first"));
  }

  /** So that later the same settings are given again, and nothing is recorded. */
  private static void crawlSomePages(Crawler.Builder builder) {
    try (Crawler crawler = builder.build();
        Stream<Visit> pages = crawler.pages()) {
      assertThat(pages.limit(100)).hasSize(100);
    }
  }

  private Crawler.Builder builder(String frontier) {
    return Crawls.of(WEB)
        .directory(crawl)
        .frontier(frontier, Map.of())
        .persistence(Persistence.builder().commitVisits(30).build());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, PAGE_BYTES, 5 * PAGE_BYTES})
  void aTruncatedFileIsDamaged(int bytes) throws IOException {
    try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.setLength(raw.length() - bytes);
    }

    assertRefused("malformed", ".recover");
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE FROM setting,rows of the settings are missing",
    "DELETE FROM setting WHERE name = 'frontier',rows of the settings are missing",
    "DELETE FROM state,state 'settings' is missing",
    "UPDATE state SET data = x'' WHERE name = 'settings',rows of the settings are missing",
    "DELETE FROM known,rows of known URLs or of visits are missing",
    "DELETE FROM known; DELETE FROM visit; DELETE FROM found,rows of known URLs or of visits",
    "DELETE FROM visit WHERE id = (SELECT max(id) FROM visit),rows of known URLs or of visits",
    "DROP TABLE state,table state is missing",
    "DROP TABLE setting,table setting is missing",
    "DROP TABLE pending,table pending is missing",
    "DROP TABLE visit,table visit is missing",
    "DROP TABLE found,table found is missing",
    "DROP TABLE known,table known is missing",
    "DROP TABLE page,table page is missing",
    "DROP TABLE change,table change is missing",
    "DROP TABLE later_link,table later_link is missing",
    "DROP VIEW link,view link is missing"
  })
  void whatIsMissingIsNamed(String damage, String words) throws Exception {
    change(damage);

    assertRefused(words, ".recover");
  }

  @Test
  void eachStateThatIsMissingIsNamed() throws Exception {
    crawlSomePages(
        builder("pagerank").persistence(Persistence.builder().allowChanged(true).build()));
    Path whole = StoredCrawls.copy(crawl, directory.resolve("whole"));
    List<String> names =
        StoredCrawls.strings(
            whole,
            "SELECT DISTINCT name FROM state WHERE name NOT LIKE 'robots %' AND name NOT IN ('settings', 'frontier.kind', 'known')");
    assertThat(names).contains("counters", "rows", "frontier {frontier=pagerank}");
    for (String name : names) {
      StoredCrawls.delete(crawl);
      StoredCrawls.copy(whole, crawl);
      change("DELETE FROM state WHERE name = '" + name.replace("'", "''") + "'");

      assertNamed("pagerank", "state '" + name + "' is missing", ".recover");
    }
  }

  @Test
  void aFolderInPlaceOfTheFileIsNamed() throws IOException {
    Files.delete(file);
    Files.createDirectory(file);

    assertRefused("a folder crawl.db where a file must be", "move it away");
  }

  @Test
  void anEmptyFileIsNoCrawl() throws IOException {
    Files.write(file, new byte[0]);

    assertRefused("crawl.db that is no crawl: it is empty", "restore a copy");
  }

  @Test
  void aFileWhoseBeginningIsOverwrittenIsNoCrawl() throws IOException {
    overwrite(0, 100);

    assertRefused("crawl.db that is no crawl: it is not an SQLite file", "restore a copy");
  }

  @Test
  void aLogWithoutItsFileIsNotTakenForANewCrawl() throws IOException {
    Files.move(file, crawl.resolve("crawl.db-wal"));

    assertRefused("a file crawl.db-wal but no crawl.db", "restore");
  }

  /** Whatever page is lost, the crawl says so, or does not need it. */
  @Test
  void eachPageOfTheFileMayBeLost() throws IOException {
    Path whole = StoredCrawls.copy(crawl, directory.resolve("whole"));
    int pages = (int) (Files.size(file) / PAGE_BYTES);
    int refused = 0;
    for (int page = 1; page < pages; page++) {
      StoredCrawls.delete(crawl);
      StoredCrawls.copy(whole, crawl);
      overwrite((long) page * PAGE_BYTES, PAGE_BYTES);

      Throwable problem = catchThrowable(() -> resume("best-first"));
      if (problem == null) {
        assertThat(StoredCrawls.visited(crawl)).as("page %d", page).doesNotHaveDuplicates();
      } else {
        assertThat(problem).as("page %d", page).isInstanceOf(StoreException.class);
        assertThat(problem).as("page %d", page).hasMessageContaining(crawl + " is damaged: ");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(pages / 2);
  }

  private void assertRefused(String what, String cure) throws IOException {
    byte[] before = Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];

    assertNamed("best-first", what, cure);

    if (before.length > 0) {
      assertThat(Files.readAllBytes(file)).as("the file stays as it is").isEqualTo(before);
    }
  }

  private void assertNamed(String frontier, String what, String cure) {
    assertThat(catchThrowable(() -> resume(frontier)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("damaged")
        .hasMessageContaining(crawl.toString())
        .hasMessageContaining(what)
        .hasMessageContaining(cure);
  }

  private void resume(String frontier) {
    try (Crawler crawler = builder(frontier).build()) {
      CrawlReport report = crawler.run();
      if (report.cause().orElse(null) instanceof CrawlException problem) {
        throw problem;
      }
      report.orThrow();
    }
  }

  private void overwrite(long from, int bytes) throws IOException {
    try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek(from);
      raw.write(new byte[bytes]);
    }
  }

  private void change(String sql) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      for (String each : Splitter.on(';').split(sql)) {
        statement.executeUpdate(each);
      }
    }
  }
}
