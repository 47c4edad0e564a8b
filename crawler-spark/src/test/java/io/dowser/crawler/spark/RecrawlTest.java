package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Recrawl;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls a server, changes its pages, and crawls it again: on Spark as on one machine. */
@Tag("slow")
class RecrawlTest {

  private static final Duration DAY = Duration.ofDays(1);

  @TempDir Path directory;

  private ChangingSite site;
  private CrawlReport one;

  /** Set once, so that all runs on a day begin at the same time. */
  private final Instant start = InstantSource.system().instant();

  @BeforeEach
  void open() throws IOException {
    site = new ChangingSite();
    site.page("/", "", "laser", "/same", "/bytes", "/changed", "/gone", "/moved", "/failed")
        .page("/same", "v1", "laser one")
        .page("/bytes", "", "laser two", site.url(3, "/other"))
        .page("/changed", "v1", "laser three", "/bytes")
        .page("/gone", "v1", "laser four")
        .page("/moved", "", "laser five")
        .page("/failed", "", "laser six")
        .page("/other", "v1", "laser seven");
  }

  @AfterEach
  void close() {
    site.close();
  }

  private void change() {
    site.page("/changed", "v2", "another laser", "/bytes", "/new")
        .page("/new", "", "laser eight")
        .page("/target", "", "laser nine")
        .status("/gone", 410)
        .redirect("/moved", "/target")
        .page("/failed", "", "laser six");
  }

  private SparkCrawl.Builder crawl() {
    return SparkCrawl.builder(LocalSpark.session(), directory.resolve("crawl").toString())
        .seed(site.url(2, "/"))
        .topic(Topic.of("laser"))
        .politeness(politeness())
        .buckets(1)
        .leaseTime(Duration.ofSeconds(1));
  }

  private static Politeness politeness() {
    return Politeness.builder()
        .delay(Duration.ZERO)
        .backOff(Duration.ofMillis(1), Duration.ofMillis(4))
        .addressRules(AddressRules.ANY)
        .build();
  }

  private SparkCrawl.Builder recrawl(int day, Recrawl how) {
    return crawl().recrawl(how).clock(at(day));
  }

  private InstantSource at(int day) {
    return InstantSource.fixed(start.plus(DAY.multipliedBy(day)));
  }

  private CrawlTables tables() {
    return CrawlTables.open(LocalSpark.session(), directory.resolve("crawl").toString());
  }

  private static void note(CrawlEvent event, Map<String, String> results) {
    if (event instanceof CrawlEvent.Unchanged same) {
      results.put(same.candidate().url().path(), "UNCHANGED 1");
    } else if (event instanceof CrawlEvent.Changed changed) {
      results.put(changed.visit().url().path(), "CHANGED " + changed.visit().version());
    } else if (event instanceof CrawlEvent.Gone gone) {
      results.put(gone.candidate().url().path(), "GONE 1");
    } else if (event instanceof CrawlEvent.Moved moved) {
      results.put(moved.candidate().url().path(), "MOVED 1");
    } else if (event instanceof CrawlEvent.FetchFailed failed) {
      results.put(failed.candidate().url().path(), "FAILED 1");
    }
  }

  private Map<String, String> results() {
    Map<String, String> results = new TreeMap<>();
    for (Row row : tables().checks().selectExpr("url", "outcome", "page.version").collectAsList()) {
      String path = row.getString(0).replaceFirst("http://[^/]*", "");
      assertThat(results.put(path, row.getString(1) + " " + row.getInt(2))).isNull();
    }
    return results;
  }

  /** Returns the requests of a recrawl on one machine. */
  private List<String> onOneMachine(int day, Recrawl how, Map<String, String> results) {
    site.takeRequests();
    try (Crawler again =
        Crawler.recrawl(directory.resolve("local"), how)
            .means(Means.builder().workers(1).clock(at(day)).build())
            .listener(event -> note(event, results))
            .build()) {
      one = again.run().orThrow();
    }
    return site.takeRequests();
  }

  private void firstCrawls() throws Exception {
    try (Crawler first =
        Crawler.builder()
            .seed(site.url(2, "/"))
            .topic(Topic.of("laser"))
            .politeness(politeness())
            .directory(directory.resolve("local"))
            .build()) {
      first.run().orThrow();
    }
    crawl().build().run();
  }

  private static Recrawl.Builder adaptive() {
    return Recrawl.builder().revisitPolicy("adaptive", Map.of());
  }

  @Test
  void recheckFindsWhatItFindsOnOneMachineAndFollowsItsIntervals() throws Exception {
    site.status("/failed", 503); // until the next cycle
    firstCrawls();
    change();
    Map<String, String> expected = new TreeMap<>();
    List<String> requested = onOneMachine(2, adaptive().build(), expected);

    CrawlReport report = recrawl(2, adaptive().build()).build().run();

    assertThat(site.takeRequests()).isEqualTo(requested).contains("127.0.0.2/same 304");
    assertThat(results()).isEqualTo(expected).hasSize(7);
    assertThat(report.stopReason()).isEqualTo(StopReason.CYCLE_COMPLETE);
    CrawlStatistics statistics = report.statistics();
    assertThat(statistics.rechecks()).isEqualTo(one.statistics().rechecks());
    assertThat(statistics.visited()).isEqualTo(one.statistics().visited());
    assertThat(statistics.relevant()).isEqualTo(one.statistics().relevant());
    assertThat(statistics.failed()).isEqualTo(one.statistics().failed());

    List<String> nextDay = onOneMachine(3, adaptive().build(), expected);
    recrawl(3, adaptive().build()).build().run();
    assertThat(site.takeRequests()).isEqualTo(nextDay).contains("127.0.0.2/changed 304").hasSize(6);
  }

  @Test
  void intervalsOfAnotherPolicyDoNotCountInLaterCyclesEither() throws Exception {
    crawl().build().run();
    site.takeRequests();
    recrawl(2, every("PT0S")).build().run();
    assertThat(site.takeRequests()).hasSize(8);

    recrawl(3, every("P30D")).build().run();
    recrawl(4, every("P30D")).build().run();

    assertThat(site.takeRequests()).isEmpty();
  }

  private static Recrawl every(String interval) {
    return Recrawl.builder().revisitPolicy("fixed", Map.of("interval", interval)).build();
  }

  @Test
  void linkThatAnUnchangedPageAddsIsFollowed() throws Exception {
    String text = "about a laser and its lens. ".repeat(20);
    site.page("/same", "", text);
    firstCrawls();
    site.page("/same", "", text, "/new").page("/new", "", "laser eight");
    Map<String, String> expected = new TreeMap<>();
    List<String> requested = onOneMachine(2, Recrawl.builder().build(), expected);

    recrawl(2, Recrawl.builder().build()).build().run();

    assertThat(site.takeRequests()).isEqualTo(requested).contains("127.0.0.2/new 200");
    assertThat(results()).isEqualTo(expected).containsEntry("/same", "UNCHANGED 1");
  }

  @Test
  void cycleContinuesAfterADriverThatBroke() throws Exception {
    crawl().build().run();
    site.takeRequests();
    Recrawl how = Recrawl.builder().build();
    SparkCrawl broken =
        recrawl(2, how)
            .roundSize(2)
            .listener(
                progress -> {
                  throw new IllegalStateException("the driver broke");
                })
            .build();
    assertThatThrownBy(broken::run).hasMessage("the driver broke");
    assertThat(site.takeRequests()).hasSize(2);

    CrawlReport report = recrawl(3, how).roundSize(20).build().run();

    assertThat(site.takeRequests()).hasSize(6);
    assertThat(results()).hasSize(8);
    assertThat(report.statistics().rechecks().unchanged()).isEqualTo(8);
    recrawl(3, how).build().run();
    assertThat(site.takeRequests()).as("a new cycle").hasSize(8);
  }

  @Test
  void requestsOfACycleAreSharedByRechecksAndNewPages() throws Exception {
    crawl().maxPages(4).build().run();
    site.takeRequests();

    Recrawl how = Recrawl.builder().maxRequests(4).newShare(0.25).build();
    CrawlReport report = recrawl(2, how).build().run();

    assertThat(report.statistics().visited()).isEqualTo(5);
    assertThat(report.statistics().rechecks().made()).isEqualTo(3);
    assertThat(report.statistics().rechecks().due()).isEqualTo(1);
    assertThat(report.stopReason()).isEqualTo(StopReason.CYCLE_COMPLETE);
  }

  @Test
  void changedCopyOfAPageOfAnotherHostCountsForNothing() throws Exception {
    String text = "about a laser and its lens. ".repeat(20);
    site.page("/same", "v1", text);
    crawl().keepTexts().build().run();
    site.page("/other", "v2", text);

    CrawlReport report = recrawl(2, Recrawl.builder().build()).keepTexts().build().run();

    Row copy = tables().checks().filter("outcome = 'CHANGED'").first();
    assertThat(copy.<String>getAs("url")).endsWith("/other");
    assertThat(copy.<String>getAs("irrelevance")).isEqualTo("duplicate");
    assertThat(tables().urls().filter("page.irrelevance = 'duplicate'").count()).isEqualTo(1);
    assertThat(report.statistics().duplicates()).isEqualTo(1);
    assertThat(report.statistics().rechecks().unchanged()).isEqualTo(7);
  }

  @Test
  void policyThatIsAnObjectIsRefused() {
    Recrawl own = Recrawl.builder().revisitPolicy(page -> DAY).build();
    assertThatThrownBy(() -> crawl().recrawl(own))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("revisitPolicy on Spark");
    Recrawl always = Recrawl.builder().keepUp(DAY).build();
    assertThatThrownBy(() -> crawl().recrawl(always)).hasMessageContaining("ends with its cycle");
  }
}
