package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;

import java.util.stream.Stream;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Brings what came of a round into the table of URLs: all rows about a URL meet in one partition,
 * where {@link UrlState} makes one of them.
 */
final class RoundMerge {

  private static final int ROWS_OF_TASK = 100_000;

  private final SparkSession spark;
  private final KeyedTable urls;
  private final Broadcast<PartFile.Place> place;
  private final boolean keepsFirst;
  private final int maxDepth;

  RoundMerge(SparkSession spark, KeyedTable urls, Broadcast<PartFile.Place> place, CrawlPlan plan) {
    this.spark = spark;
    this.urls = urls;
    this.place = place;
    this.keepsFirst = plan.task().order().keepsFirstLink();
    this.maxDepth = plan.maxDepth();
  }

  /**
   * Merges.
   *
   * @param files those of the round's visits, links and redirects
   * @param rows how many these are together
   * @return URLs that are new, and by how much more wait
   */
  TaskReport merge(int round, String[] files, long rows) {
    int tasks = (int) Math.max(2, (urls.deltaRows() + rows) / ROWS_OF_TASK);
    var task = new MergeTask(place, urls.deltaOf(round), keepsFirst, maxDepth);
    TaskReport report =
        TaskReport.of(
            CrawlTables.internal(
                    rows(files).repartition(tasks, col(Columns.HIGH), col(Columns.LOW)))
                .mapPartitions(task)
                .collect());
    urls.adopt(round, report);
    return report;
  }

  /** What is known and what was found; in one reading, because planning each takes its time. */
  private Dataset<Row> rows(String[] files) {
    String[] all = Stream.of(files, urls.deltaFiles()).flatMap(Stream::of).toArray(String[]::new);
    Dataset<Row> changed = CrawlTables.read(spark, Columns.MERGED, all);
    if (!urls.hasBase()) {
      return changed;
    }
    Dataset<Row> found = CrawlTables.read(spark, Columns.MERGED, files);
    return changed.unionByName(urls.baseAmong(found), true);
  }
}
