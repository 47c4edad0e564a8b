package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class KeyedTableTest {

  private static final StructType COLUMNS =
      new StructType()
          .add("name", DataTypes.IntegerType, false)
          .add("value", DataTypes.LongType, false);

  @TempDir Path directory;

  private final SparkSession spark = LocalSpark.session();

  private CommitLog log() {
    return CommitLog.open(directory.toString(), spark.sparkContext().hadoopConfiguration());
  }

  private KeyedTable table(CommitLog log) {
    var place = new PartFile.Place(directory.toString(), "test", new HadoopSettings(Map.of()));
    return new KeyedTable(spark, log, place.shared(spark), "numbers", COLUMNS, "name");
  }

  private JavaRDD<Row> rows(int from, int to, long value) {
    return JavaSparkContext.fromSparkContext(spark.sparkContext())
        .parallelize(IntStream.range(from, to).boxed().toList(), 2)
        .map(name -> RowFactory.create(name, value));
  }

  private static Map<String, String> directories(KeyedTable table) {
    var directories = new TreeMap<String, String>();
    table.save(directories, new TreeMap<>());
    return directories;
  }

  /** The table as a driver that begins later has it. */
  private KeyedTable restored(KeyedTable table, CommitLog log, int round) {
    var directories = new TreeMap<String, String>();
    var counts = new TreeMap<String, Long>();
    table.save(directories, counts);
    var commit =
        new Commit(round, directories, log.accepted(directories.values()), counts, Map.of());
    CommitLog later = log();
    later.restore(commit);
    KeyedTable again = table(later);
    again.restore(commit);
    return again;
  }

  @Test
  @EnabledIfSystemProperty(named = "dowser.exhaustive", matches = "true")
  void deltaReplacesRowsOfTheBaseAndBecomesTheNextOneWhenItIsLarge() {
    CommitLog log = log();
    KeyedTable table = table(log);
    table.replaceDelta(1, rows(0, 100_000, 1));
    table.compact(1);
    assertThat(directories(table)).containsOnlyKeys("numbers.delta");
    table.replaceDelta(2, rows(0, 100_001, 2));
    table.compact(2);
    assertThat(directories(table)).containsOnlyKeys("numbers.base");
    table.replaceDelta(3, rows(99_000, 101_000, 3));
    table.compact(3);
    assertThat(directories(table)).containsOnlyKeys("numbers.base", "numbers.delta");
    KeyedTable again = restored(table, log, 3);
    List<Row> sums = again.rows().groupBy("value").count().orderBy("value").collectAsList();
    assertThat(sums).containsExactly(RowFactory.create(2L, 99_000L), RowFactory.create(3L, 2_000L));
    again.replaceDelta(4, rows(500, 100_600, 4));
    again.compact(4);
    assertThat(directories(again))
        .containsOnlyKeys("numbers.base")
        .containsEntry("numbers.base", "numbers/r00000004-base");
    assertThat(again.rows().count()).isEqualTo(100_600);
    assertThat(again.rows().filter("value = 2").count()).isEqualTo(500);
  }

  @Test
  void rowsOfSomeKeysAreThoseOfTheBaseThatHaveNotChanged() {
    CommitLog log = log();
    KeyedTable table = table(log);
    table.replaceDelta(1, rows(0, 100, 1));
    table.compactNow(1);
    table.replaceDelta(2, rows(90, 95, 2));
    var touched = spark.createDataFrame(rows(88, 91, 9), COLUMNS);
    assertThat(table.baseAmong(touched).orderBy("name").collectAsList())
        .extracting(row -> row.getInt(0) + "=" + row.getLong(1))
        .containsExactly("88=1", "89=1");
    assertThat(table.deltaFiles())
        .isNotEmpty()
        .allMatch(file -> file.contains("/numbers/r00000002-delta/"));
  }

  @Test
  void compactionKeepsTheColumnsOfATableWhoseKeysAreNotItsFirst() {
    CommitLog log = log();
    var place = new PartFile.Place(directory.toString(), "test", new HadoopSettings(Map.of()));
    var table =
        new KeyedTable(
            spark, log, place.shared(spark), "hosts", Columns.HOSTS, "host", "robotsUrl");
    table.replaceDelta(1, hosts("a", "b"));
    table.compactNow(1);
    table.replaceDelta(2, hosts("b", "c"));
    table.compactNow(2);
    assertThat(table.rows().orderBy("host").collectAsList())
        .extracting(row -> HostNews.of(row).host() + " " + HostNews.of(row).restsUntil())
        .containsExactly("a 7", "b 7", "c 7");
  }

  @Test
  void compactionKeepsListsOfUrlsEmptyOrNot() {
    CommitLog log = log();
    var place = new PartFile.Place(directory.toString(), "test", new HadoopSettings(Map.of()));
    KeyedTable table = CrawlTables.urls(spark, log, place.shared(spark));
    for (int round = 1; round <= 2; round++) {
      List<Row> rows =
          List.of(
              url(round, new double[0], new int[0]),
              url(10 + round, new double[] {0.5, 0.25}, new int[] {3}));
      table.replaceDelta(
          round, JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(rows, 1));
      table.compactNow(round);
    }
    assertThat(table.rows().orderBy(Columns.HIGH).collectAsList())
        .extracting(row -> row.getLong(0) + " " + row.getList(15) + " " + row.getList(16))
        .containsExactly("1 [] []", "2 [] []", "11 [0.5, 0.25] [3]", "12 [0.5, 0.25] [3]");
  }

  private static Row url(long high, double[] carry, int[] features) {
    return RowFactory.create(
        high,
        0L,
        "http://a.example/" + high,
        "a.example",
        true,
        0,
        0.5,
        0.0,
        1,
        1L,
        high,
        false,
        0L,
        0L,
        0,
        carry,
        features);
  }

  private JavaRDD<Row> hosts(String... names) {
    return JavaSparkContext.fromSparkContext(spark.sparkContext())
        .parallelize(List.of(names), 1)
        .map(name -> RowFactory.create(HostNews.rest(name, 7, 1).toCells()));
  }
}
