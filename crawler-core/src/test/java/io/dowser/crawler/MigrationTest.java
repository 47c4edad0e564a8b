package io.dowser.crawler;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.store.StoreRepair;
import io.dowser.crawler.store.StoredChange;
import io.dowser.crawler.testkit.KilledProcess;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Directories of older formats. That of format 7 was written by the last version of that format: a
 * crawl of {@link #WEB} with {@code commitVisits(10)} that was stopped after 25 visits.
 */
@Timeout(120)
class MigrationTest {

  private static final RandomWeb WEB =
      RandomWeb.builder(7).pages(60).hosts(4).linksPerPage(4).build();

  private static final int KILLS = 3;
  private static final int CRAWLS = 200;

  @TempDir Path temporary;
  private Path crawl;
  private Path file;
  private Path backup;

  @BeforeEach
  void unpack() throws IOException {
    crawl = temporary.resolve("crawl");
    file = crawl.resolve("crawl.db");
    backup = crawl.resolve("crawl.db.format7");
    unpack(crawl);
  }

  private static void unpack(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (var packed = requireNonNull(MigrationTest.class.getResourceAsStream("format7.db.gz"))) {
      Files.copy(new GZIPInputStream(packed), directory.resolve("crawl.db"));
    }
  }

  private static void resume(Path directory) {
    Crawls.run(
        Crawls.of(WEB)
            .directory(directory)
            .persistence(Persistence.builder().commitVisits(10).build()));
  }

  private static String format(Path file) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var rows = connection.createStatement().executeQuery("PRAGMA user_version")) {
      return rows.getString(1);
    }
  }

  private void assertResumesAsIfNeverStopped(Path directory) throws Exception {
    Path uninterrupted = temporary.resolve("uninterrupted");
    if (!Files.exists(uninterrupted)) {
      resume(uninterrupted);
    }
    resume(directory);
    assertThat(format(directory.resolve("crawl.db"))).isEqualTo("8");
    assertThat(StoredCrawls.story(directory)).isEqualTo(StoredCrawls.story(uninterrupted));
    try (var history = CrawlHistory.open(directory)) {
      assertThat(history.verify().problems()).isEmpty();
    }
  }

  @Test
  void crawlOfFormat7VisitsTheSamePagesInTheSameOrder() throws Exception {
    assertResumesAsIfNeverStopped(crawl);

    assertThat(StoredCrawls.strings(crawl, "SELECT count(*) FROM page"))
        .containsExactly(Integer.toString(StoredCrawls.visited(crawl).size() - 25));
  }

  @Test
  void pagesOfFormat7AreCheckedAndFoundUnchanged() {
    resume(crawl);
    int visited = StoredCrawls.visited(crawl).size();
    Crawler.Builder again =
        Crawler.recrawl(crawl, Recrawl.builder().build())
            .fetcher(WEB.web().fetcher())
            .judge(WEB.judge());

    CrawlReport report = Crawls.run(again);

    assertThat(report.statistics().checks().made()).isEqualTo(visited);
    assertThat(report.statistics().checks().changed()).isZero();
  }

  @Test
  void backupIsTheCrawlBeforeTheMigration() throws Exception {
    List<String> before = StoredCrawls.story(crawl);

    resume(crawl);

    assertThat(format(backup)).isEqualTo("7");
    Path restored = Files.createDirectory(temporary.resolve("restored"));
    Files.copy(backup, restored.resolve("crawl.db"));
    assertThat(StoredCrawls.story(restored)).isEqualTo(before);
    assertResumesAsIfNeverStopped(restored);
  }

  @Test
  void logOfAKilledCrawlIsMigratedAndInTheBackup() throws Exception {
    Path killed = temporary.resolve("killed");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("INSERT INTO skipped VALUES (1, 'in the log')");
      StoredCrawls.copy(crawl, killed);
    }
    assertThat(killed.resolve("crawl.db-wal")).isNotEmptyFile();

    assertResumesAsIfNeverStopped(killed);

    assertThat(StoredCrawls.strings(killed, "SELECT reason FROM skipped WHERE fingerprint = 1"))
        .containsExactly("in the log");
    Files.move(killed.resolve("crawl.db.format7"), file, REPLACE_EXISTING);
    assertThat(StoredCrawls.strings(crawl, "SELECT reason FROM skipped WHERE fingerprint = 1"))
        .containsExactly("in the log");
  }

  @Test
  void backupOfAnAttemptBeforeIsKept() throws Exception {
    Files.writeString(backup, "of an attempt before");
    Files.writeString(crawl.resolve("crawl.db.format7.part"), "half");

    assertResumesAsIfNeverStopped(crawl);

    assertThat(backup).hasContent("of an attempt before");
  }

  @Test
  void halfABackupIsWrittenAgain() throws Exception {
    Path part = Files.writeString(crawl.resolve("crawl.db.format7.part"), "half");

    assertResumesAsIfNeverStopped(crawl);

    assertThat(part).doesNotExist();
    assertThat(format(backup)).isEqualTo("7");
  }

  @Test
  void historyReadsFormat7AndChangesNothing() throws Exception {
    byte[] before = Files.readAllBytes(file);
    CrawlUrl first = CrawlUrl.of(StoredCrawls.visited(crawl).get(0));
    try (var history = CrawlHistory.open(crawl)) {
      assertThat(history.visits(1, 100)).hasSize(25);
      assertThat(history.verify().problems()).isEmpty();
      assertThat(history.pathTo(first)).hasSize(1);
      assertThat(history.changes(Instant.EPOCH)).isEmpty();
      assertThat(history.gone()).isEmpty();
      assertThat(history.versions(first))
          .extracting(StoredChange::kind)
          .containsExactly(StoredChange.Kind.VISITED);
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(backup).doesNotExist();
  }

  @Test
  void settingsThatFormat7LacksHaveTheirDefaults() throws Exception {
    Path fresh = temporary.resolve("fresh");
    resume(fresh);

    Map<String, String> migrated = new TreeMap<>(CrawlHistory.settingsOf(crawl));
    Map<String, String> expected = new TreeMap<>(CrawlHistory.settingsOf(fresh));
    migrated.keySet().removeIf(name -> name.startsWith("random."));
    expected.keySet().removeIf(name -> name.startsWith("random."));
    assertThat(migrated).isEqualTo(expected);
  }

  @Test
  void repairOfFormat7WritesTheNewestFormat() throws Exception {
    Path repaired = temporary.resolve("repaired");

    StoreRepair repair = CrawlHistory.repair(crawl, repaired);

    assertThat(repair.lost()).isEmpty();
    assertThat(repair.resumable()).isTrue();
    assertThat(format(file)).isEqualTo("7");
    assertResumesAsIfNeverStopped(repaired);
  }

  @Test
  void killedMigrationLeavesADirectoryThatOpens() throws Exception {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int kill = 0; kill < KILLS; kill++) {
      Path crawls = Files.createDirectory(temporary.resolve("kill" + kill));
      for (int i = 0; i < CRAWLS; i++) {
        unpack(crawls.resolve(Integer.toString(i)));
      }
      int last = killWhileMigrating(crawls, random);
      assertThat(last).as("the last one that was begun, seed %d", seed).isBetween(0, CRAWLS - 2);
      for (int i = Math.max(0, last - 1); i <= last + 1; i++) {
        assertResumesAsIfNeverStopped(crawls.resolve(Integer.toString(i)));
      }
    }
  }

  /** Returns the number of the last crawl that has a file of the migration. */
  private static int killWhileMigrating(Path crawls, SplittableRandom random) throws Exception {
    int enough = random.nextInt(1, CRAWLS / 4);
    KilledProcess process =
        KilledProcess.start(MigrationTest.class, crawls.resolve("out"), crawls.toString());
    assertThat(process.killOnce(() -> isBegun(crawls, enough) && spins(random))).isTrue();
    int last = enough;
    while (isBegun(crawls, last + 1)) {
      last++;
    }
    return last;
  }

  /** Lets up to three milliseconds pass. */
  private static boolean spins(SplittableRandom random) {
    long end = System.nanoTime() + random.nextInt(3_000_000);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return true;
  }

  private static boolean isBegun(Path crawls, int number) throws IOException {
    try (var files = Files.list(crawls.resolve(Integer.toString(number)))) {
      return files.anyMatch(each -> each.getFileName().toString().contains("format7"));
    }
  }

  /** The process that is killed: it migrates crawls, one after the other. */
  public static void main(String[] args) {
    for (int i = 0; i < CRAWLS; i++) {
      Crawls.of(WEB)
          .directory(Path.of(args[0], Integer.toString(i)))
          .persistence(Persistence.builder().commitVisits(10).build())
          .build()
          .close();
    }
  }
}
