package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A master, two workers and their executors, and the driver are processes that can be killed. */
@Tag("exhaustive")
class ClusterTest {

  private static final int PAGES = 300;
  private static final int PAGES_OF_KILLS = 2_000;
  private static final int KILLS = 20;
  private static final String POISON = "io/dowser/crawler/spark/PoisonScorerProvider.class";
  private static final Duration DELAY = Duration.ofMillis(100);

  /** A killed executor may still be writing when the test ends. */
  @TempDir(cleanup = CleanupMode.NEVER)
  Path directory;

  private LoopbackCluster cluster;
  private int pages = PAGES;
  private RecordedSite site;
  private JvmProcess firstWorker;

  @BeforeEach
  void start() throws Exception {
    site = new RecordedSite(PAGES, 8);
    cluster = new LoopbackCluster(directory);
    firstWorker = cluster.worker();
    cluster.worker();
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
    site.close();
  }

  private Path crawl() {
    return directory.resolve("crawl");
  }

  private JvmProcess driver() throws IOException {
    return cluster.driver(
        cluster.classes(),
        List.of(
            "location=" + crawl(),
            "seeds=" + site.url(0),
            "topic=laser",
            "fetcher=okhttp",
            "addressRules=any",
            "politeness.delay=" + DELAY,
            "tasks=2",
            "buckets=2",
            "leaseTime=PT3S",
            "roundSize=120"));
  }

  private List<Row> visited() {
    return CrawlTables.open(LocalSpark.session(), crawl().toString())
        .visits()
        .filter("outcome = 'VISITED'")
        .select("url", "executor", "round")
        .collectAsList();
  }

  private void everyPageIsVisitedOnce() {
    List<String> expected = IntStream.range(0, pages).mapToObj(site::url).toList();
    assertThat(visited().stream().map(row -> row.getString(0)))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(
            CrawlTables.open(LocalSpark.session(), crawl().toString())
                .urls()
                .filter("outcome IS NULL")
                .count())
        .isZero();
  }

  private void hostsAreReady() {
    assertThat(site.times()).hasSize(8);
    site.times()
        .forEach(
            (host, times) -> {
              for (int i = 1; i < times.size(); i++) {
                assertThat(times.get(i) - times.get(i - 1))
                    .as("nanoseconds before request %d of %s", i, host)
                    .isGreaterThanOrEqualTo(DELAY.toNanos());
              }
            });
  }

  @Test
  void workerKilledInMidRoundCostsNoPageAndNoDelay() throws Exception {
    try (JvmProcess driver = driver()) {
      driver.await("round 3 committed");
      site.awaitServed(site.served() + 40); // in the middle of the next round
      firstWorker.kill();
      assertThat(driver.exitCode()).as(driver.output()).isZero();
    }
    everyPageIsVisitedOnce();
    assertThat(site.served()).as("what the killed one had fetched came twice").isGreaterThan(PAGES);
    assertThat(visited().stream().map(row -> row.getString(1)).distinct())
        .as("executors of the first rounds and of the last")
        .hasSizeGreaterThanOrEqualTo(2);
    hostsAreReady();
  }

  @Test
  void driverKilledWithinARoundAndBetweenRoundsIsStartedAgain() throws Exception {
    try (JvmProcess driver = driver()) {
      driver.await("round 1 committed"); // reported as soon as the round is committed
      driver.kill();
    }
    try (JvmProcess driver = driver()) {
      driver.await("round 3 committed");
      site.awaitServed(site.served() + 40);
      driver.kill();
    }
    try (JvmProcess driver = driver()) {
      assertThat(driver.exitCode()).as(driver.output()).isZero();
      assertThat(driver.output()).doesNotContain("round 3 committed").contains("round 4 committed");
    }
    everyPageIsVisitedOnce();
    hostsAreReady();
  }

  /** The old driver is stopped, as by a long pause of its machine, and later continues. */
  @Test
  void driverThatPausesIsSucceededByAnotherAndChangesNothingMore() throws Exception {
    try (JvmProcess old = driver()) {
      old.await("round 2 committed");
      site.awaitServed(site.served() + 20);
      old.signal("STOP");
      cluster.worker(); // the executors of the old driver keep their cores
      cluster.worker();
      try (JvmProcess successor = driver()) {
        successor.await("round 3 committed");
        old.signal("CONT");
        assertThat(old.exitCode()).isNotZero();
        assertThat(old.output()).contains("another driver has taken over");
        assertThat(successor.exitCode()).as(successor.output()).isZero();
      }
    }
    everyPageIsVisitedOnce();
    hostsAreReady();
  }

  /** Kills workers and drivers at random moments, and starts them again. */
  @Test
  void randomKillsLoseNoPageAndNoDelay() throws Exception {
    long seed = Long.getLong("dowser.seed", 1);
    var random = new Random(seed);
    site.close();
    pages = PAGES_OF_KILLS;
    site = new RecordedSite(pages, 8);
    JvmProcess worker = firstWorker;
    JvmProcess driver = driver();
    for (int i = 0; i < KILLS; i++) {
      site.awaitServed(site.served() + 5 + random.nextInt(20), driver);
      assertThat(driver.isAlive())
          .as("seed %d, kill %d of a crawl that runs: %s", seed, i, driver.output())
          .isTrue();
      if (random.nextBoolean()) {
        driver.kill();
        driver = driver();
      } else {
        worker.kill();
        worker = cluster.worker();
      }
    }
    assertThat(driver.exitCode()).as("seed %d: %s", seed, driver.output()).isZero();
    everyPageIsVisitedOnce();
    hostsAreReady();
  }

  @Test
  void pluginThatExecutorsMissIsNamedWithTheExecutor() throws Exception {
    List<String> withoutTests =
        cluster.classes().stream().filter(path -> !Files.exists(Path.of(path, POISON))).toList();
    assertThat(withoutTests).isNotEmpty().hasSizeLessThan(cluster.classes().size());
    try (JvmProcess driver =
        cluster.driver(
            withoutTests,
            List.of(
                "location=" + crawl(),
                "seeds=" + site.url(0),
                "topic=laser",
                "scorer=poison",
                "fetcher=okhttp",
                "addressRules=any"))) {
      assertThat(driver.exitCode()).isNotZero();
      assertThat(driver.output())
          .containsPattern("on executor \\d+ on 127.0.0.1: No link scorer named 'poison'");
    }
    assertThat(site.served()).isZero();
  }
}
