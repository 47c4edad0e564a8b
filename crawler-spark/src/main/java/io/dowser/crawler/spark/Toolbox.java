package io.dowser.crawler.spark;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import java.io.Serializable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.spark.SparkFiles;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugins of a crawl. It travels as a broadcast variable, of which each executor has one copy,
 * so plugins and their models are made once on each executor, by the first task that needs them.
 */
final class Toolbox implements Serializable, AutoCloseable {

  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(Toolbox.class);

  private final TaskPlan plan;
  private transient @Nullable Tools tools;

  /** What tasks work with, all of it for use by many threads. */
  record Tools(Fetcher fetcher, PageAnalyzer analyzer, RelevanceJudge judge, LinkScorer scorer) {}

  Toolbox(TaskPlan plan) {
    this.plan = plan;
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
        made = make();
      } catch (RuntimeException | LinkageError e) {
        LOG.error("plugins cannot be made", e);
        // in words alone: Spark ends an executor whose task failed because of an Error
        throw new CrawlException("on " + where + ": " + e.getMessage());
      }
      tools = made;
    }
    return made;
  }

  private Tools make() throws InterruptedException {
    ClassLoader loader = loader();
    CrawlContext context = context();
    LinkScorer scorer =
        PluginRegistry.linkScorers(loader)
            .create(plan.scorer().name(), settings(plan.scorer()), context);
    PageAnalyzer analyzer =
        PluginRegistry.pageAnalyzers(loader)
            .create(plan.analyzer().name(), settings(plan.analyzer()), context);
    RelevanceJudge judge =
        PluginRegistry.relevanceJudges(loader)
            .create(plan.judge().name(), settings(plan.judge()), context);
    Fetcher fetcher = // last, because it may hold connections
        PluginRegistry.fetchers(loader)
            .create(plan.fetcher().name(), settings(plan.fetcher()), context);
    start(fetcher);
    return new Tools(fetcher, analyzer, InTurn.judge(judge), InTurn.scorer(scorer));
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

  private static Settings settings(NamedPlugin plugin) {
    return plugin.settings(SparkFiles::get);
  }

  private CrawlContext context() {
    return new CrawlContext(
        plan.topic().isEmpty() ? Optional.empty() : Optional.of(Topic.of(plan.topic())),
        HanNormalizer.create(),
        MixedScriptAnalyzer.create(),
        plan.rules().hosts(),
        new SplittableRandom(plan.seed()),
        InstantSource.system());
  }

  /** Jars that come with the application are known to the thread's loader alone. */
  private static ClassLoader loader() {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    return ofThread == null ? Toolbox.class.getClassLoader() : ofThread;
  }

  /** Releases connections; the next {@link #open} creates everything anew. */
  @Override
  public synchronized void close() {
    Tools made = tools;
    tools = null;
    if (made != null) {
      made.fetcher().close();
    }
  }
}
