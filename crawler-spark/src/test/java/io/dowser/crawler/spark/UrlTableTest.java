package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of URLs in its layers and buckets. */
class UrlTableTest {

  @TempDir Path directory;

  private final SparkSession spark = LocalSpark.session();
  private final JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());

  private UrlTable table(CommitLog log) {
    Broadcast<PartFile.Place> place = LocalSpark.place(directory);
    return new UrlTable(spark, log, place, new Buckets(2));
  }

  private static InternalRow url(int number, int depth) {
    double[] pathState = number % 2 == 0 ? new double[0] : new double[] {0.5, number};
    int[] features = number % 3 == 0 ? new int[0] : new int[] {number};
    return new GenericInternalRow(
        new Object[] {
          number * 0x9e3779b97f4a7c15L,
          (long) number,
          UTF8String.fromString("http://a.example/" + number),
          UTF8String.fromString("a.example"),
          true,
          0,
          0.5,
          0.0,
          depth,
          1L,
          (long) number,
          false,
          0L,
          0L,
          0,
          UnsafeArrayData.fromPrimitiveArray(pathState),
          UnsafeArrayData.fromPrimitiveArray(features)
        });
  }

  private JavaRDD<InternalRow> urls(int from, int to, int depth) {
    return context
        .parallelize(IntStream.range(from, to).boxed().toList(), 2)
        .map(number -> url(number, depth));
  }

  /** URLs by depth. */
  private static Map<Integer, Long> scanned(UrlTable table) {
    return new TreeMap<>(table.scan().map(row -> row.getInt(UrlRow.DEPTH)).countByValue());
  }

  /** The same, by a query. */
  private static Map<Integer, Long> queried(UrlTable table) {
    Map<Integer, Long> counts = new TreeMap<>();
    for (Row row : table.rows().groupBy("depth").count().collectAsList()) {
      counts.put(row.getInt(0), row.getLong(1));
    }
    return counts;
  }

  private static Map<String, String> directories(UrlTable table) {
    var directories = new TreeMap<String, String>();
    table.save(directories, new TreeMap<>());
    return directories;
  }

  /** The table as a driver that begins later has it. */
  private UrlTable restored(UrlTable table, CommitLog log, int round) {
    var directories = new TreeMap<String, String>();
    var counts = new TreeMap<String, Long>();
    table.save(directories, counts);
    var commit =
        new Commit(round, directories, log.accepted(directories.values()), counts, Map.of());
    CommitLog later = LocalSpark.log(directory);
    later.restore(commit);
    UrlTable again = table(later);
    again.restore(commit);
    return again;
  }

  @Test
  void deltaReplacesRowsOfTheBase() {
    CommitLog log = LocalSpark.log(directory);
    UrlTable table = table(log);
    table.replaceDelta(1, urls(0, 100, 1));
    table.compactNow(1);
    table.replaceDelta(2, urls(90, 120, 2));
    assertThat(scanned(table)).isEqualTo(Map.of(1, 90L, 2, 30L)).isEqualTo(queried(table));
    UrlTable again = restored(table, log, 2);
    assertThat(scanned(again)).isEqualTo(Map.of(1, 90L, 2, 30L));
    again.compactNow(3);
    assertThat(directories(again)).containsOnlyKeys("urls.base");
    assertThat(scanned(again)).isEqualTo(Map.of(1, 90L, 2, 30L)).isEqualTo(queried(again));
  }

  @Test
  void bucketsAreSplitWhenTheirRowsAreTooMany() {
    CommitLog log = LocalSpark.log(directory);
    UrlTable table = table(log);
    table.replaceDelta(1, urls(0, 100, 1));
    table.compactNow(1, 10);
    assertThat(table.buckets()).isEqualTo(new Buckets(10));
    assertThat(scanned(table)).isEqualTo(Map.of(1, 100L)).isEqualTo(queried(table));
    table.replaceDelta(2, urls(50, 150, 2));
    UrlTable again = restored(table, log, 2);
    assertThat(again.buckets()).isEqualTo(new Buckets(10));
    assertThat(scanned(again)).isEqualTo(Map.of(1, 50L, 2, 100L));
    again.compactNow(3, 10);
    assertThat(again.buckets()).isEqualTo(new Buckets(20));
    assertThat(scanned(again)).isEqualTo(Map.of(1, 50L, 2, 100L));
  }

  @Test
  void compactionKeepsListsEmptyOrNot() {
    UrlTable table = table(LocalSpark.log(directory));
    for (int round = 1; round <= 2; round++) {
      table.replaceDelta(round, urls(round * 10, round * 10 + 4, 1));
      table.compactNow(round);
    }
    List<String> lists =
        table
            .scan()
            .map(
                row ->
                    row.getLong(UrlRow.LOW)
                        + Arrays.toString(row.getArray(UrlRow.PATH_STATE).toDoubleArray())
                        + Arrays.toString(row.getArray(UrlRow.FEATURES).toIntArray()))
            .collect();
    assertThat(lists)
        .containsExactlyInAnyOrder(
            "10[][10]",
            "11[0.5, 11.0][11]",
            "12[][]",
            "13[0.5, 13.0][13]",
            "20[][20]",
            "21[0.5, 21.0][]",
            "22[][22]",
            "23[0.5, 23.0][23]");
  }

  @Test
  @Tag("exhaustive")
  void deltaBecomesPartOfTheBaseWhenItIsLarge() {
    UrlTable table = table(LocalSpark.log(directory));
    table.replaceDelta(1, urls(0, 100_000, 1));
    table.compact(1);
    assertThat(directories(table)).containsOnlyKeys("urls.delta");
    table.replaceDelta(2, urls(0, 100_001, 2));
    table.compact(2);
    assertThat(directories(table)).containsOnlyKeys("urls.base");
    table.replaceDelta(3, urls(99_000, 101_000, 3));
    table.compact(3);
    assertThat(directories(table)).containsOnlyKeys("urls.base", "urls.delta");
    assertThat(scanned(table)).isEqualTo(Map.of(2, 99_000L, 3, 2_000L)).isEqualTo(queried(table));
    table.replaceDelta(4, urls(500, 100_600, 4));
    table.compact(4);
    assertThat(directories(table))
        .containsOnlyKeys("urls.base")
        .containsEntry("urls.base", "urls/r00000004-base");
    assertThat(scanned(table)).isEqualTo(Map.of(2, 500L, 4, 100_100L)); // no delta before
  }
}
