package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Brings what came of a round into the table of URLs: all rows about a URL meet in one partition,
 * where {@link UrlState} makes one of them.
 */
final class RoundMerge {

  private static final int ROWS_OF_TASK = 100_000;

  private final KeyedTable urls;
  private final PartFile.Place place;
  private final boolean keepsFirst;
  private final int maxDepth;

  RoundMerge(KeyedTable urls, CrawlPlan plan) {
    this.urls = urls;
    this.place = plan.task().place();
    this.keepsFirst = plan.task().order().keepsFirstLink();
    this.maxDepth = plan.maxDepth();
  }

  /**
   * Merges.
   *
   * @param visits the round's rows of {@link Columns#VISITS}
   * @param links the round's rows of {@link Columns#LINKS}
   * @param rows how many these are together
   * @return URLs that are new, and by how much more wait
   */
  TaskReport merge(int round, Dataset<Row> visits, Dataset<Row> links, long rows) {
    Dataset<Row> found = links(links).unionByName(closed(visits));
    Dataset<Row> before =
        urls.changedOrAmong(found).withColumn(MergeTask.KIND, lit(MergeTask.BEFORE));
    int tasks = (int) Math.max(2, (urls.deltaRows() + rows) / ROWS_OF_TASK);
    var task = new MergeTask(place, urls.deltaOf(round), keepsFirst, maxDepth);
    TaskReport report =
        TaskReport.of(
            before
                .unionByName(found)
                .repartition(tasks, col(Columns.HIGH), col(Columns.LOW))
                .javaRDD()
                .mapPartitions(task)
                .collect());
    urls.adopt(round, report);
    return report;
  }

  private static Dataset<Row> links(Dataset<Row> links) {
    Column kind = when(col("scored"), MergeTask.LINK).otherwise(MergeTask.UNSCORED_LINK);
    return select(links.withColumn("open", lit(true)), kind);
  }

  private static Dataset<Row> closed(Dataset<Row> visits) {
    Dataset<Row> rows =
        visits.select(
            col(Columns.HIGH),
            col(Columns.LOW),
            lit("").as("url"),
            lit("").as("host"),
            lit(false).as("open"),
            lit(0).as("queue"),
            lit(0.0).as("score"),
            lit(0.0).as("tie"),
            lit(0).as("depth"),
            lit(0L).as("inLinks"),
            lit(0L).as("born"),
            lit(false).as("seed"),
            lit(0L).as("parentHigh"),
            lit(0L).as("parentLow"),
            lit(0).as("hops"),
            array().cast("array<double>").as("carry"),
            array().cast("array<int>").as("features"));
    return select(rows, lit(MergeTask.CLOSED));
  }

  private static Dataset<Row> select(Dataset<Row> rows, Column kind) {
    String[] names = Columns.URLS.fieldNames();
    Column[] columns = new Column[names.length + 1];
    for (int i = 0; i < names.length; i++) {
      columns[i] = col(names[i]);
    }
    columns[names.length] = kind.as(MergeTask.KIND);
    return rows.select(columns);
  }
}
