package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.report.CrawlSnapshot.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder of crawls of a real site on loopback. */
@Timeout(60)
class CrawlFolderTest {

  private static final Topic TIDES = Topic.of("tide", "ebb", "flood");
  private static final String PUBLIC = "https://www.example.org/";

  @TempDir Path directory;
  private final LocalSite site;

  CrawlFolderTest() throws IOException {
    site = new LocalSite();
  }

  @AfterEach
  void close() {
    site.close();
  }

  /** A folder whose crawls wait for nothing and may connect to this machine. */
  private CrawlFolder.Builder own(String delay) {
    return CrawlFolder.in(directory.resolve("crawls"))
        .settings(Map.of("addressRules", "public, 127.0.0.0/8", "politeness.delay", delay));
  }

  private CrawlHandle start(CrawlFolder folder, String name, String... maxPages) {
    Map<String, String> settings =
        maxPages.length == 0 ? Map.of() : Map.of("maxPages", maxPages[0]);
    return folder.start(name, TIDES, List.of(site.url(0)), settings);
  }

  @Test
  void trialContinuesAsTheSameCrawlAlsoAfterARestart() throws Exception {
    try (CrawlFolder folder = own("0s").maxPages(40).open()) {
      CrawlHandle trial = start(folder, "tides", "10");
      CrawlReport report = trial.await().orThrow();

      assertThat(report.stopReason()).isEqualTo(StopReason.PAGES);
      assertThat(report.statistics().visited()).isEqualTo(10);
    }
    try (CrawlFolder folder = own("0s").maxPages(40).open()) {
      assertThat(folder.crawls()).containsExactly(new CrawlFolder.Entry("tides", State.ENDED));
      assertThat(folder.running("tides")).isEmpty();

      CrawlReport report = folder.resume("tides", Map.of("maxPages", "30")).await().orThrow();

      assertThat(report.statistics().visited()).isEqualTo(30);
      assertThat(report.statistics().relevant()).isGreaterThan(10);
      Path path = folder.directory("tides").orElseThrow();
      try (CrawlHistory history = CrawlHistory.open(path)) {
        assertThat(history.visits(1, 100)).hasSize(30);
      }
    }
  }

  @Test
  void crawlWithoutALimitHasThatOfTheFolder() throws Exception {
    try (CrawlFolder folder = own("0s").maxPages(12).open()) {
      assertThat(start(folder, "tides").await().statistics().visited()).isEqualTo(12);
    }
  }

  @Test
  void wordsOfAnExampleAreTheTopic() throws Exception {
    String example = "<p>The flood is the rising tide, and the ebb is the falling tide.</p>";
    try (CrawlFolder folder = own("0s").open()) {
      CrawlHandle crawl =
          folder.startLike("tides", example, List.of(site.url(0)), Map.of("maxPages", "20"));
      CrawlReport report = crawl.await().orThrow();

      assertThat(report.snapshot().metrics().settings().get("topic")).contains("2.0 tide", "ebb");
      assertThat(report.statistics().relevant()).isBetween(5L, 19L);
      assertThat(
              folder
                  .resume("tides", Map.of("maxPages", "22"))
                  .await()
                  .orThrow()
                  .statistics()
                  .visited())
          .isEqualTo(22);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> folder.startLike("none", "<p>12", List.of(PUBLIC), Map.of()))
          .withMessageContaining("the example must have words");
    }
  }

  @Test
  void crawlsAtOnceAreLimitedAndEndWithTheFolder() throws Exception {
    CrawlHandle first;
    CrawlHandle second;
    CrawlFolder closed;
    try (CrawlFolder folder = own("1h").maxCrawls(2).open()) {
      first = start(folder, "first");
      second = start(folder, "second");

      assertThatIllegalStateException()
          .isThrownBy(() -> start(folder, "third"))
          .withMessage("at most 2 crawls run at once; stop one of [first, second]");
      assertThatIllegalStateException()
          .isThrownBy(() -> start(folder, "first"))
          .withMessageContaining("there is 'first' in the folder already");
      assertThatIllegalStateException()
          .isThrownBy(() -> folder.resume("first", Map.of()))
          .withMessage("the crawl 'first' runs already");
      assertThat(folder.running("first")).containsSame(first);
      assertThat(folder.crawls())
          .extracting(CrawlFolder.Entry::name)
          .containsExactly("first", "second");
      assertThat(folder.crawls()).extracting(CrawlFolder.Entry::state).doesNotContain(State.ENDED);
      assertThat(folder.directory("third")).isEmpty();
      first.stop();
      first.await();
      assertThat(folder.running("first")).isEmpty();
      start(folder, "third");
      closed = folder;
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> start(closed, "fourth"))
        .withMessage("the folder is closed");
    assertThat(second.await().stopReason()).isEqualTo(StopReason.STOPPED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "..", ".", "a/b", "a\\b", "../a", ".hidden", "a..", "a ", "a\nb", "/a", "C:"})
  void nameStaysInTheFolder(String name) {
    try (CrawlFolder folder = own("0s").open()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> start(folder, name))
          .withMessageStartingWith("the name of a crawl must have")
          .withMessageEndingWith("'" + name + "'");
      assertThatIllegalArgumentException().isThrownBy(() -> folder.directory(name));
      assertThatIllegalArgumentException().isThrownBy(() -> folder.resume(name, Map.of()));
      assertThat(folder.crawls()).isEmpty();
    }
  }

  @Test
  void linkOutOfTheFolderIsNoCrawl() throws Exception {
    Path outside = directory.resolve("outside");
    try (CrawlFolder other =
        CrawlFolder.in(outside).settings(Map.of("addressRules", "any")).open()) {
      start(other, "tides", "1").await();
    }
    try (CrawlFolder folder = own("0s").open()) {
      Files.createSymbolicLink(
          directory.resolve("crawls").resolve("link"), outside.resolve("tides"));

      assertThat(folder.crawls()).isEmpty();
      assertThatIllegalArgumentException().isThrownBy(() -> folder.directory("link"));
      assertThatIllegalArgumentException().isThrownBy(() -> folder.resume("link", Map.of()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "maxPages, 10001",
    "maxPages, unlimited",
    "maxPages, many",
    "fetcher, replay",
    "fetcher.archive, /etc",
    "judge.examples, /etc/passwd",
    "scorer.model, /etc/passwd",
    "scorer, weighted-sum",
    "startFrom, /tmp",
    "hostRules.a.test proxy, http://p.test:1",
    "hostRules.a.test header.Authorization, secret",
    "addressRules, any",
    "robots.obey, false",
    "politeness.delay, 0s",
    "directory, /tmp",
    "name, a",
    "workers, 1000",
    "userAgent, x",
    "unheard, of"
  })
  void settingThatIsNotAllowedIsNamed(String key, String value) {
    try (CrawlFolder folder = CrawlFolder.in(directory).open()) {
      assertThatExceptionOfType(SettingException.class)
          .isThrownBy(() -> folder.start("a", TIDES, List.of(PUBLIC), Map.of(key, value)))
          .withMessageContaining("'" + key + "'");
      assertThat(directory).isEmptyDirectory();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://[::1]/",
        "http://10.1.2.3/",
        "http://169.254.169.254/"
      })
  void privateAddressIsRefused(String seed) {
    try (CrawlFolder folder = CrawlFolder.in(directory).open()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> folder.start("a", TIDES, List.of(PUBLIC, seed), Map.of()))
          .withMessageStartingWith("seeds must have public addresses, but " + seed + " is ");
    }
  }

  @Test
  void nameOfAPrivateAddressIsNotConnectedTo() throws Exception {
    String seed = site.url(0).replace("127.0.0.1", "localhost");
    try (CrawlFolder folder = CrawlFolder.in(directory).open()) {
      CrawlReport report = folder.start("a", TIDES, List.of(seed), Map.of()).await();

      assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
      assertThat(report.toText()).contains("localhost");
    }
  }

  @Test
  void rulesOfAnEarlierRunDoNotHoldAnyMore() throws Exception {
    try (CrawlFolder folder = own("0s").open()) {
      start(folder, "tides", "20").await();
    }
    try (CrawlFolder folder = CrawlFolder.in(directory.resolve("crawls")).maxPages(10).open()) {
      assertThatExceptionOfType(SettingException.class)
          .isThrownBy(() -> folder.resume("tides", Map.of()))
          .withMessageContaining("'maxPages' is '20', allowed: a whole number up to 10");
    }
    try (CrawlFolder folder = CrawlFolder.in(directory.resolve("crawls")).open()) {
      CrawlReport report = folder.resume("tides", Map.of("maxPages", "30")).await();

      assertThat(report.statistics().visited()).as("loopback is not public").isEqualTo(20);
    }
  }

  @Test
  void exclusionsOfAContinuationHoldUntilAnotherWithdrawsThem() throws Exception {
    try (CrawlFolder folder = own("0s").open()) {
      start(folder, "tides", "20").await();
      Map<String, String> more = Map.of("maxPages", "30");
      List<String> all = List.of("127.0.0.1");

      CrawlReport excluded = folder.resume("tides", List.of(), all, List.of(), more).await();
      assertThat(excluded.statistics().visited()).isEqualTo(20);
      CrawlReport kept = folder.resume("tides", more).await();
      assertThat(kept.statistics().visited()).isEqualTo(20);
      CrawlReport withdrawn = folder.resume("tides", List.of(), List.of(), all, more).await();
      assertThat(withdrawn.statistics().visited()).isEqualTo(30);
    }
  }

  @Test
  void operatorAllowsMoreAndKeepsSettings() throws Exception {
    CrawlFolder.Builder builder = own("0s").allow(List.of("maxRedirects", "scorer=mine"));
    try (CrawlFolder folder = builder.open()) {
      CrawlHandle crawl =
          folder.start(
              "a", TIDES, List.of(site.url(0)), Map.of("maxRedirects", "1", "maxPages", "1"));
      assertThat(crawl.await().orThrow().statistics().visited()).isEqualTo(1);
      assertThatExceptionOfType(SettingException.class)
          .isThrownBy(() -> folder.start("b", TIDES, List.of(PUBLIC), Map.of("scorer", "none")));
    }
    assertThatIllegalStateException()
        .isThrownBy(builder.allow(List.of("politeness.delay"))::open)
        .withMessageContaining("'politeness.delay' cannot be both");
    assertThatIllegalStateException()
        .isThrownBy(CrawlFolder.in(directory).allow(List.of("maxHeap"))::open)
        .withMessageContaining("'maxHeap' cannot be both");
    assertThatIllegalStateException()
        .isThrownBy(CrawlFolder.in(directory).settings(Map.of("directory", "x"))::open)
        .withMessageContaining("'directory' cannot be both");
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> CrawlFolder.in(directory).settings(Map.of("unheard", "of")));
  }

  @Test
  void refusedCrawlLeavesNothing() throws IOException {
    try (CrawlFolder folder = own("0s").open()) {
      assertThatExceptionOfType(SettingException.class)
          .isThrownBy(() -> folder.start("a", TIDES, List.of(PUBLIC), Map.of("maxDepth", "deep")));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> folder.start("a", TIDES, List.of("ftp://a.test/"), Map.of()));
      try (Stream<Path> files = Files.list(directory.resolve("crawls"))) {
        assertThat(files).isEmpty();
      }
    }
  }
}
