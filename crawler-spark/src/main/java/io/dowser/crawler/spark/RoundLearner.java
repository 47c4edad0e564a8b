package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.text.TextAnalyzer;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkFiles;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a scorer learn, on the driver and once a round, from what the round has visited, in the
 * round's order. The next round's tasks score with what was learned, and so are pending URLs when
 * it is selected; the tasks themselves learn nothing. For the driver's thread.
 */
final class RoundLearner {

  private static final Logger LOG = LoggerFactory.getLogger(RoundLearner.class);

  /** A link is known already if a page before has it, in this round or an earlier one. */
  private static final String OBSERVATIONS =
      """
      WITH found AS (
        SELECT source, array_sort(collect_list(struct(born, known, url, score, tie, depth, seed,
          parent, path_state, features))) AS links
        FROM (
          SELECT l.*, u.url IS NOT NULL OR row_number() OVER (PARTITION BY l.url ORDER BY l.born) > 1
            AS known
          FROM dowser_links l LEFT JOIN dowser_urls u ON u.hash = xxhash64(l.url) AND u.url = l.url
          WHERE l.round = {round} AND l.scored AND NOT l.redirect AND u.outcome IS NULL)
        GROUP BY source)
      SELECT v.outcome, v.page_url, v.relevance, v.relevant, v.irrelevance, v.path_state, v.status, v.fetch_nanos,
        v.time, f.links, t.text, struct(u.url, v.score, u.tie, u.depth, u.seed, u.parent, u.path_state,
          u.features) AS target
      FROM dowser_visits v
        JOIN dowser_urls u ON u.hash = xxhash64(v.url) AND u.url = v.url
        LEFT JOIN found f ON f.source = v.url
        LEFT JOIN dowser_lessons t ON t.url = v.url
      WHERE v.round = {round} ORDER BY v.place
      """;

  private static final String MODEL = "dowser_model";

  /** The score that a row {@code t} of the table of URLs has by the model of the round. */
  static final String SCORE =
      "if(t.outcome IS NULL AND NOT t.seed, dowser_rescore(struct(t.url, t.score, t.tie, t.depth,"
          + " t.seed, t.parent, t.path_state, t.features)), t.score)";

  private final SparkSession spark;
  private final DriverBranch tables;
  private final LearningScorer scorer;
  private final TextAnalyzer analyzer;
  private LearnedModel model;

  private RoundLearner(
      SparkSession spark, CrawlPlan plan, DriverBranch tables, LearningScorer scorer, int round) {
    this.spark = spark;
    this.tables = tables;
    this.scorer = scorer;
    this.analyzer = plan.spec().textAnalyzer.get();
    this.model = latest(tables.read(TableSchemas.MODELS), round);
    model.restore(scorer);
  }

  /**
   * Returns a learner that continues where the latest commit has left it; empty if the scorer does
   * not learn.
   *
   * @param round the next round
   */
  static Optional<RoundLearner> of(
      SparkSession spark, CrawlPlan plan, DriverBranch tables, int round) {
    return Toolbox.learner(plan.task(), SparkFiles::get, new CrawlContext.Shared())
        .map(scorer -> new RoundLearner(spark, plan, tables, scorer, round));
  }

  private static LearnedModel latest(Dataset<Row> models, int round) {
    List<Row> rows = models.orderBy(col("round").desc()).limit(1).collectAsList();
    return rows.isEmpty()
        ? LearnedModel.none(round)
        : new LearnedModel(round, rows.get(0).<byte[]>getAs("state"));
  }

  /** Returns what was learned before the round that comes next. */
  LearnedModel model() {
    return model;
  }

  /**
   * Learns from a round whose visits and links were appended, and not yet merged.
   *
   * @param visited pages visited before it
   */
  void learn(int round, long visited) {
    tables.read(TableSchemas.LINKS).createOrReplaceTempView("dowser_links");
    tables.read(TableSchemas.VISITS).createOrReplaceTempView("dowser_visits");
    tables.read(TableSchemas.URLS).createOrReplaceTempView("dowser_urls");
    tables.read(TableSchemas.LESSONS).createOrReplaceTempView("dowser_lessons");
    Iterator<Row> rows =
        spark.sql(OBSERVATIONS.replace("{round}", String.valueOf(round))).toLocalIterator();
    long number = visited;
    while (rows.hasNext()) {
      var seen = new Observation(rows.next(), number + 1, analyzer);
      number += seen.teach(scorer) ? 1 : 0;
    }
    tables.execute(round, "DELETE FROM " + tables.target(TableSchemas.LESSONS));
    scorer.modelMoved(); // all pending URLs get new scores in any case
    model = LearnedModel.of(round + 1, scorer);
    spark
        .createDataFrame(
            List.of(RowFactory.create(round, "scorer", model.state())),
            tables.read(TableSchemas.MODELS).schema())
        .createOrReplaceTempView(MODEL);
    tables.execute(
        round, "INSERT INTO " + tables.target(TableSchemas.MODELS) + " SELECT * FROM " + MODEL);
    LOG.info("round {}: the scorer learned from {} pages", round, number - visited);
  }

  /** Returns the table of URLs with new scores of those that are pending. */
  static Dataset<Row> rescored(
      Dataset<Row> urls, Broadcast<Toolbox> toolbox, Broadcast<LearnedModel> model) {
    UDF1<Row, Double> rescoring = new Rescoring(toolbox, model);
    urls.sparkSession().udf().register("dowser_rescore", rescoring, DataTypes.DoubleType);
    return urls.alias("t").withColumn("score", expr(SCORE));
  }

  /** Scores a pending URL on an executor. */
  private record Rescoring(Broadcast<Toolbox> toolbox, Broadcast<LearnedModel> model)
      implements UDF1<Row, Double> {

    @Override
    public Double call(Row row) {
      return toolbox.value().rescore(Observation.candidate(row), model.value());
    }
  }
}
