package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;

import com.google.common.collect.Comparators;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/** Runs rounds until there is nothing left to do; for the driver's thread. */
final class Rounds {

  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
  private static final int MOST_IDLE_ROUNDS = 3;

  private final SparkSession spark;
  private final CrawlPlan plan;
  private final CrawlSpec limits;
  private final Lease lease;
  private final DriverBranch tables;
  private final RoundSelection selection;
  private final RoundMerge merge;
  private final RoundWorth worth;
  private final RoundAnswers answers;
  private final RoundCycle cycle;
  private final Optional<RoundLearner> learner;
  private final Maintenance maintenance;
  private final CrawlCounts counts = new CrawlCounts();
  private final long start = System.nanoTime();
  private int last;
  private int idleRounds;

  Rounds(
      SparkSession spark,
      CrawlPlan plan,
      Lease lease,
      DriverBranch tables,
      CommittedRound committed) {
    this.spark = spark;
    this.plan = plan;
    this.limits = plan.spec();
    this.lease = lease;
    this.tables = tables;
    this.selection = new RoundSelection(plan);
    this.maintenance = new Maintenance(spark, tables);
    this.last = committed.round();
    this.answers = new RoundAnswers(spark, tables);
    this.worth = new RoundWorth(spark, tables, plan.rounds().keepTexts());
    this.learner = RoundLearner.of(spark, plan, tables, last + 1);
    this.merge = new RoundMerge(spark, tables, plan.task().order(), learner.isPresent());
    this.cycle = new RoundCycle(plan, tables, counts, committed.settings());
    counts.restore(committed.counts());
  }

  /**
   * Adds seeds that are new or failed before, gives hosts of seeds that were given up another
   * chance, and begins a cycle of rechecks if there is to be one, in a separate round. Returns the
   * cycle.
   */
  Toolbox.Cycle begin() {
    Dataset<Row> urls = tables.read(TableSchemas.URLS);
    Dataset<Row> seeds = Seeds.of(spark, plan, last + 1);
    Dataset<Row> due = Seeds.due(seeds, urls);
    Dataset<Row> givenUp =
        cycle.givenUp().join(seeds.select("host"), new String[] {"host"}, "left_semi");
    boolean isFirst = last < 0;
    boolean hasGivenUp = !givenUp.isEmpty();
    boolean hasSeeds = isFirst || !due.isEmpty();
    boolean hasCycle = !isFirst && cycle.isNew();
    if (hasSeeds) {
      counts.add(CrawlCounts.FAILED, -Seeds.queuedAgain(due, urls).count());
      merge.seed(last + 1, due);
    }
    if (hasGivenUp) {
      cycle.retry(last + 1, givenUp);
    }
    if (hasCycle) {
      cycle.begin(last + 1);
    }
    if (hasSeeds || hasGivenUp || hasCycle) {
      commit(last + 1);
    }
    return cycle.ofTasks();
  }

  /** Runs rounds to the end. */
  StopReason run(Broadcast<Toolbox> toolbox) throws InterruptedException {
    Optional<StopReason> end = end(toolbox);
    while (end.isEmpty()) {
      long now = plan.clock().millis();
      boolean selected = round(toolbox, now);
      boolean isStuck = idleRounds > MOST_IDLE_ROUNDS || (!selected && !awaitHosts(now));
      end = isStuck ? Optional.of(StopReason.WITHHELD) : end(toolbox);
    }
    return cycle.isActive() && !end.get().equals(StopReason.TIME) ? endCycle() : end.get();
  }

  private StopReason endCycle() {
    counts.set(CrawlCounts.CYCLE, 0);
    commit(last);
    return StopReason.CYCLE_COMPLETE;
  }

  private Optional<StopReason> end(Broadcast<Toolbox> toolbox) {
    if (timeLeft().isZero()) {
      return Optional.of(StopReason.TIME);
    }
    if (cycle.isActive()) {
      counts.set(CrawlCounts.DUE, cycle.due(toolbox).count());
    }
    if (pagesLeft() > 0 || rechecksLeft() > 0) {
      return Optional.empty();
    }
    boolean noSeed = counts.get(CrawlCounts.VISITED) == 0;
    return limit()
        .or(() -> Optional.of(noSeed ? StopReason.ALL_SEEDS_FAILED : StopReason.FRONTIER_EMPTY));
  }

  private Duration timeLeft() {
    Duration left = limits.maxDuration.get().minusNanos(System.nanoTime() - start);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Returns the limit of new pages that is reached, if any. */
  private Optional<StopReason> limit() {
    if (counts.get(CrawlCounts.VISITED) >= limits.maxPages.get()) {
      return Optional.of(StopReason.PAGES);
    } else if (counts.get(CrawlCounts.RELEVANT) >= limits.maxRelevantPages.get()) {
      return Optional.of(StopReason.RELEVANT_PAGES);
    } else if (counts.get(CrawlCounts.BYTES) >= limits.maxBytes.get()) {
      return Optional.of(StopReason.BYTES);
    }
    return Optional.empty();
  }

  /** Returns the number of pending URLs that may be fetched. */
  private long pagesLeft() {
    long pages = limits.maxPages.get() - counts.get(CrawlCounts.VISITED);
    long pending = Math.min(counts.get(CrawlCounts.PENDING), cycle.newPagesLeft());
    return limit().isPresent() ? 0 : Math.min(pages, pending);
  }

  /** Returns the number of visited pages that are due and may be requested. */
  private long rechecksLeft() {
    return cycle.isActive()
        ? Math.min(counts.get(CrawlCounts.DUE), cycle.rechecksLeft(limit().isEmpty()))
        : 0;
  }

  /** Runs one round; false if there was nothing to select. */
  private boolean round(Broadcast<Toolbox> toolbox, long now) {
    int round = last + 1;
    LearnedModel known = learner.map(RoundLearner::model).orElse(LearnedModel.none(round));
    Broadcast<LearnedModel> model =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .broadcast(known.with(worth.state(), answers.now()));
    try {
      return round(toolbox, model, round, now);
    } finally {
      model.destroy();
    }
  }

  private boolean round(
      Broadcast<Toolbox> toolbox, Broadcast<LearnedModel> model, int round, long now) {
    long begin = System.nanoTime();
    Optional<TaskReport> tasks = fetch(toolbox, model, round, now);
    if (tasks.isEmpty()) {
      return false;
    }
    TaskReport fetched = tasks.get();
    long between = System.nanoTime();
    boolean idle =
        fetched.metric(CrawlCounts.CLOSED) == 0
            && fetched.metric(CrawlCounts.CHECKED) == 0
            && fetched.metric(CrawlCounts.HOST_CHANGES) == 0;
    idleRounds = idle ? idleRounds + 1 : 0;
    TableSchemas.ALL.keySet().forEach(table -> tables.append(table, round, fetched.files(table)));
    worth.review(round, fetched);
    learner.ifPresent(each -> each.learn(round, counts.get(CrawlCounts.VISITED)));
    merge.merge(round);
    boolean compacts = round > 0 && round % Maintenance.ROUNDS == 0;
    if (compacts) {
      maintenance.compact();
    }
    counts.add(fetched);
    counts.add(CrawlCounts.NANOS, System.nanoTime() - begin);
    commit(round);
    if (compacts) {
      maintenance.expire();
    }
    report(fetched, between - begin, System.nanoTime() - between);
    return true;
  }

  /** Selects and fetches; empty if there is nothing to select. */
  private Optional<TaskReport> fetch(
      Broadcast<Toolbox> toolbox, Broadcast<LearnedModel> model, int round, long now) {
    JavaPairRDD<Row, Long> selected =
        select(toolbox, model, now).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      List<String> names = selected.map(url -> url._1().<String>getAs("host")).distinct().collect();
      if (names.isEmpty()) {
        return Optional.empty();
      }
      int tasks = plan.rounds().tasks();
      int parallel = tasks == 0 ? spark.sparkContext().defaultParallelism() : tasks;
      JavaPairRDD<String, Handed> byHost =
          selected
              .<String, Handed>mapToPair(Rounds::handed)
              .union(known(names))
              .partitionBy(new HashPartitioner(Math.min(parallel, names.size())));
      LOG.info("round {}: fetching from {} hosts in {} tasks", round, names.size(), parallel);
      return Optional.of(
          TaskReport.of(byHost.mapPartitions(new HostTask(toolbox, model, round)).collect()));
    } finally {
      selected.unpersist();
    }
  }

  /** Selects pending URLs, and visited pages that are due, in their proportion. */
  private JavaPairRDD<Row, Long> select(
      Broadcast<Toolbox> toolbox, Broadcast<LearnedModel> model, long now) {
    int size = plan.rounds().roundSize();
    int checks =
        (int) Math.min(rechecksLeft(), size - Math.min(pagesLeft(), cycle.newPagesOf(size)));
    int pages = (int) Math.min(pagesLeft(), size - checks);
    Dataset<Row> hosts = hosts();
    Dataset<Row> urls = tables.read(TableSchemas.URLS);
    Dataset<Row> scored = learner.isPresent() ? RoundLearner.rescored(urls, toolbox, model) : urls;
    Dataset<Row> pending = selection.pending(scored, counts.get(CrawlCounts.VISITED));
    if (checks == 0) {
      return selection.select(pending, hosts, pages, now, learner.isEmpty());
    }
    JavaPairRDD<Row, Long> due =
        selection
            .select(cycle.due(toolbox), hosts, checks, now, false)
            .mapValues(place -> place + pages);
    return pages == 0
        ? due
        : selection.select(pending, hosts, pages, now, learner.isEmpty()).union(due);
  }

  private static Tuple2<String, Handed> handed(Tuple2<Row, Long> selected) {
    Row row = selected._1();
    return new Tuple2<>(row.getAs("host"), new Handed.Url(selected._2().intValue(), row));
  }

  private Dataset<Row> hosts() {
    return Maintenance.latest(tables.read(TableSchemas.HOSTS), "host");
  }

  /** The data of earlier rounds on some hosts. */
  private JavaPairRDD<String, Handed> known(List<String> names) {
    Dataset<Row> wanted = broadcast(spark.createDataset(names, Encoders.STRING()).toDF("host"));
    JavaRDD<Row> states = hosts().join(wanted, "host").javaRDD();
    JavaRDD<Row> robots = tables.read(TableSchemas.ROBOTS).join(wanted, "host").javaRDD();
    JavaRDD<Row> sites =
        Maintenance.latest(tables.read(TableSchemas.SITES).join(wanted, "host"), "host", "site")
            .javaRDD();
    JavaPairRDD<String, Handed> known =
        states.mapToPair(row -> new Tuple2<>(row.getAs("host"), HostState.of(row)));
    JavaPairRDD<String, Handed> ofSites =
        sites.mapToPair(row -> new Tuple2<>(row.getAs("host"), SiteState.of(row)));
    return known
        .union(ofSites)
        .union(robots.mapToPair(row -> new Tuple2<>(row.getAs("host"), RobotsResponse.of(row))));
  }

  private void commit(int round) {
    Row all =
        tables
            .read(TableSchemas.URLS)
            .agg(
                count(lit(1)),
                count_if(col("outcome").isNull().and(col("depth").leq(limits.maxDepth.get()))))
            .first();
    counts.set(CrawlCounts.KNOWN, all.getLong(0));
    counts.set(CrawlCounts.PENDING, all.getLong(1));
    lease.commit(
        new CommittedRound(
            round, tables.snapshots(), counts.copy(), cycle.recorded(plan.settings())));
    last = round;
    tables.publish();
  }

  private void report(TaskReport fetched, long fetching, long merging) {
    var progress =
        new SparkCrawl.Progress(
            last,
            counts.get(CrawlCounts.VISITED),
            counts.get(CrawlCounts.RELEVANT),
            counts.get(CrawlCounts.FAILED),
            counts.get(CrawlCounts.PENDING),
            counts.get(CrawlCounts.KNOWN),
            fetched.metric(CrawlCounts.VISITED),
            fetched.metric(CrawlCounts.RELEVANT),
            Duration.ofNanos(fetching),
            Duration.ofNanos(merging));
    LOG.info("{}", progress.toText());
    plan.listener().accept(progress);
  }

  /** Waits until a host is ready; false if none ever will. */
  private boolean awaitHosts(long selectedAt) throws InterruptedException {
    Row next =
        hosts()
            .filter(col("ready_at").gt(selectedAt).and(col("ready_at").lt(HostState.NEVER)))
            .agg(min("ready_at"))
            .first();
    if (next.isNullAt(0)) {
      return false;
    }
    LOG.info("all hosts with pending URLs are delayed; waiting for the first one");
    Duration wait = Duration.ofMillis(Math.max(1, next.getLong(0) - plan.clock().millis()));
    TimeUnit.NANOSECONDS.sleep(Comparators.min(wait, timeLeft()).toNanos());
    return true;
  }

  CrawlReport report(StopReason reason) {
    return new RoundReport(tables.read(TableSchemas.VISITS), last, counts).report(reason);
  }
}
