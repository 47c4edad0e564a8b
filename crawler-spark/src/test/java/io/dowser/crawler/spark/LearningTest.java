package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scorer that learns sees what each round has visited, and orders the next one. */
@Tag("slow")
class LearningTest {

  private static final RandomWeb WEB = WebFetcherProvider.web(5, 60, 4);

  /** Without what draws at random. */
  private static final Map<String, String> REPEATABLE = Map.of("replay", "false");

  @TempDir Path directory;

  private SparkCrawl.Builder crawl() {
    return SparkCrawl.builder(LocalSpark.session(), directory.resolve("crawl").toString())
        .seed(WEB.seed().toString())
        .topic(WEB.topic())
        .fetcher("random-web", Map.of("pages", "60", "hosts", "4", "seed", "5"))
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .buckets(1)
        .leaseTime(Duration.ofSeconds(1));
  }

  private Dataset<Row> visits() {
    return CrawlTables.open(LocalSpark.session(), directory.resolve("crawl").toString())
        .visits()
        .filter("outcome = 'VISITED'")
        .orderBy("round", "place");
  }

  @Test
  @Tag("exhaustive")
  void inRoundsOfOnePageTheOrderIsThatOfOneMachineAlsoWhenResumed() throws Exception {
    crawl().scorer("adaptive", REPEATABLE).roundSize(1).maxPages(4).build().run();
    crawl().scorer("adaptive", REPEATABLE).roundSize(1).maxPages(7).build().run();
    List<String> expected = OneMachine.order(WEB, "adaptive", REPEATABLE, 7);
    assertThat(expected).hasSize(7);
    assertThat(visits().collectAsList().stream().map(row -> row.<String>getAs("page_url")))
        .containsExactlyElementsOf(expected);
  }

  /** The scorer {@code counting} gives each link the number of pages that it has learned from. */
  @Test
  void eachRoundScoresNewAndPendingLinksByWhatTheRoundsBeforeHaveTaught() throws Exception {
    int loaded = CountingScorerProvider.Table.LOADED.get();
    crawl().scorer("counting", Map.of()).roundSize(5).maxPages(11).build().run();
    assertThat(CountingScorerProvider.Table.LOADED.get() - loaded)
        .as("the check of the plugins, the driver's scorer, and the executor load one table each")
        .isEqualTo(3);
    List<Row> rounds =
        visits()
            .groupBy("round")
            .agg(Map.of("url", "count", "score", "max"))
            .orderBy("round")
            .collectAsList();
    assertThat(rounds).hasSizeGreaterThanOrEqualTo(3);
    long before = rounds.get(0).<Long>getAs("count(url)"); // the seed
    for (Row round : rounds.subList(1, rounds.size())) {
      assertThat(round.<Double>getAs("max(score)")).isEqualTo((double) before);
      before += round.<Long>getAs("count(url)");
    }
    assertThat(before).isEqualTo(11);
    assertThat(foundByAnotherLinkThanTheFirst()).isZero();
  }

  @Test
  void scorersLearnInASessionWithTheTimesOfJavaEight() throws Exception {
    String key = "spark.sql.datetime.java8API.enabled";
    LocalSpark.session().conf().set(key, "true");
    try {
      crawl().scorer("counting", Map.of()).roundSize(5).maxPages(6).build().run();
    } finally {
      LocalSpark.session().conf().unset(key);
    }
    assertThat(visits().count()).isEqualTo(6);
  }

  /** A pending link has the score that a link found later has, so none of these replaces it. */
  private long foundByAnotherLinkThanTheFirst() {
    CrawlTables.open(LocalSpark.session(), directory.resolve("crawl").toString()).createTempViews();
    String first = "SELECT url, min_by(source, born) AS source FROM links GROUP BY url";
    return LocalSpark.session()
        .sql("SELECT * FROM urls u JOIN (" + first + ") l ON u.url = l.url AND parent <> source")
        .count();
  }

  @Test
  void aScorerThatLearnsAndCannotSaveItIsRefusedByName() {
    assertThatThrownBy(() -> crawl().scorer("counting", Map.of("resumable", "false")).build().run())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("the scorer counting learns")
        .hasMessageContaining("not Resumable");
  }
}
