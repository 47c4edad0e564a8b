package io.dowser.crawler.spark;

import io.dowser.crawler.api.RelevanceJudge.Answer;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads the answers of people about visited pages; for the driver's thread. */
final class RoundAnswers {

  private static final String ANSWERS =
      """
      SELECT t.latest.title, left(t.latest.text, 20000) AS text, v.relevance, a.latest.relevant AS relevant
      FROM (SELECT url, max(struct(given, relevant)) AS latest FROM dowser_answers GROUP BY url) a
        JOIN (SELECT url, max_by(struct(title, text), round) AS latest FROM dowser_texts
          GROUP BY url) t ON t.url = a.url
        JOIN dowser_visits v ON v.url = a.url AND v.outcome = 'VISITED'
      WHERE a.latest.relevant IS NOT NULL ORDER BY a.latest.given
      """;

  private final SparkSession spark;
  private final DriverBranch tables;

  RoundAnswers(SparkSession spark, DriverBranch tables) {
    this.spark = spark;
    this.tables = tables;
  }

  /** Returns the answers that hold now, for {@link #of}. */
  List<Row> now() {
    var answers = tables.readAnswers();
    if (answers.isEmpty()) {
      return List.of();
    }
    answers.createOrReplaceTempView("dowser_answers");
    tables.read(TableSchemas.TEXTS).createOrReplaceTempView("dowser_texts");
    tables.read(TableSchemas.VISITS).createOrReplaceTempView("dowser_visits");
    return spark.sql(ANSWERS).collectAsList();
  }

  /** Returns answers as a judge gets them. */
  static List<Answer> of(List<Row> rows) {
    return rows.stream()
        .map(
            row ->
                new Answer(row.getString(0), row.getString(1), row.getDouble(2), row.getBoolean(3)))
        .toList();
  }
}
