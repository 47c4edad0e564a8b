package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.pages.EarlierPages;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

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
      MERGE INTO {visits} t USING dowser_duplicates s ON t.round = {round} AND t.url = s.url
      WHEN MATCHED THEN UPDATE SET relevance = 0, relevant = false, irrelevance = s.reason
      """;

  private static final String FORGET =
      "DELETE FROM {texts} WHERE round = {round} AND url IN (SELECT url FROM dowser_duplicates)";

  private final SparkSession spark;
  private final DriverBranch tables;
  private final boolean keepsTexts;
  private final EarlierPages pages = new EarlierPages();

  /** Begins with what committed rounds have visited. */
  RoundWorth(SparkSession spark, DriverBranch tables, boolean keepsTexts) {
    this.spark = spark;
    this.keepsTexts = keepsTexts;
    this.tables = tables;
    rows(tables.read(TableSchemas.VISITS)).forEachRemaining(this::add);
  }

  private static Iterator<Row> rows(Dataset<Row> visits) {
    return visits
        .select(
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
            "place")
        .orderBy("round", "place")
        .toLocalIterator();
  }

  /** Adds a visit and returns why it counts for nothing. */
  private Optional<Irrelevance> add(Row row) {
    CrawlUrl url = CrawlUrl.of(row.getAs("url"));
    String outcome = row.getAs("outcome");
    if (outcome.equals(RoundRecorder.VISITED)) {
      return pages.visited(
          url,
          url.host(),
          VisitRow.irrelevance(row),
          new PageContentHash(
              row.<Long>getAs("text_high"),
              row.<Long>getAs("text_low"),
              row.<Long>getAs("text_similarity"),
              row.<Integer>getAs("text_shingles"),
              row.<Integer>getAs("text_start")),
          Optional.ofNullable(row.<String>getAs("canonical")).map(CrawlUrl::of));
    }
    if (!outcome.equals("REDIRECTED")) {
      pages.abandoned(url);
    }
    return Optional.empty();
  }

  /**
   * Adds the visits of a round that were appended, and corrects those that repeat a page of another
   * task.
   *
   * @param report the metrics of the round, which are corrected
   */
  void review(int round, TaskReport report) {
    List<Row> duplicates = new ArrayList<>();
    Iterator<Row> visits =
        rows(tables.read(TableSchemas.VISITS).filter(col("round").equalTo(round)));
    while (visits.hasNext()) {
      Row row = visits.next();
      Optional<Irrelevance> reason = add(row);
      if (reason.isPresent() && VisitRow.irrelevance(row).isEmpty()) {
        duplicates.add(RowFactory.create(row.getAs("url"), reason.get().toString()));
        report.add(CrawlCounts.IRRELEVANT + reason.get().name(), 1);
        report.add(CrawlCounts.RELEVANT, row.<Boolean>getAs("relevant") ? -1 : 0);
      }
    }
    if (!duplicates.isEmpty()) {
      spark.createDataFrame(duplicates, DUPLICATE).createOrReplaceTempView(DUPLICATES);
      execute(round, CORRECT);
      if (keepsTexts) {
        execute(round, FORGET);
      }
    }
  }

  private void execute(int round, String statement) {
    tables.execute(
        round,
        statement
            .replace("{visits}", tables.target(TableSchemas.VISITS))
            .replace("{texts}", tables.target(TableSchemas.TEXTS))
            .replace("{round}", Integer.toString(round)));
  }

  /** Returns the pages visited so far, for {@link EarlierPages#restore}. */
  byte[] state() {
    var bytes = new ByteArrayOutputStream();
    try {
      pages.save(StateWriter.to(bytes));
    } catch (IOException e) {
      throw new CrawlException("the visited pages cannot be saved", e);
    }
    return bytes.toByteArray();
  }
}
