package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds that come together with a table of URLs in base and delta. */
class RoundMergeTest {

  @TempDir Path directory;

  private final SparkSession spark = LocalSpark.session();
  private final JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());

  private CommitLog log;
  private Broadcast<PartFile.Place> place;
  private UrlTable urls;
  private RoundMerge merge;

  @BeforeEach
  void open() {
    log = LocalSpark.log(directory);
    place = LocalSpark.place(directory);
    urls = new UrlTable(spark, log, place, new Buckets(3));
    merge = new RoundMerge(urls, log, place, PendingTable.plan(place.value()));
    List<InternalRow> base = new ArrayList<>();
    for (int number = 0; number < 30; number++) {
      base.add(url(number, number % 10 != 9));
    }
    urls.replaceDelta(0, context.parallelize(base, 2));
    urls.compactNow(0);
  }

  private static long high(int number) {
    return number * 0x9e3779b97f4a7c15L;
  }

  private static String name(int number) {
    return "http://a.example/" + number;
  }

  /** Waits with score 0.5 at depth 4, and one page links to it. */
  private static InternalRow url(int number, boolean open) {
    return new GenericInternalRow(
        new Object[] {
          high(number),
          (long) number,
          UTF8String.fromString(name(number)),
          UTF8String.fromString("a.example"),
          open,
          0,
          0.5,
          0.0,
          4,
          1L,
          (long) number,
          false,
          7L,
          7L,
          0,
          UnsafeArrayData.fromPrimitiveArray(new double[] {0.5}),
          UnsafeArrayData.fromPrimitiveArray(UrlRow.NO_FEATURES)
        });
  }

  private static Object[] link(int source, int target, double score, int depth) {
    return new Object[] {
      high(source),
      (long) source,
      high(target),
      (long) target,
      name(target),
      true,
      0,
      score,
      0.0,
      depth,
      1_000L + source,
      new double[] {score},
      UrlRow.NO_FEATURES
    };
  }

  private static Object[] redirect(int target) {
    return new Object[] {
      high(target),
      (long) target,
      name(target),
      "a.example",
      true,
      0,
      0.7,
      0.0,
      3,
      0L,
      2_000L,
      false,
      8L,
      8L,
      1,
      UrlRow.NO_PATH_STATE,
      UrlRow.NO_FEATURES
    };
  }

  private static Object[] visit(int number) {
    Object[] cells = new Object[Columns.VISITS.size()];
    for (String column : new String[] {"url", "host", "outcome", "detail", "executor"}) {
      cells[Columns.VISITS.fieldIndex(column)] = "";
    }
    for (String column : new String[] {"round", "place", "depth", "hops"}) {
      cells[Columns.VISITS.fieldIndex(column)] = 0;
    }
    cells[Columns.VISITS.fieldIndex(Columns.HIGH)] = high(number);
    cells[Columns.VISITS.fieldIndex(Columns.LOW)] = (long) number;
    cells[Columns.VISITS.fieldIndex("parentHigh")] = 0L;
    cells[Columns.VISITS.fieldIndex("parentLow")] = 0L;
    cells[Columns.VISITS.fieldIndex("score")] = 0.0;
    cells[Columns.VISITS.fieldIndex("seed")] = false;
    return cells;
  }

  private static List<Object[]> rows(Object[]... rows) {
    return List.of(rows);
  }

  private TaskReport round(
      int round, List<Object[]> visits, List<Object[]> links, List<Object[]> redirects) {
    write(CrawlLayout.VISITS, round, Columns.VISITS, Buckets.ONE, visits);
    write(CrawlLayout.LINKS, round, Columns.LINKS, urls.buckets(), links);
    write(CrawlLayout.REDIRECTS, round, Columns.REDIRECTS, Buckets.ONE, redirects);
    return merge.merge(round);
  }

  private void write(
      String table, int round, StructType columns, Buckets buckets, List<Object[]> rows) {
    RoundRows.write(context, place, log, CrawlLayout.of(table, round), columns, buckets, rows);
  }

  /** What is known of some URLs, in few words. */
  private Map<Long, String> known() {
    Map<Long, String> all = new TreeMap<>();
    for (InternalRow row : urls.scan().map(InternalRow::copy).collect()) {
      String words =
          String.join(
              " ",
              row.getBoolean(UrlRow.OPEN) ? "waits" : "closed",
              "" + row.getDouble(UrlRow.SCORE),
              "depth " + row.getInt(UrlRow.DEPTH),
              "links " + row.getLong(UrlRow.IN_LINKS),
              "parent " + row.getLong(UrlRow.PARENT_LOW),
              row.getString(UrlRow.HOST),
              Arrays.toString(row.getArray(UrlRow.PATH_STATE).toDoubleArray()));
      assertThat(all.put(row.getLong(UrlRow.LOW), words)).as("rows of a URL").isNull();
    }
    return all;
  }

  @Test
  void urlsOfTheBaseAreRaisedClosedAndCountedAndTheOthersStay() {
    TaskReport report =
        round(
            1,
            rows(visit(3)),
            rows(link(3, 4, 0.9, 2), link(3, 5, 0.1, 9), link(3, 9, 0.9, 1), link(3, 40, 0.2, 5)),
            List.of());
    assertThat(known())
        .hasSize(31)
        .containsEntry(2L, "waits 0.5 depth 4 links 1 parent 7 a.example [0.5]")
        .containsEntry(3L, "closed 0.5 depth 4 links 1 parent 7 a.example []")
        .containsEntry(4L, "waits 0.9 depth 2 links 2 parent 3 a.example [0.9]")
        .containsEntry(5L, "waits 0.5 depth 4 links 2 parent 7 a.example [0.5]")
        .containsEntry(9L, "closed 0.5 depth 1 links 2 parent 7 a.example []")
        .containsEntry(40L, "waits 0.2 depth 5 links 1 parent 3 a.example [0.2]");
    assertThat(report.metric(CrawlCounts.KNOWN)).isEqualTo(1);
    assertThat(report.metric(CrawlCounts.PENDING)).isZero(); // one came, one went
    assertThat(report.rows(urls.deltaOf(1))).as("untouched rows are not written").isEqualTo(5);
  }

  @Test
  void deltaGoesBeforeTheBase() {
    round(1, rows(visit(3)), rows(link(3, 4, 0.9, 2)), List.of());
    TaskReport report =
        round(2, rows(visit(4)), rows(link(4, 3, 0.99, 1), link(4, 4, 0.95, 3)), List.of());
    assertThat(known())
        .hasSize(30)
        .containsEntry(3L, "closed 0.5 depth 1 links 2 parent 7 a.example []")
        .containsEntry(4L, "closed 0.95 depth 2 links 3 parent 4 a.example []");
    assertThat(report.metric(CrawlCounts.KNOWN)).isZero();
    assertThat(report.metric(CrawlCounts.PENDING)).isEqualTo(-1);
    urls.compactNow(2);
    assertThat(known())
        .hasSize(30)
        .containsEntry(3L, "closed 0.5 depth 1 links 2 parent 7 a.example []");
  }

  @Test
  void redirectsAreTakenInAndRoundsWithoutLinksAreRounds() {
    TaskReport report = round(1, rows(visit(6)), List.of(), rows(redirect(50), redirect(7)));
    assertThat(known())
        .hasSize(31)
        .containsEntry(6L, "closed 0.5 depth 4 links 1 parent 7 a.example []")
        .containsEntry(7L, "waits 0.7 depth 3 links 1 parent 8 a.example []")
        .containsEntry(50L, "waits 0.7 depth 3 links 0 parent 8 a.example []");
    assertThat(report.metric(CrawlCounts.KNOWN)).isEqualTo(1);
    round(2, List.of(), List.of(), List.of());
    assertThat(known()).hasSize(31);
  }
}
