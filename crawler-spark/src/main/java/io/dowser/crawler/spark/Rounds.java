package io.dowser.crawler.spark;

import io.dowser.crawler.api.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/** Runs rounds until there is nothing left to do; for the driver's thread. */
final class Rounds {

  private static final int MOST_IDLE_ROUNDS = 3;
  private static final int PAGES_OF_BUCKET = 1_000;
  private static final List<String> OF_ROUND =
      List.of(
          CrawlLayout.VISITS,
          CrawlLayout.LINKS,
          CrawlLayout.REDIRECTS,
          CrawlLayout.NEWS,
          CrawlLayout.PAGES,
          CrawlLayout.WARC);

  private final JavaSparkContext context;
  private final CrawlPlan plan;
  private final CommitLog log;
  private final Broadcast<Toolbox> toolbox;
  private final Broadcast<PartFile.Place> place;
  private final UrlTable urls;
  private final HostMemory hosts;
  private final CrawlCounts counts = new CrawlCounts();
  private final PageRanks ranks;
  private final RoundSelection selection;
  private final RoundMerge merge;
  private Commit last = Commit.NONE;
  private @Nullable WalkState walk;
  private int idleRounds;
  private long selectedAt;

  Rounds(SparkSession spark, CrawlPlan plan, CommitLog log, Broadcast<Toolbox> toolbox) {
    this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    this.plan = plan;
    this.log = log;
    this.toolbox = toolbox;
    this.place = plan.task().place().shared(spark);
    this.urls = new UrlTable(spark, log, place, buckets(plan));
    this.hosts = new HostMemory(context, log, place);
    VisitOrder order = plan.task().order();
    this.ranks = new PageRanks(spark, log, place, order);
    this.selection = new RoundSelection(urls, hosts, ranks, plan);
    this.merge = new RoundMerge(urls, log, place, plan);
  }

  /**
   * Enough for what a round's pages link to: each bucket's task looks into all files of a round.
   */
  private static Buckets buckets(CrawlPlan plan) {
    return new Buckets(Math.max(2, plan.roundSize() / PAGES_OF_BUCKET));
  }

  /** Returns what has been done so far. */
  ReportMetrics metrics() {
    List<String> visits =
        IntStream.rangeClosed(1, last.round())
            .boxed()
            .flatMap(round -> files(CrawlLayout.VISITS, round).stream())
            .toList();
    return new ReportMetrics(
        TableScan.of(context, place, visits, ReportColumns.schema()), last.round(), counts);
  }

  private List<String> files(String table, int round) {
    return List.of(log.files(CrawlLayout.of(table, round)));
  }

  /** Nothing more is done. */
  void close() {
    place.destroy();
  }

  /** Goes to where a commit has left the crawl, and removes what a broken round has left. */
  void resume(Commit commit) {
    last = commit;
    log.restore(commit);
    urls.restore(commit);
    hosts.restore(commit);
    ranks.restore(commit);
    if (plan.task().order() instanceof VisitOrder.WangLandau rule) {
      walk = WalkState.restore(commit.words(), rule);
    }
    counts.restore(commit);
    log.removeLeftovers(commit, commit);
  }

  /** Begins with the seeds. */
  void begin() {
    log.removeLeftovers(last, last);
    if (plan.task().order() instanceof VisitOrder.WangLandau rule) {
      walk = WalkState.start(rule);
    }
    List<InternalRow> seeds = SeedRows.of(plan);
    urls.replaceDelta(0, context.parallelize(seeds, 1));
    counts.add(CrawlCounts.KNOWN, seeds.size());
    counts.add(CrawlCounts.PENDING, seeds.size());
    commit(0);
  }

  /** Runs rounds to the end. */
  StopReason run() throws InterruptedException {
    while (true) {
      long left = plan.maxPages() - counts.get(CrawlCounts.VISITED);
      if (left <= 0) {
        return StopReason.PAGES;
      }
      if (counts.get(CrawlCounts.PENDING) == 0) {
        return ranDry();
      }
      boolean selected = round(last.round() + 1, (int) Math.min(left, plan.roundSize()));
      if (idleRounds > MOST_IDLE_ROUNDS || (!selected && !awaitHosts())) {
        return StopReason.WITHHELD;
      }
    }
  }

  private StopReason ranDry() {
    return counts.get(CrawlCounts.VISITED) == 0
        ? StopReason.ALL_SEEDS_FAILED
        : StopReason.FRONTIER_EMPTY;
  }

  /** Runs one round; false if there was nothing to select. */
  private boolean round(int round, int size) {
    long start = System.nanoTime();
    TaskReport fetched = fetch(round, size);
    long closed = fetched.rows(CrawlLayout.VISITS);
    if (fetched.metrics().isEmpty()) {
      return false;
    }
    boolean idle = closed == 0 && fetched.rows(CrawlLayout.NEWS) == 0; // no host was put off either
    idleRounds = idle ? idleRounds + 1 : 0;
    for (String table : OF_ROUND) {
      log.retain(CrawlLayout.of(table, round), fetched.files(table));
    }
    long between = System.nanoTime();
    counts.add(fetched);
    counts.add(merge(round, fetched));
    WalkState before = walk;
    if (before != null && plan.task().order() instanceof VisitOrder.WangLandau rule) {
      walk = before.after(fetched, rule);
    }
    counts.add(CrawlCounts.NANOS, System.nanoTime() - start);
    commit(round);
    var merging = Duration.ofNanos(System.nanoTime() - between);
    report(round, fetched, Duration.ofNanos(between - start), merging);
    return true;
  }

  private TaskReport fetch(int round, int size) {
    boolean anyDelayed = counts.get(CrawlCounts.PUT_OFF) > 0;
    selectedAt = plan.clock().millis();
    JavaRDD<InternalRow> selected =
        selection
            .select(round, size, counts.get(CrawlCounts.VISITED), anyDelayed, selectedAt)
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    int tasks = Math.min(plan.tasks(), size); // each may take one URL at least
    var task = new HostTask(toolbox, round, size, tasks, plan.perHost(), urls.buckets(), walk);
    try {
      JavaPairRDD<String, Handed> byHost =
          selection.byHost(selected).partitionBy(new HashPartitioner(tasks));
      return TaskReport.of(byHost.mapPartitions(task).collect());
    } finally {
      selected.unpersist();
    }
  }

  private TaskReport merge(int round, TaskReport fetched) {
    TaskReport merged = merge.merge(round);
    urls.compact(round);
    if (plan.task().order() instanceof VisitOrder.PageRank) {
      ranks.update(round);
    }
    if (fetched.rows(CrawlLayout.NEWS) > 0) {
      hosts.learn(round, files(CrawlLayout.NEWS, round));
    }
    return merged;
  }

  private void commit(int round) {
    Map<String, String> directories = new TreeMap<>();
    Map<String, Long> metrics = counts.copy();
    urls.save(directories, metrics);
    hosts.save(directories, metrics);
    ranks.save(directories, metrics);
    Map<String, String> words = new TreeMap<>(plan.settings());
    if (walk != null) {
      walk.save(words);
    }
    List<String> live = new ArrayList<>(directories.values());
    OF_ROUND.forEach(table -> live.add(CrawlLayout.of(table, round)));
    var commit = new Commit(round, directories, log.accepted(live), metrics, words);
    log.commit(commit);
    log.removeLeftovers(commit, last);
    last = commit;
  }

  private void report(int round, TaskReport fetched, Duration fetching, Duration merging) {
    plan.listener()
        .accept(
            new RoundProgress(
                round,
                counts.get(CrawlCounts.VISITED),
                counts.get(CrawlCounts.RELEVANT),
                counts.get(CrawlCounts.FAILED),
                counts.get(CrawlCounts.PENDING),
                counts.get(CrawlCounts.KNOWN),
                fetched.metric(CrawlCounts.VISITED),
                fetched.metric(CrawlCounts.RELEVANT),
                fetching,
                merging));
  }

  /** Waits until a host is ready; false if none ever will. */
  private boolean awaitHosts() throws InterruptedException {
    if (counts.get(CrawlCounts.PUT_OFF) == 0) {
      return false;
    }
    OptionalLong next = hosts.nextReady(selectedAt); // one may have become ready since then
    if (next.isEmpty()) {
      return false;
    }
    TimeUnit.MILLISECONDS.sleep(Math.max(1, next.getAsLong() - plan.clock().millis()));
    return true;
  }
}
