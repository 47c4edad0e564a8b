package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.toolkit.graph.IncrementalPageRank;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageRanksTest {

  private static final int NODES = 60;
  private static final double EPS = 1e-6;

  @TempDir Path directory;

  private final SparkSession spark = LocalSpark.session();
  private final IncrementalPageRank expected = new IncrementalPageRank(0.85, 1e-9);

  private CommitLog log;

  @BeforeEach
  void open() {
    log = LocalSpark.log(directory);
  }

  private Broadcast<PartFile.Place> place() {
    return LocalSpark.place(directory);
  }

  private PageRanks ranks() {
    return new PageRanks(spark, log, place(), new VisitOrder.PageRank(0.85, EPS, 200));
  }

  /** Writes the links of a page as a round has them, and reports the ranks of one machine. */
  private List<Object[]> links(int page, int... targets) {
    expected.setOutLinks(page, targets);
    List<Object[]> rows = new ArrayList<>();
    for (int target : targets) {
      rows.add(
          new Object[] {
            (long) page,
            0L,
            (long) target,
            0L,
            "http://a.example/" + target,
            true,
            0,
            0.0,
            0.0,
            1,
            0L,
            UrlRow.NO_PATH_STATE,
            UrlRow.NO_FEATURES
          });
    }
    return rows;
  }

  private void round(PageRanks ranks, int round, List<Object[]> rows) {
    String table = CrawlLayout.of(CrawlLayout.LINKS, round);
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    var task = new WriteTask(place(), table, Columns.LINKS);
    log.retain(
        table,
        TaskReport.of(context.parallelize(rows, 2).mapPartitions(task).collect()).files(table));
    ranks.update(round);
  }

  private static Map<Long, Double> byNode(PageRanks ranks) {
    Map<Long, Double> all = new TreeMap<>();
    for (Row row : ranks.rows().collectAsList()) {
      double rank = row.<Double>getAs("x") + row.<Double>getAs("r");
      assertThat(all.put(row.<Long>getAs(Columns.HIGH), rank)).as("rows of a node").isNull();
    }
    return all;
  }

  private static int[] targets(Random random) {
    return random.ints(1 + random.nextInt(8), 0, NODES).distinct().toArray();
  }

  /** Some eighty passes a round: all that the residuals can show. */
  @Test
  @Tag("exhaustive")
  void ranksAreThoseOfOneMachineAfterEachRound() {
    long seed = 20_261_121;
    var random = new Random(seed);
    PageRanks ranks = ranks();
    for (int round = 1; round <= 3; round++) {
      List<Object[]> rows = new ArrayList<>();
      for (int page = (round - 1) * 15; page < round * 15; page++) {
        rows.addAll(links(page, targets(random)));
      }
      round(ranks, round, rows);
    }
    Map<Long, Double> found = byNode(ranks);
    assertThat(found).hasSizeGreaterThan(45);
    found.forEach(
        (node, rank) ->
            assertThat(rank)
                .as("node %d, seed %d", node, seed)
                .isCloseTo(expected.rank(node.intValue()), within(1e-3)));
  }

  @Test
  void roundReadsTheLinksOfPagesThatHaveSomethingToHandOn() {
    PageRanks ranks = ranks();
    round(ranks, 1, links(0, 1, 2));
    round(ranks, 2, links(10, 11));
    log.retain(CrawlLayout.of(CrawlLayout.LINKS, 1), Set.of());
    round(ranks, 3, links(11, 12));
    assertThat(byNode(ranks)).containsOnlyKeys(0L, 1L, 2L, 10L, 11L, 12L);
    assertThat(byNode(ranks).get(12L)).isCloseTo(0.15 + 0.85 * (0.15 + 0.85 * 0.15), within(1e-9));
    assertThat(byNode(ranks).get(1L)).isCloseTo(0.15 + 0.85 * 0.15 / 2, within(1e-9));
  }

  @Test
  void linkOfAPageToItselfHandsNothingOn() {
    PageRanks ranks = ranks();
    round(ranks, 1, links(0, 0, 1));
    assertThat(byNode(ranks).get(0L)).isCloseTo(0.15, within(1e-9));
    assertThat(byNode(ranks).get(1L)).isCloseTo(0.15 + 0.85 * 0.15, within(1e-9));
  }

  @Test
  void whatWasCompactedIsChangedByLaterRounds() {
    PageRanks ranks = ranks();
    round(ranks, 1, links(0, 1, 2));
    ranks.compactNow(1);
    round(ranks, 2, links(1, 3, 4));
    round(ranks, 3, links(2, 3));
    Map<Long, Double> found = byNode(ranks);
    assertThat(found).containsOnlyKeys(0L, 1L, 2L, 3L, 4L);
    found.forEach(
        (node, rank) -> assertThat(rank).isCloseTo(expected.rank(node.intValue()), within(1e-4)));
    var words = new TreeMap<String, String>();
    ranks.save(words, new TreeMap<>());
    assertThat(words.get("ranks.base")).as("not written again").contains("r00000001");
    assertThat(Arrays.asList("ranks.base", "ranks.delta")).allMatch(words::containsKey);
  }
}
