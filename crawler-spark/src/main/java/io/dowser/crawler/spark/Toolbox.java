package io.dowser.crawler.spark;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.internal.pages.EarlierPages;
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
  private static final String DEFAULT_FETCHER = "okhttp";
  private static final Logger LOG = LoggerFactory.getLogger(Toolbox.class);

  private final TaskPlan plan;
  private final List<String> seeds;
  private final Tables tables;
  private final Cycle cycle;
  private transient @Nullable Tools tools;
  private transient @Nullable Learned learned;
  private transient @Nullable Visited visited;
  private transient int taught;
  private transient CrawlContext.@Nullable Shared shared;

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

  /** Scores by what a scorer has learned, and lets it learn no more. */
  private record Taught(LearningScorer learner) implements LinkScorer {

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      return learner.forPage(page);
    }
  }

  /** The pages that were visited before a round. */
  private record Visited(int round, EarlierPages pages) {}

  /** A scorer that learns, and the round that begins with what it has learned. */
  private record Learned(int round, LearningScorer scorer) {}

  /**
   * The cycle of rechecks that a run begins or continues.
   *
   * @param start when it began; pages that were visited later are not due
   * @param policyChanged whether another policy has set the intervals of pages
   */
  record Cycle(Instant start, boolean policyChanged) implements Serializable {

    /** No cycle, in which no page is due. */
    static final Cycle NONE = new Cycle(Instant.EPOCH, false);
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
    return made.scorer() instanceof LearningScorer ? new Taught(learned(model)) : made.scorer();
  }

  /** Returns the priority of a visited page, null if it is not due. */
  @Nullable Double priority(PageReader.Known page, String where) throws InterruptedException {
    RevisitRules rules = open(where).revisits();
    return rules.isDue(page, cycle.start()) ? rules.priority(page, cycle.start()) : null;
  }

  /** Scores a pending URL by what was learned before a round. */
  double rescore(Candidate candidate, LearnedModel model) {
    LearningScorer scorer = learned(model);
    synchronized (scorer) {
      return scorer.rescore(candidate);
    }
  }

  /** Returns the pages that were visited before a round, the same for all tasks here. */
  synchronized EarlierPages pages(LearnedModel model) {
    Visited last = visited;
    if (last == null || last.round() != model.round()) {
      last = new Visited(model.round(), model.pages());
      visited = last;
    }
    return last.pages();
  }

  /** Teaches the judge what people have answered before a round, once on this executor. */
  synchronized void teach(RelevanceJudge.Taught judge, LearnedModel model) {
    if (taught != model.round()) {
      judge.answered(model.answers());
      taught = model.round();
    }
  }

  private synchronized LearningScorer learned(LearnedModel model) {
    Learned last = learned;
    if (last == null || last.round() != model.round()) {
      LearningScorer scorer = learner(plan, SparkFiles::get, shared()).orElseThrow();
      model.restore(scorer);
      last = new Learned(model.round(), scorer);
      learned = last;
    }
    return last.scorer();
  }

  /**
   * Creates the scorer, if it is one that learns.
   *
   * @param files where the files are that it names
   * @throws CrawlException if it cannot be made, or cannot save what it learns
   */
  static Optional<LearningScorer> learner(
      TaskPlan plan, UnaryOperator<String> files, CrawlContext.Shared shared) {
    return scorer(plan, files, loader(), context(plan, shared)) instanceof LearningScorer learner
        ? Optional.of(learner)
        : Optional.empty();
  }

  private static LinkScorer scorer(
      TaskPlan plan, UnaryOperator<String> files, ClassLoader loader, CrawlContext context) {
    String name = plan.scorer().name();
    LinkScorer scorer =
        PluginRegistry.linkScorers(loader).create(name, plan.scorer().settings(files), context);
    if (scorer instanceof LearningScorer && !(scorer instanceof Resumable)) {
      throw new CrawlException(
          "the scorer "
              + name
              + " learns, so what it learns must travel between rounds, but it is not Resumable");
    }
    return scorer;
  }

  /**
   * Creates all plugins once, without starting them, so that what is wrong shows at once.
   *
   * @param files where the files are that will be shipped
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
    ClassLoader loader = loader();
    CrawlContext context = context(plan, shared);
    LinkScorer scorer = scorer(plan, files, loader, context);
    List<PageAnalyzer> analyzers =
        plan.analyzers().stream()
            .map(
                each ->
                    PluginRegistry.pageAnalyzers(loader)
                        .create(each.name(), each.settings(files), context))
            .toList();
    RelevanceJudge judge =
        PluginRegistry.relevanceJudges(loader)
            .create(plan.judge().name(), plan.judge().settings(files), context);
    RevisitPolicy policy =
        PluginRegistry.revisitPolicies(loader)
            .create(plan.revisitPolicy().name(), plan.revisitPolicy().settings(files), context);
    LinkPolicy links = plan.rules().links(seeds);
    Settings settings = plan.fetcher().settings(files);
    Fetcher fetcher = fetcher(plan, settings, loader, context); // last: it may hold connections
    return new Tools(
        fetcher,
        new AnalyzersByType(analyzers, analyzers),
        judge,
        InTurn.scorer(scorer),
        links,
        new RevisitRules(plan.rules().rechecks(cycle, InTurn.policy(policy))));
  }

  private static Fetcher fetcher(
      TaskPlan plan, Settings settings, ClassLoader loader, CrawlContext context) {
    CrawlRules rules = plan.rules();
    if (!plan.fetcher().name().equals(DEFAULT_FETCHER)) {
      if (rules.userAgent().isPresent() || rules.addressRules().isPresent()) {
        throw new CrawlException(
            "userAgent and addressRules are for the fetcher okhttp, but was "
                + plan.fetcher().name());
      }
      return PluginRegistry.fetchers(loader).create(plan.fetcher().name(), settings, context);
    }
    OkHttpFetcher.Builder builder = OkHttpFetcher.Provider.builder(settings, plan.workers());
    settings.refuseUnread();
    rules.hostRules().forEach(builder::hostRules);
    rules.addressRules().ifPresent(builder::addressRules);
    rules.userAgent().ifPresent(builder::userAgent);
    return builder.build();
  }

  /** Starts a fetcher, which may log in: once, not in each task. */
  private void start(Fetcher fetcher) throws InterruptedException {
    Duration delay = plan.rules().politeness().delay();
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

  private static CrawlContext context(TaskPlan plan, CrawlContext.Shared shared) {
    CrawlContext.Builder context =
        CrawlContext.builder()
            .shared(shared)
            .textNormalizer(HanNormalizer.create())
            .textAnalyzer(MixedScriptAnalyzer.create())
            .hostGrouping(plan.rules().hosts())
            .random(new SplittableRandom(plan.seed()))
            .canonicalizer(plan.rules().canonicalizer())
            .analysisTimeout(plan.analysisTimeout());
    if (!plan.topic().isEmpty()) {
      context.topic(Topic.of(plan.topic()));
    }
    return context.build();
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
