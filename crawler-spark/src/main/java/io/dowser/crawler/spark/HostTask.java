package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import com.google.common.util.concurrent.Uninterruptibles;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.engine.Engine;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.url.HostRules;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.Table;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkFiles;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
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
record HostTask(Broadcast<Toolbox> toolbox, Broadcast<LearnedModel> model, int round)
    implements FlatMapFunction<Iterator<Tuple2<String, Handed>>, TaskReport> {

  private static final Logger LOG = LoggerFactory.getLogger(HostTask.class);
  private static final Duration ALWAYS = Duration.ofNanos(1);
  private static final long LOOK_MILLIS = 100;
  private static final long CLOSE_MILLIS = 2_000;

  /** The data that a task receives. */
  private record Input(
      Map<String, Assigned> assigned,
      Map<String, HostState> hosts,
      Map<String, String> groups,
      Map<String, SiteState> sites,
      List<RobotsResponse> robots) {

    static Input of(Iterator<Tuple2<String, Handed>> rows) {
      var input =
          new Input(
              new LinkedHashMap<>(),
              new TreeMap<>(),
              new TreeMap<>(),
              new TreeMap<>(),
              new ArrayList<>());
      List<HostState> known = new ArrayList<>();
      while (rows.hasNext()) {
        Handed handed = rows.next()._2();
        if (handed instanceof Handed.Url given) {
          var url = Assigned.of(given);
          input.assigned.put(url.url().toString(), url);
          input.hosts.put(url.host(), HostState.unknown(url.host()));
          input.groups.put(url.url().host(), url.host());
        } else if (handed instanceof HostState host) {
          known.add(host);
        } else if (handed instanceof SiteState site) {
          input.sites.put(site.site(), site);
        } else if (handed instanceof RobotsResponse response) {
          input.robots.add(response);
        }
      }
      known.forEach(state -> input.hosts.replace(state.host(), state));
      return input;
    }

    boolean isRecheck(CrawlUrl url) {
      Assigned known = assigned.get(url.toString());
      return known != null && known.isRecheck();
    }
  }

  @Override
  public Iterator<TaskReport> call(Iterator<Tuple2<String, Handed>> rows) throws Exception {
    long start = System.nanoTime();
    Input input = Input.of(rows);
    return input.assigned.isEmpty()
        ? Collections.emptyIterator()
        : List.of(crawl(input, start)).iterator();
  }

  private TaskReport crawl(Input input, long start) throws IOException, InterruptedException {
    Toolbox shared = toolbox.value();
    TaskPlan plan = shared.plan();
    Toolbox.Tables tables = shared.tables();
    TaskContext context = TaskContext.get();
    Toolbox.Tools tools = shared.open(executor());
    tables.lease().require();
    AttemptMarks marks = marks(tables, context);
    Set<String> suspects = marks.diedTwice();
    Instant cycle = tools.revisits().plan().cycle().orElseThrow();
    long begin = cycle.toEpochMilli(); // this clock may be behind that of the driver
    InstantSource clock =
        () -> Instant.ofEpochMilli(Math.max(begin, InstantSource.system().millis()));
    var fetcher =
        new RoundFetcher(
            tools.fetcher(),
            tables.lease(),
            plan.rules(),
            round,
            input.robots,
            input::isRecheck,
            clock,
            start);
    try (var files =
        new RowFiles(tables.writable(), context.partitionId(), context.taskAttemptId())) {
      var recorder = new RoundRecorder(plan, round, files, fetcher, tools, input.hosts, clock);
      quarantine(input.assigned, suspects, recorder);
      if (input.assigned.isEmpty()) {
        return recorder.end(CrawlStatistics.none(""), Map.of());
      }
      var frontier = new RoundFrontier(input.assigned, plan, marks, recorder);
      CrawlPlan crawl = plan(shared, tools, input, fetcher, frontier, clock);
      teach(shared, tools.judge(), crawl);
      var engine =
          new Engine(
              crawl,
              frontier,
              System::nanoTime,
              shared.pages(model.value()),
              Optional.of(frontier.record()));
      frontier.serve(engine);
      for (SiteState site : input.sites.values()) {
        engine.sites().restoreSite(site.site(), site.state());
      }
      TimeUnit.NANOSECONDS.sleep(plan.rules().spec().politeness().delay().toNanos());
      CrawlReport crawled = run(engine, tables.lease());
      recordSites(engine.sites(), input, recorder);
      TaskReport report = finish(crawled, recorder);
      marks.clear();
      return report;
    }
  }

  /** Applies the answers of people, as an engine does that has a directory. */
  private void teach(Toolbox shared, RelevanceJudge judge, CrawlPlan crawl) {
    if (judge instanceof RelevanceJudge.Taught taught) {
      shared.teach(taught, model.value());
    } else {
      crawl.strategy().threshold().calibrate(model.value().answers());
    }
  }

  /** Records what is new about the hosts of this task. */
  private static void recordSites(Sites sites, Input input, RoundRecorder recorder)
      throws IOException {
    sites
        .saveSites()
        .forEach(
            (site, state) -> {
              SiteState before = input.sites.get(site);
              String group = input.groups.get(site);
              if (group != null && (before == null || !before.hasState(state))) {
                recorder.site(new SiteState(group, site, state));
              }
            });
    sites
        .deferredShapes()
        .forEach(
            (site, shapes) -> {
              SiteState before =
                  input.sites.get(site); // also of names that the round has no URL of
              String group = before == null ? input.groups.get(site) : before.group();
              if (group != null) {
                recorder.deferred(group, shapes);
              }
            });
  }

  private AttemptMarks marks(Toolbox.Tables tables, TaskContext context) {
    Table any = requireNonNull(tables.writable().get(TableSchemas.VISITS));
    String directory = tables.scratch() + "/" + round + "-" + context.partitionId();
    return new AttemptMarks(any.io(), directory, context.attemptNumber());
  }

  private static void quarantine(
      Map<String, Assigned> assigned, Set<String> suspects, RoundRecorder recorder) {
    for (String url : suspects) {
      Assigned suspect = assigned.remove(url);
      if (suspect != null) {
        LOG.error("{} is quarantined: it was in flight when its task died twice", url);
        recorder.quarantined(suspect);
      }
    }
  }

  private CrawlPlan plan(
      Toolbox shared,
      Toolbox.Tools tools,
      Input input,
      Fetcher fetcher,
      Frontier frontier,
      InstantSource clock) {
    TaskPlan plan = shared.plan();
    CrawlRules rules = plan.rules();
    CrawlSpec spec = rules.ofTask(SparkFiles::get);
    int workers = spec.workers.get();
    spec.clock.set(clock);
    spec.seeds.set(List.copyOf(input.assigned.keySet()));
    if (input.assigned.values().stream().anyMatch(Assigned::isRecheck)) {
      spec.cycle.set(tools.revisits().plan().cycle());
      spec.maxAge.set(Optional.of(ALWAYS)); // the driver has selected pages that are due
    }
    Map<String, HostRules> own = new TreeMap<>();
    rules.hostRules().forEach((host, all) -> own.put(host, withoutRequests(all)));
    spec.hostRules.set(own);
    spec.judge.set(new PluginChoice.Given<>(InTurn.judge(tools.judge())));
    spec.scorer.set(new PluginChoice.Given<>(shared.scorer(tools, model.value())));
    spec.frontier.set(new PluginChoice.Given<>(frontier));
    spec.fetcher.set(new PluginChoice.Given<>(fetcher));
    List<PluginChoice<PageAnalyzer>> analyzers = new ArrayList<>();
    tools.analyzers().all().forEach(each -> analyzers.add(new PluginChoice.Given<>(each)));
    spec.pageAnalyzer.set(analyzers.remove(0));
    spec.addedAnalyzers.set(analyzers);
    spec.linkPolicy.set(tools.links());
    spec.maxDuration.set(plan.rounds().roundTime());
    spec.workers.set(Math.max(1, Math.min(workers, input.assigned.size())));
    spec.maxConcurrentAnalyses.set(
        Optional.of(workers)); // an executor has a task for each processor
    spec.maxPluginFailures.set(Integer.MAX_VALUE); // a page that fails costs itself alone
    return new CrawlAssembly(spec).plan();
  }

  /** Headers, user agent and proxy are the fetcher's, which has them already. */
  private static HostRules withoutRequests(HostRules rules) {
    HostRules.Builder own = HostRules.builder();
    rules.delay().ifPresent(own::delay);
    rules.connections().ifPresent(own::connections);
    rules.pages().ifPresent(own::pages);
    return rules.priority() == 0 ? own.build() : own.priority(rules.priority()).build();
  }

  /** Crawls to the end, unless Spark ends the task before, or the driver has lost its lease. */
  private static CrawlReport run(Engine engine, TaskLease lease) throws InterruptedException {
    TaskContext context = TaskContext.get();
    var report = new FutureTask<>(engine::run);
    Thread thread = engine.thread(report);
    thread.start();
    try {
      thread.join(LOOK_MILLIS);
      while (thread.isAlive()) {
        if (context.isInterrupted()) {
          throw new CrawlException("the task was killed");
        }
        lease.require();
        thread.join(LOOK_MILLIS);
      }
      return report.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the crawl's thread broke", e.getCause());
    } finally {
      engine.requestStop();
      Uninterruptibles.joinUninterruptibly(thread, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static TaskReport finish(CrawlReport crawled, RoundRecorder recorder) throws IOException {
    if (crawled.cause().isPresent()) {
      Throwable cause = crawled.cause().get();
      LOG.error("the crawl of a task failed", cause);
      // in words alone: Spark ends an executor whose task failed because of an Error
      throw new CrawlException("the crawl of a task failed: " + cause);
    }
    return recorder.end(crawled.statistics(), crawled.metrics().problems());
  }

  /** Names this executor, for messages and for the table of visits. */
  static String executor() {
    SparkEnv env = SparkEnv.get();
    return "executor " + env.executorId() + " on " + env.blockManager().blockManagerId().host();
  }
}
