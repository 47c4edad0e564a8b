package io.dowser.crawler.spark;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Merges what a round found into the table of URLs: one aggregation of its visits and links by URL,
 * and one {@code MERGE INTO}.
 *
 * <p>The rules are those of a crawl on one machine. A URL that ended is closed; a visited page has
 * the state that its latest recheck has found. A pending one is raised by a link with a higher
 * score than it has in this round, or the same score and a higher second key; it keeps the time of
 * its discovery, its smallest depth and its first queue, and counts the pages that link to it.
 * Orders that do not look at scores keep the first link.
 */
final class RoundMerge {

  private static final String CHANGES = "dowser_changes";

  private static final String AGGREGATE =
      """
      SELECT xxhash64(url) AS hash, url, max(host) AS host, max(outcome) AS outcome,
        count_if(counts) AS in_links,
        max_by(struct(score, tie, seed, parent, hops, path_state, features), rank)
          FILTER (WHERE scored) AS best,
        min(queue) FILTER (WHERE scored) AS queue,
        min(depth) FILTER (WHERE scored) AS depth,
        min(born) FILTER (WHERE scored) AS born,
        first(page, true) AS page
      FROM (
        SELECT url, host, NULL AS outcome, NOT redirect AS counts, scored, score, tie, seed, parent,
          hops, path_state, features, queue, depth, born, NULL AS page, {rank} AS rank
        FROM dowser_links WHERE round = {round}
        UNION ALL
        SELECT url, host, outcome, false, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
          NULL, NULL, page, NULL
        FROM dowser_visits WHERE round = {round}
        UNION ALL
        SELECT url, host, NULL, false, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
          NULL, NULL, page, NULL
        FROM dowser_checks WHERE round = {round})
      GROUP BY url
      """;

  private static final String MERGE =
      """
      MERGE INTO {urls} t USING dowser_changes s ON t.hash = s.hash AND t.url = s.url
      WHEN MATCHED AND t.outcome IS NULL AND {raises} THEN UPDATE SET
        queue = least(t.queue, s.queue),
        depth = least(t.depth, s.depth),
        in_links = t.in_links + s.in_links,
        score = s.best.score,
        tie = s.best.tie,
        seed = s.best.seed,
        parent = s.best.parent,
        hops = s.best.hops,
        path_state = s.best.path_state,
        features = s.best.features
      WHEN MATCHED AND t.outcome IS NULL THEN UPDATE SET
        outcome = s.outcome,
        queue = least(t.queue, s.queue),
        depth = least(t.depth, s.depth),
        in_links = t.in_links + s.in_links,
        path_state = if(s.page IS NULL, t.path_state, NULL),
        features = if(s.page IS NULL, t.features, NULL),
        page = s.page
      WHEN MATCHED AND s.page IS NOT NULL THEN UPDATE SET page = s.page
      WHEN NOT MATCHED AND s.best IS NOT NULL THEN INSERT
        (hash, url, host, outcome, queue, score, tie, depth, in_links, born, seed, parent, hops,
         path_state, features, page)
        VALUES (s.hash, s.url, s.host, s.outcome, s.queue, s.best.score, s.best.tie, s.depth,
         s.in_links, s.born, s.best.seed, s.best.parent, s.best.hops, s.best.path_state,
         s.best.features, s.page)
      """;

  private static final String RAISES =
      "s.outcome IS NULL AND s.best IS NOT NULL AND"
          + " named_struct('score', s.best.score, 'tie', s.best.tie)"
          + " > named_struct('score', {score}, 'tie', t.tie)";

  private static final String SEEDS =
      """
      MERGE INTO {urls} t USING dowser_changes s ON t.hash = s.hash AND t.url = s.url
      WHEN MATCHED AND t.outcome IS NOT NULL AND t.outcome NOT IN ('VISITED', 'REDIRECTED')
        THEN UPDATE SET outcome = NULL, queue = 0, score = double('Infinity'), seed = true,
          depth = 0, hops = 0
      WHEN NOT MATCHED THEN INSERT
        (hash, url, host, outcome, queue, score, tie, depth, in_links, born, seed, parent, hops,
         path_state, features, page)
        VALUES (s.hash, s.url, s.host, NULL, 0, double('Infinity'), 0, 0, 0, s.born, true, NULL, 0,
         NULL, NULL, NULL)
      """;

  /**
   * Settings by which a join shuffles the changes to the buckets of the table of URLs, and not the
   * table, too.
   */
  private static final Map<String, String> JOINED_BY_BUCKET =
      Map.of(
          "spark.sql.sources.v2.bucketing.enabled", "true",
          "spark.sql.sources.v2.bucketing.pushPartValues.enabled", "true",
          "spark.sql.sources.v2.bucketing.shuffle.enabled", "true",
          "spark.sql.requireAllClusterKeysForCoPartition", "false",
          "spark.sql.iceberg.planning.preserve-data-grouping", "true");

  private final SparkSession spark;
  private final DriverBranch tables;
  private final boolean keepsFirst;
  private final String score;

  /**
   * Creates a merge.
   *
   * @param learns whether the scorer learns, so that the scores in the table are out of date
   */
  RoundMerge(SparkSession spark, DriverBranch tables, VisitOrder order, boolean learns) {
    this.spark = spark;
    this.tables = tables;
    this.keepsFirst = order.keepsFirstLink();
    this.score = learns ? RoundLearner.SCORE : "t.score";
    JOINED_BY_BUCKET.forEach(spark.conf()::set);
  }

  /** Merges what a round has appended to the visits and links. */
  void merge(int round) {
    tables.read(TableSchemas.LINKS).createOrReplaceTempView("dowser_links");
    tables.read(TableSchemas.VISITS).createOrReplaceTempView("dowser_visits");
    tables.read(TableSchemas.CHECKS).createOrReplaceTempView("dowser_checks");
    String rank = keepsFirst ? "struct(-born AS born)" : "struct(score, tie, -born AS born)";
    String aggregate = AGGREGATE.replace("{rank}", rank).replace("{round}", String.valueOf(round));
    spark.sql(aggregate).createOrReplaceTempView(CHANGES);
    String raises = keepsFirst ? "false" : RAISES.replace("{score}", score);
    mergeIntoUrls(round, MERGE.replace("{raises}", raises));
  }

  /**
   * Adds seeds: those that are new, and those that failed before, which are tried again.
   *
   * @param seeds as {@link Seeds} has them
   */
  void seed(int round, Dataset<Row> seeds) {
    seeds.createOrReplaceTempView(CHANGES);
    mergeIntoUrls(round, SEEDS);
  }

  private void mergeIntoUrls(int round, String sql) {
    tables.execute(round, sql.replace("{urls}", tables.target(TableSchemas.URLS)));
  }
}
