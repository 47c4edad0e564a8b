package io.dowser.crawler.spark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.pages.EarlierPages;
import io.dowser.crawler.internal.plan.HostRecords;
import io.dowser.crawler.internal.politeness.HostPoliteness;
import io.dowser.crawler.internal.recrawl.RevisitRules;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.types.AnalyzersByType;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Table;
import org.apache.spark.SparkFiles;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools of a driver's tasks: the plan, the lease, the tables that they write, and the plugins.
 * It is a broadcast variable, of which each executor has one copy. So plugins and their models are
 * created once on each executor, by the first task that needs them.
 */
final class Toolbox implements Serializable, AutoCloseable {

  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(Toolbox.class);

  private final TaskPlan plan;
  private final List<String> seeds;
  private final Tables tables;
  private final Cycle cycle;
  private transient @Nullable Tools tools;
  private transient @Nullable Before<LearningScorer> learned;
  private transient @Nullable Before<EarlierPages> visited;
  private transient int taught;
  private transient CrawlContext.@Nullable Shared shared;
  private transient @Nullable HostPoliteness hosts;

  /** The plugins of tasks, all of them thread-safe. */
  record Tools(
      Fetcher fetcher,
      AnalyzersByType analyzers,
      RelevanceJudge judge,
      LinkScorer scorer,
      LinkPolicy links,
      RevisitRules revisits)
      implements AutoCloseable {

    @Override
    public void close() {
      try (analyzers) {
        fetcher.close();
      }
    }
  }

  /** A state before a round: the visited pages, or a scorer that has learned from them. */
  private record Before<T>(int round, T state) {}

  /**
   * The cycle of rechecks that a run begins or continues.
   *
   * @param start when it began; pages that were visited later are not due
   * @param policySince the time from which on its policy has set the intervals of pages
   */
  record Cycle(Instant start, Instant policySince) implements Serializable {

    /** No cycle, in which no page is due. */
    static final Cycle NONE = new Cycle(Instant.EPOCH, Instant.EPOCH);
  }

  /**
   * The tables and files that tasks write.
   *
   * @param lease that of the driver
   * @param writable tables by name
   * @param scratch a directory for marks of attempts, which no other driver uses
   */
  record Tables(TaskLease lease, Map<String, Table> writable, String scratch)
      implements Serializable {}

  /**
   * Creates a toolbox.
   *
   * @param seeds those that the scope is around
   */
  Toolbox(TaskPlan plan, Collection<String> seeds, Tables tables, Cycle cycle) {
    this.plan = plan;
    this.seeds = List.copyOf(seeds);
    this.tables = tables;
    this.cycle = cycle;
  }

  Tables tables() {
    return tables;
  }

  TaskPlan plan() {
    return plan;
  }

  /**
   * Returns the plugins.
   *
   * @param where names this machine
   * @throws CrawlException if one of them cannot be made, or the fetcher cannot be started; it
   *     names the plugin and the machine
   */
  synchronized Tools open(String where) throws InterruptedException {
    Tools made = tools;
    if (made == null) {
      try {
        made = make(plan, seeds, cycle, SparkFiles::get, shared());
        start(made.fetcher());
      } catch (RuntimeException | LinkageError e) {
        LOG.error("plugins cannot be made", e);
        // in words alone: Spark ends an executor whose task failed because of an Error
        throw new CrawlException("on " + where + ": " + e.getMessage());
      }
      tools = made;
    }
    return made;
  }

  /**
   * Returns the scorer for the tasks of a round. One that learns has what was learned before the
   * round, and learns no more.
   */
  LinkScorer scorer(Tools made, LearnedModel model) {
    if (made.scorer() instanceof LearningScorer) {
      LearningScorer learner = learned(model);
      return page -> learner.forPage(page);
    }
    return made.scorer();
  }

  /** Returns the priority of a visited page, null if it is not due. */
  @Nullable Double priority(PageReader.Known page, String where) throws InterruptedException {
    RevisitRules rules = open(where).revisits();
    synchronized (rules) { // for policies that are not thread-safe
      return rules.isDue(page, cycle.start()) ? rules.priority(page, cycle.start()) : null;
    }
  }

  /** Scores a pending URL by what was learned before a round, and by the rules of its host. */
  double rescore(Candidate candidate, LearnedModel model) {
    LearningScorer scorer = learned(model);
    double priority = hostPriority(candidate.url());
    synchronized (scorer) {
      return scorer.rescore(candidate.withScore(candidate.score() - priority)) + priority;
    }
  }

  private synchronized double hostPriority(CrawlUrl url) {
    HostPoliteness rules = hosts;
    if (rules == null) {
      rules = new HostPoliteness(plan.rules().spec().politeness(), plan.rules().hostRules());
      hosts = rules;
    }
    return rules.rulesOf(url).priority();
  }

  /** Returns the pages that were visited before a round, the same for all tasks here. */
  synchronized EarlierPages pages(LearnedModel model) {
    Before<EarlierPages> last = visited;
    if (last == null || last.round() != model.round()) {
      last = new Before<>(model.round(), model.pages());
      visited = last;
    }
    return last.state();
  }

  /** Teaches the judge what people have answered before a round, once on this executor. */
  synchronized void teach(RelevanceJudge.Taught judge, LearnedModel model) {
    if (taught != model.round()) {
      judge.answered(model.answers());
      taught = model.round();
    }
  }

  private synchronized LearningScorer learned(LearnedModel model) {
    Before<LearningScorer> last = learned;
    if (last == null || last.round() != model.round()) {
      LearningScorer scorer = learner(plan, SparkFiles::get, shared()).orElseThrow();
      model.restore(scorer);
      last = new Before<>(model.round(), scorer);
      learned = last;
    }
    return last.state();
  }

  /**
   * Creates the scorer, if it is one that learns.
   *
   * @param files the path of each file that it names, by the file's name
   * @throws CrawlException if it cannot be made, or cannot save what it learns
   */
  static Optional<LearningScorer> learner(
      TaskPlan plan, UnaryOperator<String> files, CrawlContext.Shared shared) {
    CrawlSpec spec = plan.rules().spec(files);
    return scorer(spec, context(spec, plan, shared)) instanceof LearningScorer learner
        ? Optional.of(learner)
        : Optional.empty();
  }

  private static LinkScorer scorer(CrawlSpec spec, CrawlContext context) {
    LinkScorer scorer = spec.scorer.get().resolve(PluginRegistry.linkScorers(loader()), context);
    if (scorer instanceof LearningScorer && !(scorer instanceof Resumable)) {
      throw new CrawlException(
          "the scorer "
              + spec.scorer.get().name()
              + " learns, so what it learns must travel between rounds, but it is not Resumable");
    }
    return scorer;
  }

  /**
   * Creates all plugins once, without starting them, so that what is wrong shows at once.
   *
   * @param files the path of each file that will be shipped, by the file's name
   * @throws CrawlException if one of them cannot be made; it names the plugin
   */
  static void check(TaskPlan plan, UnaryOperator<String> files) {
    make(plan, List.of(), Cycle.NONE, files, new CrawlContext.Shared()).close();
  }

  private static Tools make(
      TaskPlan plan,
      List<String> seeds,
      Cycle cycle,
      UnaryOperator<String> files,
      CrawlContext.Shared shared) {
    CrawlRules rules = plan.rules();
    CrawlSpec spec = rules.spec(files);
    CrawlContext context = context(spec, plan, shared);
    if (plan.order() instanceof VisitOrder.Shark) {
      context.requireTopic("shark"); // whose terms assign links to its queues
    }
    LinkScorer scorer = scorer(spec, context);
    RevisitPolicy policy =
        spec.revisitPolicy.get().resolve(PluginRegistry.revisitPolicies(loader()), context);
    spec.frontier.set(new CrawlSpec().frontier.get()); // the driver's order takes its place
    spec.scorer.set(new PluginChoice.Given<>(scorer));
    spec.hostRules.set(rules.hostRules());
    CrawlAssembly.Plugins made = new CrawlAssembly(spec).plugins(context, context);
    return new Tools(
        made.fetcher(),
        made.analyzers(),
        made.judge(),
        InTurn.scorer(scorer),
        rules.links(seeds),
        new RevisitRules(rules.rechecks(cycle, policy)));
  }

  /** Starts a fetcher, which may log in: once, not in each task. */
  private void start(Fetcher fetcher) throws InterruptedException {
    Duration delay = plan.rules().spec().politeness().delay();
    try {
      fetcher.start(url -> delay);
    } catch (InterruptedException | RuntimeException | LinkageError e) {
      fetcher.close();
      throw e;
    }
  }

  /** Returns what plugins share here, such as tables, which are loaded once. */
  private synchronized CrawlContext.Shared shared() {
    if (shared == null) {
      shared = new CrawlContext.Shared();
    }
    return shared;
  }

  private static CrawlContext context(CrawlSpec spec, TaskPlan plan, CrawlContext.Shared shared) {
    var hosts = new HostRecords(spec.hostGrouping.get());
    return spec.context(new SplittableRandom(plan.rounds().randomSeed()), shared, hosts, "");
  }

  /** Jars that come with the application are known to the thread's loader alone. */
  private static ClassLoader loader() {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    return ofThread == null ? Toolbox.class.getClassLoader() : ofThread;
  }

  /** Releases connections and processes; the next {@link #open} creates everything again. */
  @Override
  public synchronized void close() {
    Tools made = tools;
    tools = null;
    if (made != null) {
      made.close();
    }
  }
}
