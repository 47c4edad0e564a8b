package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.store.StoreRepair;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is saved of a damaged directory. */
@Tag("slow")
class CrawlRepairTest {

  private static final int PAGE_BYTES = 8192;

  private static final RandomWeb WEB =
      RandomWeb.builder(2).pages(300).hosts(6).linksPerPage(6).build();

  @TempDir Path directory;
  private Path crawl;
  private Path file;
  private Path saved;

  @BeforeEach
  void crawlSomePages() {
    crawl = directory.resolve("crawl");
    file = crawl.resolve("crawl.db");
    saved = directory.resolve("saved");
    crawl(WEB, crawl, 100);
  }

  @Test
  void whatIsNotDamagedIsCopiedWholeAndResumedInTheSameOrder() {
    Path uninterrupted = directory.resolve("uninterrupted");
    crawl(WEB, uninterrupted, 300);

    StoreRepair repair = CrawlHistory.repair(crawl, saved);

    assertThat(repair.lost()).isEmpty();
    assertThat(repair.resumable()).isTrue();
    assertThat(repair.saved().visited()).isEqualTo(100);
    assertThat(StoredCrawls.story(saved)).isEqualTo(StoredCrawls.story(crawl));
    crawl(WEB, saved, 300);
    assertThat(StoredCrawls.visited(saved)).isEqualTo(StoredCrawls.visited(uninterrupted));
  }

  @Test
  void ofAKilledCrawlTheLogIsSavedToo() throws Exception {
    Path killed = directory.resolve("killed");
    try (Crawler crawler =
        Crawls.of(WEB)
            .directory(crawl)
            .persistence(Persistence.builder().commitVisits(3).build())
            .maxPages(300)
            .listener(
                event -> {
                  if (event.toString().contains("number=200") && !Files.exists(killed)) {
                    StoredCrawls.copy(crawl, killed);
                  }
                })
            .build()) {
      crawler.run().orThrow();
    }
    assumeLog(killed);

    StoreRepair repair = CrawlHistory.repair(killed, saved);

    assertThat(repair.lost()).isEmpty();
    assertThat(repair.saved().visited()).isGreaterThan(150);
    crawl(WEB, saved, 300);
    assertThat(new TreeSet<>(StoredCrawls.visited(saved))).hasSize(300);
  }

  private static void assumeLog(Path killed) throws IOException {
    assertThat(Files.size(killed.resolve("crawl.db-wal"))).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE FROM found WHERE id = 9,the links of 1 visits,true",
    "DELETE FROM found,the links of,true",
    "UPDATE found SET target_and_kind = 3 WHERE id = 9,the links of 1 visits,true",
    "UPDATE visit SET links = 2147483647 WHERE number = 20,the links of,true",
    "DELETE FROM journal,the saved frontier,true",
    "DROP TABLE journal,rows of the table journal,true",
    "DELETE FROM state WHERE name = 'frontier.kind',the saved frontier,true",
    "UPDATE state SET data = x'' WHERE name = 'settings',settings,false",
    "DROP INDEX visit_links,,true",
    "DROP VIEW link,,true",
    "DELETE FROM setting,settings,false",
    "DELETE FROM setting WHERE name = 'frontier',settings,false",
    "DROP TABLE setting,rows of the table setting,false",
    "DROP TABLE state,the state 'engine',false",
    "DELETE FROM visit WHERE number = 3,visit numbers that are missing,false",
    "UPDATE visit SET url = -5 WHERE number = 20,1 visits without their URL,false",
    "DELETE FROM known WHERE id = 3,url numbers that are missing,false",
    "UPDATE known SET url = 'no url' WHERE id = 3,1 texts in place of URLs,false",
    "DROP TABLE known,rows of the table known,false",
    "DROP TABLE visit,rows of the table visit,false"
  })
  void whatIsMissingIsReportedAndTheRestIsSaved(String damage, String lost, boolean resumable)
      throws Exception {
    change(damage);

    StoreRepair repair = assertSaved();

    assertThat(repair.resumable()).as(repair.toString()).isEqualTo(resumable);
    if (lost == null) {
      assertThat(repair.lost()).isEmpty();
    } else {
      assertThat(String.join("\n", repair.lost())).contains(lost);
    }
  }

  @Test
  void eachStateMayBeMissing() throws Exception {
    Path whole = StoredCrawls.copy(crawl, directory.resolve("whole"));
    for (String name : StoredCrawls.strings(whole, "SELECT DISTINCT name FROM state")) {
      StoredCrawls.delete(crawl);
      StoredCrawls.copy(whole, crawl);
      change("DELETE FROM state WHERE name = '" + name + "'");

      assertSaved();
      StoredCrawls.delete(saved);
    }
  }

  @Test
  void reasonsOfSkippedLinksAreSaved() {
    RandomWeb web = RandomWeb.builder(4).pages(300).hosts(6).linksPerPage(6).build();
    crawl = directory.resolve("borders");
    try (Crawler crawler =
        Crawls.of(web)
            .directory(crawl)
            .linkPolicy(LinkPolicy.urls(url -> url.hashCode() % 3 == 0, "no"))
            .build()) {
      crawler.run().orThrow();
    }
    List<String> reasons = skipped(crawl);
    assertThat(reasons).hasSizeGreaterThan(20);

    assertThat(CrawlHistory.repair(crawl, saved).lost()).isEmpty();

    assertThat(skipped(saved)).isEqualTo(reasons);
  }

  private static List<String> skipped(Path store) {
    return StoredCrawls.strings(
        store, "SELECT fingerprint || reason FROM skipped ORDER BY fingerprint");
  }

  @Test
  void frontierSavedBeforeAnUnknownNumberOfVisitsIsBuiltAgain() throws Exception {
    change("INSERT OR REPLACE INTO state VALUES ('frontier', 0, x''), ('frontier.visits', 0, x'')");

    assertThat(assertSaved().resumable()).isTrue();
  }

  @Test
  void eachPageOfTheFileMayBeLost() throws Exception {
    Path whole = StoredCrawls.copy(crawl, directory.resolve("whole"));
    int pages = (int) (Files.size(file) / PAGE_BYTES);
    int resumable = 0;
    for (int page = 1; page < pages; page++) {
      StoredCrawls.delete(crawl);
      StoredCrawls.copy(whole, crawl);
      overwrite(page, new byte[PAGE_BYTES]);

      resumable += assertSaved().resumable() ? 1 : 0;
      StoredCrawls.delete(saved);
    }
    assertThat(resumable).isBetween(pages / 4, pages - 2);
  }

  @Test
  void pagesOfALargerFileMayBeFullOfAnything() throws Exception {
    RandomWeb web = RandomWeb.builder(3).pages(2_000).hosts(20).linksPerPage(30).build();
    Path whole = directory.resolve("whole");
    crawl(web, whole, 1_000);
    int pages = (int) (Files.size(whole.resolve("crawl.db")) / PAGE_BYTES);
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 12; i++) {
      StoredCrawls.delete(crawl);
      StoredCrawls.copy(whole, crawl);
      byte[] bytes = new byte[PAGE_BYTES];
      if (i % 2 == 0) {
        random.nextBytes(bytes);
      }
      int page = random.nextInt(1, pages);
      overwrite(page, bytes);

      StoreRepair repair = CrawlHistory.repair(crawl, saved);

      assertThat(repair.saved().urls() + repair.saved().visited() + repair.saved().links())
          .as("seed %d, page %d of %d: %s", seed, page, pages, repair)
          .isGreaterThan(2_000);
      assertReadable();
      StoredCrawls.delete(saved);
    }
  }

  /** A page that was written to a wrong place, before one that cannot be read. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void pageWithRowsOfAnEarlierOneDoesNotHoldTheRepairUp() throws Exception {
    RandomWeb web = RandomWeb.builder(3).pages(2_000).hosts(20).linksPerPage(30).build();
    crawl = directory.resolve("large");
    file = crawl.resolve("crawl.db");
    crawl(web, crawl, 300);
    String leaves =
        "SELECT pageno - 1 FROM dbstat WHERE name = 'found' AND pagetype = 'leaf' ORDER BY path";
    List<Integer> pages =
        StoredCrawls.strings(crawl, leaves).stream().map(Integer::valueOf).toList();
    long links = Long.parseLong(StoredCrawls.strings(crawl, "SELECT max(id) FROM found").get(0));
    byte[] bytes = Files.readAllBytes(file);
    int from = pages.get(0) * PAGE_BYTES;
    overwrite(pages.get(3), Arrays.copyOfRange(bytes, from, from + PAGE_BYTES));
    overwrite(pages.get(4), new byte[PAGE_BYTES]);

    StoreRepair repair = CrawlHistory.repair(crawl, saved);

    assertThat(repair.lost()).first().isEqualTo("rows of the table found");
    assertThat(StoredCrawls.strings(saved, "SELECT max(id) FROM found"))
        .as("rows after the damage")
        .containsExactly(String.valueOf(links));
  }

  @Test
  void crawlThatContinuesIsSavedAsItWasAtOneMoment() {
    RandomWeb web = RandomWeb.builder(3).pages(3_000).hosts(20).linksPerPage(30).build();
    Path running = directory.resolve("running");
    try (Crawler crawler =
        Crawls.of(web)
            .directory(running)
            .persistence(Persistence.builder().commitVisits(3).build())
            .build()) {
      CrawlHandle handle = crawler.start();
      while (handle.statistics().visited() < 100) {
        Thread.onSpinWait();
      }
      for (int i = 0; i < 3; i++) {
        StoreRepair repair = CrawlHistory.repair(running, directory.resolve("saved" + i));

        assertThat(repair.lost()).as("%s, copy %d", handle.statistics(), i).isEmpty();
      }
    }
  }

  @Test
  void ofATruncatedFileTheBeginningIsSaved() throws Exception {
    try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.setLength(raw.length() - PAGE_BYTES);
    }

    StoreRepair repair = assertSaved();

    assertThat(repair.lost()).isNotEmpty();
    assertThat(repair.saved().visited()).as(repair.toString()).isEqualTo(100);
  }

  @Test
  void whatCannotBeReadAtAllLeavesNoNewDirectory() throws Exception {
    overwrite(0, new byte[PAGE_BYTES]);

    assertThatThrownBy(() -> CrawlHistory.repair(crawl, saved))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(crawl + " has a file crawl.db that is no crawl")
        .hasMessageContaining("damaged beyond repair");
    assertThat(saved).doesNotExist();
    assertThatThrownBy(() -> CrawlHistory.repair(directory.resolve("absent"), saved))
        .hasMessageContaining("has no file crawl.db");
    assertThat(saved).doesNotExist();
  }

  @Test
  void anExistingDirectoryIsRefusedAndLeftAsItIs() throws Exception {
    Files.createDirectory(saved);

    assertThatThrownBy(() -> CrawlHistory.repair(crawl, saved))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(saved + " exists");
    assertThat(saved).isEmptyDirectory();
    assertThatThrownBy(() -> CrawlHistory.repair(crawl, crawl))
        .hasMessageContaining(crawl + " exists");
  }

  /** Saves, reads what was saved, and resumes it, or learns why that cannot be. */
  private StoreRepair assertSaved() throws IOException {
    byte[] before = Files.readAllBytes(file);
    StoreRepair repair = CrawlHistory.repair(crawl, saved);

    assertThat(Files.readAllBytes(file)).as("the old file stays as it is").isEqualTo(before);
    assertReadable();
    List<String> visited = StoredCrawls.visited(saved);
    if (repair.resumable()) {
      crawl(WEB, saved, 300);
      assertThat(StoredCrawls.visited(saved)).startsWith(visited.toArray(String[]::new));
      assertThat(StoredCrawls.visited(saved)).as(repair.toString()).doesNotHaveDuplicates();
      try (CrawlHistory history = CrawlHistory.open(saved)) {
        assertThat(history.verify().problems()).as(repair.toString()).isEmpty();
      }
    } else {
      assertThatThrownBy(() -> crawl(WEB, saved, 300))
          .as(repair.toString())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(saved + " was saved from a damaged one and cannot be resumed");
    }
    return repair;
  }

  private void assertReadable() {
    try (CrawlHistory history = CrawlHistory.open(saved)) {
      assertThat(history.visits(0, Long.MAX_VALUE))
          .map(visit -> visit.url().toString())
          .isEqualTo(StoredCrawls.visited(saved));
      history.hosts();
      history.harvest(10);
      history.pending(url -> {});
      history.verify();
    }
  }

  private static void crawl(RandomWeb web, Path store, int pages) {
    try (Crawler crawler =
        Crawls.of(web)
            .directory(store)
            .persistence(Persistence.builder().commitVisits(30).build())
            .maxPages(pages)
            .build()) {
      crawler.run().orThrow();
    }
  }

  private void overwrite(int page, byte[] bytes) throws IOException {
    try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek((long) page * PAGE_BYTES);
      raw.write(bytes);
    }
  }

  private void change(String sql) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
