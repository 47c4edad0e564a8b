package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.StopReason;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.SerializableTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * One run of a crawl: takes the lease, opens the tables where the latest commit has left them, runs
 * rounds, and gives the lease back. For the driver's thread.
 */
final class CrawlRun implements AutoCloseable {

  private final SparkSession spark;
  private final CrawlPlan plan;
  private final String tag = "dowser-" + UUID.randomUUID();
  private @Nullable Lease lease;
  private @Nullable Broadcast<Toolbox> shared;

  CrawlRun(SparkSession spark, CrawlPlan plan) {
    this.spark = sessionLike(spark);
    this.plan = plan;
  }

  /** Creates a session like another one, whose temporary views and settings stay as they are. */
  private static SparkSession sessionLike(SparkSession spark) {
    SparkSession own = spark.newSession();
    scala.jdk.javaapi.CollectionConverters.asJava(spark.conf().getAll())
        .forEach(
            (name, value) -> {
              if (!own.conf().getOption(name).contains(value)) { // what all sessions share stays
                own.conf().set(name, value);
              }
            });
    return own;
  }

  CrawlReport run() throws InterruptedException {
    plan.files().values().forEach(file -> spark.sparkContext().addFile(file.toString()));
    CrawlCatalog catalog = CrawlCatalog.of(spark, plan.location());
    catalog.readUncached(spark);
    tryPlugins(catalog);
    Catalog opened = catalog.open();
    prepare(catalog, opened);
    Lease held =
        Lease.take(
            () -> catalog.load(opened, TableSchemas.CRAWL),
            plan.rounds().leaseTime(),
            () -> cancel("another driver has taken over the crawl"));
    lease = held;
    held.keep();
    spark.sparkContext().addJobTag(tag);
    try {
      CrawlReport report = run(catalog, opened, held);
      held.free();
      return report;
    } catch (Exception e) {
      cancel("the run has ended"); // an interrupted thread leaves its jobs
      held.renew(); // which finds out whether another driver has the lease
      if (held.isLost()) {
        throw new CrawlException("another driver has taken over the crawl " + plan.location(), e);
      }
      throw e;
    } finally {
      spark.sparkContext().removeJobTag(tag);
    }
  }

  /** Whatever is wrong shows before the first round, and before anything is written. */
  private void tryPlugins(CrawlCatalog catalog) throws InterruptedException {
    var none =
        new Toolbox.Tables(new TaskLease(catalog, 0, plan.rounds().leaseTime()), Map.of(), "");
    try (var toolbox = new Toolbox(plan.task(), List.of(), none, Toolbox.Cycle.NONE)) {
      toolbox.open("the driver");
    }
  }

  private void prepare(CrawlCatalog catalog, Catalog opened) {
    if (catalog.exists(opened)) {
      CommittedRound.of(catalog.load(opened, TableSchemas.CRAWL).properties())
          .ifPresent(this::refuseOtherSettings); // a refused crawl changes nothing
      return;
    }
    if (plan.seeds().isEmpty()) {
      throw new CrawlException("a crawl needs at least one seed; call seed(url)");
    }
    catalog.create(spark, plan.rounds().buckets());
  }

  private void refuseOtherSettings(CommittedRound committed) {
    plan.settings()
        .forEach(
            (name, is) -> {
              String was = committed.settings().getOrDefault(name, "");
              if (!was.equals(is)) {
                throw new CrawlException(
                    String.format(
                        Locale.ROOT,
                        "'%s' has a crawl with another %s: it was '%s' and is '%s'",
                        plan.location(),
                        name,
                        was,
                        is));
              }
            });
  }

  private CrawlReport run(CrawlCatalog catalog, Catalog opened, Lease held)
      throws InterruptedException {
    CommittedRound last =
        held.committed().orElse(new CommittedRound(-1, Map.of(), Map.of(), plan.settings()));
    refuseOtherSettings(last);
    var tables = new DriverBranch(spark, catalog, opened, held.epoch());
    tables.begin(last.snapshots(), held.epoch());
    var rounds = new Rounds(spark, plan, held, tables, last);
    Toolbox.Cycle cycle = rounds.begin();
    Broadcast<Toolbox> toolbox =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .broadcast(toolbox(catalog, tables, held.epoch(), cycle));
    shared = toolbox;
    StopReason reason = rounds.run(toolbox);
    return rounds.report(reason);
  }

  private Toolbox toolbox(
      CrawlCatalog catalog, DriverBranch tables, long epoch, Toolbox.Cycle cycle) {
    Map<String, Table> writable = new HashMap<>();
    for (String name : TableSchemas.ALL.keySet()) {
      if (!name.equals(TableSchemas.URLS)) {
        writable.put(name, SerializableTable.copyOf(tables.table(name)));
      }
    }
    String scratch = tables.table(TableSchemas.VISITS).location() + "/attempts/" + epoch;
    var lease = new TaskLease(catalog, epoch, plan.rounds().leaseTime());
    var writes = new Toolbox.Tables(lease, writable, scratch);
    return new Toolbox(plan.task(), seeds(tables), writes, cycle);
  }

  /** The seeds of all runs, if the scope is around them. */
  private List<String> seeds(DriverBranch tables) {
    return plan.task().rules().isAnywhere()
        ? List.of()
        : tables
            .read(TableSchemas.URLS)
            .filter(col("seed").and(col("hops").equalTo(0)))
            .select("url")
            .as(Encoders.STRING())
            .collectAsList();
  }

  private void cancel(String why) {
    spark.sparkContext().cancelJobsWithTag(tag, why);
  }

  @Override
  public void close() {
    if (lease != null) {
      lease.close();
    }
    if (shared != null) {
      shared.value().close();
      shared.destroy();
    }
  }
}
