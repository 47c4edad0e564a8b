package io.dowser.crawler.spark;

import static java.util.stream.Collectors.toSet;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Limits;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.archive.WarcSink;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * Fetches, analyses, judges and scores what a round has selected of some hosts, all of whose URLs
 * are in this one partition: a crawl by crawler-core's own engine, with its robots.txt, delays,
 * connections and retries, whose frontier ends with the round.
 *
 * <p>A host is delayed once more before anything is asked of it. So its delay holds towards the
 * round before and towards an attempt of the same task that was aborted, whichever machine these
 * ran on, and no clocks are compared.
 */
final class HostTask implements FlatMapFunction<Iterator<Tuple2<String, Handed>>, Row> {

  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(HostTask.class);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final Broadcast<Toolbox> toolbox;
  private final int round;
  private final int size;
  private final int tasks;
  private final int perHost;
  private final Buckets buckets;
  private final @Nullable WalkState walk;

  /**
   * Creates a task.
   *
   * @param size how many URLs all tasks of the round may take
   * @param tasks how many there are, at most {@code size}
   * @param perHost how many of them may be of one host
   * @param buckets those of the table of URLs
   * @param walk what the walkers share, if there are any
   */
  HostTask(
      Broadcast<Toolbox> toolbox,
      int round,
      int size,
      int tasks,
      int perHost,
      Buckets buckets,
      @Nullable WalkState walk) {
    this.toolbox = toolbox;
    this.round = round;
    this.size = size;
    this.tasks = tasks;
    this.perHost = perHost;
    this.buckets = buckets;
    this.walk = walk;
  }

  private RoundQueue queue(TaskPlan plan) {
    return walk != null && plan.order() instanceof VisitOrder.WangLandau rule
        ? new Walker(rule, walk, plan.rules().hosts(), share(), perHost, seed(plan))
        : new RoundQueue.InOrder(plan.rules().hosts());
  }

  /** What this task may take; the shares of all tasks add up to the round's size. */
  private int share() {
    return size / tasks + (TaskContext.getPartitionId() < size % tasks ? 1 : 0);
  }

  private long seed(TaskPlan plan) {
    return plan.seed() + 1_000_003L * round + TaskContext.getPartitionId();
  }

  @Override
  public Iterator<Row> call(Iterator<Tuple2<String, Handed>> rows) throws Exception {
    long start = System.nanoTime();
    Map<String, Assigned> assigned = new LinkedHashMap<>();
    List<HostUpdates> known = new ArrayList<>();
    while (rows.hasNext()) {
      Handed handed = rows.next()._2();
      if (handed instanceof Handed.Host host) {
        known.add(HostUpdates.of(host.row()));
      } else if (handed instanceof Handed.Url given) {
        var url = Assigned.of(given);
        assigned.put(url.url().toString(), url);
      }
    }
    Set<String> hosts = assigned.values().stream().map(Assigned::host).collect(toSet());
    known.removeIf(news -> !hosts.contains(news.host()));
    return assigned.isEmpty()
        ? Collections.emptyIterator()
        : crawl(assigned, known, start).toRows().iterator();
  }

  private TaskReport crawl(Map<String, Assigned> assigned, List<HostUpdates> known, long start)
      throws IOException, InterruptedException {
    Toolbox shared = toolbox.value();
    TaskPlan plan = shared.plan();
    String executor = executor();
    Toolbox.Tools tools = shared.open(executor);
    InstantSource clock = InstantSource.system();
    var fetcher = new RoundFetcher(tools.fetcher(), plan.rules(), known, clock, start);
    Map<String, Integer> putOffs = new TreeMap<>();
    known.forEach(news -> putOffs.merge(news.host(), news.putOffs(), Math::max));
    try (WarcFiles warc = plan.pages().hasWarc() ? WarcFiles.begin(plan.place(), round) : null;
        var files = new RoundFiles(plan.place(), round, buckets, plan.pages().hasParquet())) {
      var recorder = new RoundRecorder(plan, round, files, fetcher, putOffs, clock, executor);
      var stop = new StopSwitch();
      RoundQueue queue = queue(plan);
      var frontier = new RoundFrontier(assigned, plan.rules(), queue, recorder, stop);
      Crawler.Builder builder = builder(plan, tools, assigned).fetcher(fetcher);
      builder.frontier(frontier).listener(frontier);
      if (warc != null) {
        builder.pageSink(WarcSink.in(warc.local(), warc.prefix(), WarcFiles.MOST_BYTES));
      }
      TimeUnit.NANOSECONDS.sleep(plan.rules().politeness().delay().toNanos());
      TaskReport report = finish(run(builder, stop), recorder, warc);
      queue.report(report);
      return report;
    }
  }

  private static Crawler.Builder builder(
      TaskPlan plan, Toolbox.Tools tools, Map<String, Assigned> assigned) {
    return Crawler.builder()
        .seeds(assigned.keySet())
        .scorer(tools.scorer())
        .pageAnalyzer(tools.analyzer())
        .judge(tools.judge())
        .politeness(plan.rules().politeness())
        .robots(plan.rules().robots())
        .traps(plan.rules().traps())
        .workers(Math.max(1, Math.min(plan.workers(), assigned.size())))
        .maxConcurrentAnalyses(plan.workers()) // an executor has a task for each of its processors
        .maxPluginFailures(Integer.MAX_VALUE) // a page that cannot be read is no reason to fail
        .limits(
            Limits.builder()
                .maxRedirects(0) // their targets are URLs of a later round
                .maxDuration(plan.roundTime())
                .build());
  }

  /** Crawls to the end, unless Spark ends the task before. */
  private static CrawlReport run(Crawler.Builder builder, StopSwitch stop)
      throws InterruptedException {
    TaskContext context = TaskContext.get();
    try (Crawler crawler = builder.build()) {
      stop.start(crawler);
      Optional<CrawlReport> report = stop.await(LOOK_AGAIN);
      while (report.isEmpty()) {
        if (context.isInterrupted()) {
          throw new CrawlException("the task was killed");
        }
        report = stop.await(LOOK_AGAIN);
      }
      return report.get();
    }
  }

  private static TaskReport finish(
      CrawlReport crawled, RoundRecorder recorder, @Nullable WarcFiles warc) throws IOException {
    if (crawled.cause().isPresent()) {
      Throwable cause = crawled.cause().get();
      LOG.error("the crawl of a task failed", cause);
      // in words alone: Spark ends an executor whose task failed because of an Error
      throw new CrawlException("the crawl of a task failed: " + cause);
    }
    TaskReport report = recorder.end(crawled.metrics().troubles());
    if (warc != null) {
      warc.publish().forEach(file -> report.file(CrawlLayout.WARC, file, 0));
    }
    return report;
  }

  /** Names this executor, for messages and for the table of visits. */
  private static String executor() {
    SparkEnv env = SparkEnv.get();
    return "executor " + env.executorId() + " on " + env.blockManager().blockManagerId().host();
  }
}
