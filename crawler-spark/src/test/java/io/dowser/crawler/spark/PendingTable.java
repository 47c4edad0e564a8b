package io.dowser.crawler.spark;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** A table of pending URLs of any size, and rounds that fetch nothing. */
final class PendingTable {

  private static final int LINKS = 30;
  private static final int PARTS = 8;
  private static final int HOSTS = 10_000;

  private final SparkSession spark;
  private final JavaSparkContext context;
  private final String directory;
  private final long size;
  private final Broadcast<PartFile.Place> place;
  private final CommitLog log;
  private final UrlTable urls;
  private final CrawlPlan plan;

  /** Writes the base. */
  PendingTable(SparkSession spark, String directory, long size) {
    this.spark = spark;
    this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    this.directory = directory;
    this.size = size;
    this.place = new PartFile.Place(directory, "table", new HadoopSettings(Map.of())).shared(spark);
    this.log = CommitLog.open(directory, spark.sparkContext().hadoopConfiguration());
    this.urls = new UrlTable(spark, log, place, new Buckets(2));
    this.plan = plan(place.value());
    long part = size / PARTS;
    JavaRDD<InternalRow> rows =
        context
            .parallelize(IntStream.range(0, PARTS).boxed().toList(), PARTS)
            .mapPartitions(
                parts -> {
                  int number = parts.next();
                  return LongStream.range(number * part, (number + 1) * part)
                      .mapToObj(url -> (InternalRow) new GenericInternalRow(url(url, false)))
                      .iterator();
                });
    urls.replaceDelta(0, rows);
    urls.compactNow(0);
  }

  /** The default rules. */
  static final CrawlRules RULES =
      CrawlRules.of(
          Politeness.builder().build(),
          RobotsPolicy.OBEY,
          TrapRules.DEFAULT,
          java.time.Duration.ofSeconds(30));

  /** A crawl best first. */
  static CrawlPlan plan(PartFile.Place place) {
    var task =
        new TaskPlan(
            NamedPlugin.of("best-first"),
            NamedPlugin.of("html"),
            NamedPlugin.of("okhttp"),
            NamedPlugin.of("topic-terms"),
            Map.of(),
            RULES,
            1,
            java.time.Duration.ofMinutes(1),
            PageOutput.NONE,
            new VisitOrder.BestFirst(),
            place,
            10,
            1);
    return new CrawlPlan(
        task,
        List.of(),
        Long.MAX_VALUE,
        1,
        100,
        Integer.MAX_VALUE,
        2,
        Map.of(),
        InstantSource.system(),
        progress -> {});
  }

  private static Object[] url(long number, boolean link) {
    List<Object> cells = new ArrayList<>();
    var random = new SplittableRandom(number);
    if (link) {
      cells.add(random.nextLong());
      cells.add(0L);
    }
    cells.add(new SplittableRandom(number).nextLong());
    cells.add(number);
    String host = "host-" + Math.floorMod(number * 31, HOSTS) + ".example";
    cells.add(text("http://" + host + "/articles/about/some/subject/that-is-" + number + ".html"));
    if (!link) {
      cells.add(text(host));
    }
    cells.add(true);
    cells.add(0);
    cells.add(random.nextDouble());
    cells.add(0.0);
    cells.add(5);
    if (!link) {
      cells.add(1L);
    }
    cells.add(number);
    if (!link) {
      cells.add(false);
      cells.add(random.nextLong());
      cells.add(random.nextLong());
      cells.add(0);
    }
    double[] pathState = {0.5, 0.5, 0.1};
    cells.add(link ? pathState : UnsafeArrayData.fromPrimitiveArray(pathState));
    cells.add(link ? UrlRow.NO_FEATURES : UnsafeArrayData.fromPrimitiveArray(UrlRow.NO_FEATURES));
    return cells.toArray();
  }

  private static UTF8String text(String text) {
    return UTF8String.fromString(text);
  }

  /** Selects and merges, and gives the seconds of each. */
  double[] round(int round, int pages) {
    var hosts = new HostMemory(context, log, place);
    var ranks = new PageRanks(spark, log, place, plan.task().order());
    var selection = new RoundSelection(urls, hosts, ranks, plan);
    long start = System.nanoTime();
    List<InternalRow> selected = selection.select(round, pages, 1, false, 0).collect();
    long between = System.nanoTime();
    if (selected.size() != pages) {
      throw new IllegalStateException("selected " + selected.size());
    }
    visits(round, selected);
    links(round, selected);
    log.retain(CrawlLayout.of(CrawlLayout.REDIRECTS, round), Set.of());
    long merge = System.nanoTime();
    new RoundMerge(urls, log, place, plan).merge(round);
    urls.compact(round);
    return new double[] {(between - start) / 1e9, (System.nanoTime() - merge) / 1e9};
  }

  private void visits(int round, List<InternalRow> selected) {
    StructType columns = Columns.VISITS;
    List<Object[]> rows = new ArrayList<>();
    for (InternalRow row : selected) {
      Object[] cells = new Object[columns.size()];
      cells[columns.fieldIndex(Columns.HIGH)] = row.getLong(UrlRow.HIGH);
      cells[columns.fieldIndex(Columns.LOW)] = row.getLong(UrlRow.LOW);
      for (String name : new String[] {"url", "host", "outcome", "detail", "executor"}) {
        cells[columns.fieldIndex(name)] = "";
      }
      for (String name : new String[] {"round", "place", "depth", "hops"}) {
        cells[columns.fieldIndex(name)] = 0;
      }
      for (String name : new String[] {"parentHigh", "parentLow"}) {
        cells[columns.fieldIndex(name)] = 0L;
      }
      cells[columns.fieldIndex("score")] = 0.0;
      cells[columns.fieldIndex("seed")] = false;
      rows.add(cells);
    }
    written(CrawlLayout.of(CrawlLayout.VISITS, round), columns, rows);
  }

  /** One link in three leads to a URL that is known. */
  private void links(int round, List<InternalRow> selected) {
    var random = new SplittableRandom(round);
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < selected.size() * LINKS; i++) {
      long number =
          i % 3 == 0
              ? random.nextLong(size)
              : size * 2 + (long) round * selected.size() * LINKS + i;
      rows.add(url(number, true));
    }
    written(CrawlLayout.of(CrawlLayout.LINKS, round), Columns.LINKS, rows);
  }

  private void written(String table, StructType columns, List<Object[]> rows) {
    RoundRows.write(context, place, log, table, columns, urls.buckets(), rows);
  }

  void remove() {
    try {
      var path = new Path(directory);
      path.getFileSystem(spark.sparkContext().hadoopConfiguration()).delete(path, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
