package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.pages.EarlierPages;
import io.dowser.crawler.internal.recovery.StateBytes;
import io.dowser.crawler.internal.store.PageState;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pages of a round that repeat a page of another task, by the rules of one machine, and
 * reports to the next round's tasks which pages were visited before. For the driver's thread.
 */
final class RoundWorth {

  private static final String DUPLICATES = "dowser_duplicates";

  private static final StructType DUPLICATE =
      new StructType().add("url", DataTypes.StringType).add("reason", DataTypes.StringType);

  private static final String CORRECT =
      """
      MERGE INTO {table} t USING dowser_duplicates s ON t.round = {round} AND t.url = s.url
      WHEN MATCHED THEN UPDATE SET relevance = 0, relevant = false, irrelevance = s.reason,
        page.relevance = 0, page.relevant = false, page.irrelevance = s.reason
      """;

  private static final String FORGET =
      "DELETE FROM {table} WHERE round = {round} AND url IN (SELECT url FROM dowser_duplicates)";

  private final SparkSession spark;
  private final DriverBranch tables;
  private final boolean keepsTexts;
  private final EarlierPages pages = new EarlierPages();

  /** Begins with what committed rounds have visited. */
  RoundWorth(SparkSession spark, DriverBranch tables, boolean keepsTexts) {
    this.spark = spark;
    this.keepsTexts = keepsTexts;
    this.tables = tables;
    rows(lit(true)).forEachRemaining(this::add);
  }

  /** Reads visits and rechecks in their order. */
  private Iterator<Row> rows(Column which) {
    return rows(TableSchemas.VISITS, which)
        .union(rows(TableSchemas.CHECKS, which))
        .orderBy("round", "place")
        .toLocalIterator();
  }

  private Dataset<Row> rows(String table, Column which) {
    return tables
        .read(table)
        .filter(which)
        .select(
            "page.number",
            "url",
            "host",
            "outcome",
            "relevant",
            "irrelevance",
            "canonical",
            "text_high",
            "text_low",
            "text_similarity",
            "text_shingles",
            "text_start",
            "round",
            "place");
  }

  /** Adds a visit or a recheck, and returns why its page counts for nothing. */
  private Optional<Irrelevance> add(Row row) {
    CrawlUrl url = CrawlUrl.of(row.getAs("url"));
    String outcome = row.getAs("outcome");
    @Nullable Long number = row.getAs("number");
    if (number == null) {
      if (!outcome.equals("REDIRECTED")) {
        pages.abandoned(url);
      }
      return Optional.empty();
    }
    switch (outcome) {
      case "CHANGED" -> pages.changed(number);
      case "GONE", "MOVED" -> pages.gone(number, url);
      case "BACK" -> pages.back(number, url);
      default -> {} // a first visit, or nothing new
    }
    return row.isNullAt(row.fieldIndex("text_high"))
        ? Optional.empty()
        : pages.visited(
            number,
            url,
            url.host(),
            PageState.irrelevance(row.getAs("irrelevance")),
            new PageContentHash(
                row.<Long>getAs("text_high"),
                row.<Long>getAs("text_low"),
                row.<Long>getAs("text_similarity"),
                row.<Integer>getAs("text_shingles"),
                row.<Integer>getAs("text_start")),
            Optional.ofNullable(row.<String>getAs("canonical")).map(CrawlUrl::of));
  }

  /**
   * Adds the visits of a round that were appended, and corrects those that repeat a page of another
   * task.
   *
   * @param report the metrics of the round, which are corrected
   */
  void review(int round, TaskReport report) {
    List<Row> duplicates = new ArrayList<>();
    Iterator<Row> visits = rows(col("round").equalTo(round));
    while (visits.hasNext()) {
      Row row = visits.next();
      Optional<Irrelevance> reason = add(row);
      if (reason.isPresent() && PageState.irrelevance(row.getAs("irrelevance")).isEmpty()) {
        duplicates.add(RowFactory.create(row.getAs("url"), reason.get().toString()));
        report.add(CrawlCounts.IRRELEVANT + reason.get().name(), 1);
        report.add(CrawlCounts.RELEVANT, row.<Boolean>getAs("relevant") ? -1 : 0);
      }
    }
    if (!duplicates.isEmpty()) {
      spark.createDataFrame(duplicates, DUPLICATE).createOrReplaceTempView(DUPLICATES);
      execute(round, TableSchemas.VISITS, CORRECT);
      execute(round, TableSchemas.CHECKS, CORRECT);
      if (keepsTexts) {
        execute(round, TableSchemas.TEXTS, FORGET);
      }
    }
  }

  private void execute(int round, String table, String statement) {
    tables.execute(
        round,
        statement
            .replace("{table}", tables.target(table))
            .replace("{round}", Integer.toString(round)));
  }

  /** Returns the pages visited so far, for {@link EarlierPages#restore}. */
  byte[] state() {
    return StateBytes.of(pages);
  }
}
