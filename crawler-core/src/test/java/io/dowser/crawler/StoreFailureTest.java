package io.dowser.crawler;

import static io.dowser.crawler.Crawls.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class StoreFailureTest {

  private static final RandomWeb WEB =
      RandomWeb.builder(2).pages(300).hosts(6).linksPerPage(6).build();

  @TempDir Path directory;

  @Test
  void aDirectoryIsForOneCrawlAtATime() throws Exception {
    var stopped = new CountDownLatch(1);
    try (Crawler first = crawl().listener(event -> await(stopped)).build()) {
      CrawlHandle running = first.start();

      assertThatThrownBy(() -> crawl().build())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("is in use by another crawl");

      stopped.countDown();
      running.stop();
      running.await();
      crawl().build().close();
    }
    assertThat(run(crawl()).statistics().visited()).isEqualTo(300);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aCrawlThatWasBuiltAndNeverStartedLeavesTheDirectoryFree() {
    crawl().build().close();

    assertThat(run(crawl()).statistics().visited()).isEqualTo(300);
  }

  @Test
  void aForeignFileIsRefusedAndLeftAsItIs() throws Exception {
    Path file = directory.resolve("crawl.db");
    for (byte[] foreign : List.of(new byte[0], new byte[] {1, 2, 3}, foreignDatabase())) {
      Files.write(file, foreign);

      assertThatThrownBy(() -> crawl().build())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("crawl.db that is no crawl");
      assertThatThrownBy(() -> CrawlHistory.open(directory))
          .hasMessageContaining("crawl.db that is no crawl");
      assertThat(Files.readAllBytes(file)).isEqualTo(foreign);
    }
  }

  private byte[] foreignDatabase() throws Exception {
    Path file = directory.resolve("foreign.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (a)");
    }
    return Files.readAllBytes(file);
  }

  @Test
  void aNewerFormatIsRefusedAndLeftAsItIs() throws Exception {
    run(crawl().maxPages(20));
    Path file = directory.resolve("crawl.db");
    try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek(60);
      raw.writeInt(1_000);
    }
    byte[] newer = Files.readAllBytes(file);

    assertThatThrownBy(() -> crawl().build())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has format 1000, but this version of the library reads format 1");
    assertThat(Files.readAllBytes(file)).isEqualTo(newer);
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE FROM known WHERE id = (SELECT min(url) FROM pending),is missing",
    "UPDATE visit SET url = -5 WHERE number = 20,cannot be opened again",
    "UPDATE state SET data = x'00' WHERE name = 'counters',the state 'counters' cannot be read",
    "UPDATE state SET part = part + 1 WHERE name = 'counters',part 0 of the state",
    "DELETE FROM state WHERE name = 'counters',the state 'counters' is missing",
    "UPDATE known SET url = 'no url' WHERE id = (SELECT max(url) FROM pending),no url"
  })
  void whatIsMissingInADamagedFileIsNamed(String damage, String words) throws Exception {
    run(crawl().maxPages(20));
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("crawl.db"));
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(damage)).isPositive();
    }

    assertThatThrownBy(() -> run(crawl().maxPages(30)))
        .isInstanceOf(CrawlException.class)
        .hasStackTraceContaining(directory.toString())
        .hasStackTraceContaining(words);
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");

    assertThatThrownBy(() -> Crawls.of(WEB).directory(file.resolve("crawl")).build())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(file.resolve("crawl").toString())
        .hasMessageContaining("must be one that can be written to")
        .hasMessageContaining(file + " is a file, not a directory");
    assertThatThrownBy(() -> Crawls.of(WEB).directory(file).build())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(file + " is a file, not a directory")
        .hasMessageNotContaining("Exception");
  }

  @Test
  void aReadOnlyDirectoryIsRefusedAndKeepsWhatItHas() throws Exception {
    Path store = directory.resolve("store");
    run(Crawls.of(WEB).directory(store).maxPages(100));
    assertThat(store.toFile().setWritable(false)).isTrue();
    try {
      assumeTrue(isReadOnly(store), "this user (root?) may write to read-only directories");

      assertThatThrownBy(() -> Crawls.of(WEB).directory(store).build())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(store.toString())
          .hasMessageContaining("written to");
      try (CrawlHistory history = CrawlHistory.open(store)) {
        assertThat(history.visits(0, 1_000)).as("what can be read is read").hasSize(100);
      }
    } finally {
      assertThat(store.toFile().setWritable(true)).isTrue();
    }
    assertThat(StoredCrawls.visited(store)).hasSize(100);
    assertThat(run(Crawls.of(WEB).directory(store).maxPages(400)).statistics().visited())
        .isEqualTo(300);
  }

  @Test
  void filesThatCannotBeMadeAreOneClearError() throws Exception {
    for (String name : List.of("crawl.lock", "crawl.db", "crawl.db-wal")) {
      Path store = Files.createDirectory(directory.resolve("without " + name));
      Files.createDirectory(store.resolve(name));

      assertThatThrownBy(() -> run(Crawls.of(WEB).directory(store)))
          .as(name)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(store.toString());
    }
  }

  @Test
  void aFileThatMustNotBeWrittenToIsRefusedBeforeTheFirstFetch() throws Exception {
    Path store = directory.resolve("store");
    run(Crawls.of(WEB).directory(store).maxPages(100));
    Path file = store.resolve("crawl.db");
    assertThat(file.toFile().setWritable(false)).isTrue();
    try {
      assumeTrue(!Files.isWritable(file), "this user (root?) may write to read-only files");

      assertThatThrownBy(() -> Crawls.of(WEB).directory(store).build())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(store + " has a file crawl.db that cannot be written to");
      try (CrawlHistory history = CrawlHistory.open(store)) {
        assertThat(history.visits(0, 1_000)).hasSize(100);
      }
    } finally {
      assertThat(file.toFile().setWritable(true)).isTrue();
    }
    assertThat(run(Crawls.of(WEB).directory(store).maxPages(400)).statistics().visited())
        .isEqualTo(300);
  }

  private static boolean isReadOnly(Path store) {
    try {
      Files.delete(Files.createFile(store.resolve("probe")));
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void eachWayToFailHasItsReasonInTheStore() {
    List<FailureReason> reasons =
        List.of(
            FailureReason.DNS,
            FailureReason.REFUSED,
            FailureReason.RESET,
            FailureReason.TIMEOUT,
            FailureReason.TLS);
    var targets = new ArrayList<String>();
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (FailureReason reason : reasons) {
      String url = "http://" + reason.name().toLowerCase(java.util.Locale.ROOT) + ".test/";
      targets.add(url);
      web.failure(url, reason);
    }
    targets.add("http://gone.test/");
    web.status("http://gone.test/", 410);
    web.page("http://start.test/", "Start", "laser", targets.toArray(String[]::new));

    run(Crawls.of(web.build(), "http://start.test/").directory(directory));

    List<String> kept =
        StoredCrawls.strings(
            directory,
            "SELECT v.status || ' ' || substr(v.detail, 1, instr(v.detail, ' ') - 1)"
                + " FROM visit v WHERE v.number IS NULL ORDER BY v.url");
    List<String> expected = new ArrayList<>();
    reasons.forEach(reason -> expected.add("FETCH_FAILED " + reason));
    expected.add("FETCH_FAILED HTTP_STATUS");
    assertThat(kept).isEqualTo(expected);
  }

  @Test
  void otherSettingsAreRefusedByNameUnlessTheyAreAllowed() {
    run(crawl().maxPages(50));

    assertThatThrownBy(() -> crawl().scorer("best-first", Map.of("anchorWeight", "3")).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("scorer.anchorWeight")
        .hasMessageContaining("allowChanged(true)");
    assertThatThrownBy(
            () ->
                crawl()
                    .strategy(
                        Strategy.builder()
                            .canonicalizer(UrlCanonicalizer.builder().removeSessionIds().build())
                            .build())
                    .frontier("pagerank", Map.of())
                    .build())
        .hasMessageContaining("canonicalizer")
        .hasMessageContaining("frontier=was 'best-first' and is 'pagerank'");

    CrawlReport changed =
        run(
            crawl()
                .persistence(Persistence.builder().allowChanged(true).build())
                .maxPages(400)
                .frontier("pagerank", Map.of()));
    assertThat(changed.statistics().visited()).isEqualTo(300);
    assertThat(StoredCrawls.visited(directory)).doesNotHaveDuplicates();
    verify(directory);
  }

  @Test
  void aPluginThatIsNotFoundLeavesNothingBehind() {
    assertThatThrownBy(() -> crawl().scorer("bayse", Map.of()).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("bayse");

    assertThat(run(crawl().maxPages(20)).statistics().visited()).isEqualTo(20);
    assertThatThrownBy(
            () ->
                crawl()
                    .scorer("bayse", Map.of())
                    .persistence(Persistence.builder().allowChanged(true).build())
                    .build())
        .hasMessageContaining("bayse");
    assertThat(run(crawl().maxPages(30)).statistics().visited()).isEqualTo(30);
  }

  @Test
  void aCrawlNeedsSeedsOnlyOnce() {
    assertThatThrownBy(() -> Crawler.builder().topic(Crawls.TOPIC).directory(directory).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("at least one seed");
    assertThatThrownBy(() -> Crawler.resume(directory.resolve("absent")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has no crawl in it");
  }

  @Test
  void filesThatWereTornAtAnyByteOfTheLogContinue() throws Exception {
    Path whole = directory.resolve("whole");
    List<Path> copies = new ArrayList<>();
    var random = new SplittableRandom(17);
    CrawlListener copier =
        event -> {
          if (event instanceof CrawlEvent.Visited && random.nextInt(40) == 0) {
            copies.add(StoredCrawls.copy(whole, directory.resolve("torn" + copies.size())));
          }
        };
    run(
        Crawls.of(WEB)
            .directory(whole)
            .persistence(Persistence.builder().commitVisits(3).build())
            .listener(copier));
    List<String> order = StoredCrawls.visited(whole);

    int places = Boolean.getBoolean("dowser.exhaustive") ? 30 : 1;
    for (Path copy : copies) {
      for (int i = 0; i < places; i++) {
        Path torn = tear(copy, directory.resolve("part"), random);
        run(Crawls.of(WEB).directory(torn));
        assertThat(StoredCrawls.visited(torn)).as("resumed from %s, %d", copy, i).isEqualTo(order);
        verify(torn);
        StoredCrawls.delete(torn);
      }
    }
    assertThat(copies).hasSizeGreaterThan(2);
  }

  /** When the log has 32 MB, it is written into the file and begun again, over what it has. */
  @Test
  void aLogThatIsUsedAgainMayBeTornToo() throws Exception {
    RandomWeb web = RandomWeb.builder(3).pages(1_000).hosts(20).linksPerPage(40).build();
    Path whole = directory.resolve("whole");
    Path copy = directory.resolve("copy");
    CrawlListener copier =
        event -> {
          if (event instanceof CrawlEvent.Visited v && v.visit().number() == 900) {
            StoredCrawls.copy(whole, copy);
          }
        };
    run(
        Crawls.of(web)
            .directory(whole)
            .persistence(Persistence.builder().commitVisits(1).build())
            .listener(copier));
    List<String> order = StoredCrawls.visited(whole);
    assertThat(timesTheLogWasBegunAgain(copy)).isPositive();

    var random = new SplittableRandom(18);
    int places = Boolean.getBoolean("dowser.exhaustive") ? 30 : 2;
    for (int i = 0; i < places; i++) {
      Path torn = tear(copy, directory.resolve("part"), random);
      run(Crawls.of(web).directory(torn));
      assertThat(StoredCrawls.visited(torn)).as("torn file %d", i).isEqualTo(order);
      verify(torn);
      StoredCrawls.delete(torn);
    }
  }

  /** The number of checkpoints in the header of SQLite's log. */
  private static int timesTheLogWasBegunAgain(Path store) throws IOException {
    try (var log = new RandomAccessFile(store.resolve("crawl.db-wal").toFile(), "r")) {
      log.seek(12);
      return log.readInt();
    }
  }

  private static Path tear(Path copy, Path target, SplittableRandom random) throws IOException {
    Path log = StoredCrawls.copy(copy, target).resolve("crawl.db-wal");
    if (Files.exists(log)) {
      byte[] bytes = Files.readAllBytes(log);
      Files.write(log, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
    }
    return target;
  }

  @Test
  void aFullDiskStopsTheCrawlAndLosesNothingThatWasCommitted() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash to limit file sizes");
    RandomWeb web = RandomWeb.builder(2).pages(1_000).hosts(6).linksPerPage(8).build();
    Path archive = WebArchives.of(web, directory);
    Path store = directory.resolve("store");
    var command = new ArrayList<String>();
    command.addAll(List.of("/bin/bash", "-c", "ulimit -f 1500; exec \"$@\"", "bash"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(KilledCrawl.class.getName(), archive.toString()));
    command.addAll(List.of(web.seed().toString(), "best-first", "", "4", "5"));
    command.addAll(List.of(store.toString(), directory.resolve("log").toString()));
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();

    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readString(out)).contains("StoreException").contains(store.toString());
    int before = StoredCrawls.visited(store).size();
    assertThat(before).isBetween(1, 999);
    verify(store);
    try (var replay = io.dowser.crawler.archive.ReplayFetcher.builder(archive).open()) {
      CrawlReport report =
          run(
              Crawler.resume(store)
                  .fetcher(replay)
                  .persistence(
                      Persistence.builder()
                          .pageSink(WarcSink.in(directory.resolve("other-pages")))
                          .build()));
      assertThat(report.statistics().visited()).isEqualTo(1_000);
    }
    verify(store);
    assertThat(new TreeSet<>(StoredCrawls.visited(store))).hasSize(1_000);
  }

  /** The pages go to a file system of 1 MB, which only the crawl's process sees. */
  @Test
  void aFullDiskUnderWarcFilesIsNamedAndLosesNoPageThatWasCommitted() throws Exception {
    RandomWeb web = RandomWeb.builder(2).pages(1_000).hosts(6).linksPerPage(8).build();
    Path archive = WebArchives.of(web, directory);
    Path store = directory.resolve("store");
    Path pages = Files.createDirectory(directory.resolve("store-pages"));
    Path kept = directory.resolve("kept");
    List<String> command = PrivateMount.over(pages, "size=1m", kept);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(KilledCrawl.class.getName(), archive.toString()));
    command.addAll(List.of(web.seed().toString(), "best-first", "", "4", "5"));
    command.addAll(List.of(store.toString(), directory.resolve("log").toString()));
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();

    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readString(out))
        .contains("the page sink failed")
        .contains(pages.resolve("dowser-00001.warc.gz") + ": No space left on device");
    List<String> committed = StoredCrawls.visited(store);
    assertThat(committed).hasSizeBetween(1, 999);
    verify(store);
    try (var replay = io.dowser.crawler.archive.ReplayFetcher.builder(kept).open()) {
      for (String url : committed) {
        assertThat(replay.fetch(FetchRequest.of(CrawlUrl.of(url))))
            .as(url)
            .isInstanceOf(FetchResult.Fetched.class);
      }
    }
    try (var replay = io.dowser.crawler.archive.ReplayFetcher.builder(archive).open()) {
      WarcSink rest = WarcSink.in(kept);
      CrawlReport report =
          run(
              Crawler.resume(store)
                  .fetcher(replay)
                  .persistence(Persistence.builder().pageSink(rest).build()));
      assertThat(report.statistics().visited()).isEqualTo(1_000);
    }
    try (var replay = io.dowser.crawler.archive.ReplayFetcher.builder(kept).open()) {
      assertThat(replay.pages()).isEqualTo(1_000);
    }
  }

  private static void verify(Path store) {
    try (CrawlHistory history = CrawlHistory.open(store)) {
      assertThat(history.verify()).isEmpty();
    }
  }

  private Crawler.Builder crawl() {
    return Crawls.of(WEB).directory(directory);
  }
}
