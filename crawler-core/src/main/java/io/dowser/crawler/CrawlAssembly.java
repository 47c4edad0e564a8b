package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.frontier.BoundedFrontier;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.judge.TopicTermsJudge;
import io.dowser.crawler.robots.RobotsCache;
import io.dowser.crawler.robots.RobotsReader;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a crawl of what a builder was told: finds its plugins and opens its directory. */
final class CrawlAssembly {

  private static final int MOST_CONNECTIONS = 10_000;

  private final CrawlSpec spec;

  CrawlAssembly(CrawlSpec spec) {
    this.spec = spec;
  }

  Crawler crawler() {
    long frontierSeed = spec.random.nextLong();
    long pluginSeed = spec.random.nextLong();
    return spec.directory == null
        ? inMemory(frontierSeed, pluginSeed)
        : inDirectory(spec.directory, frontierSeed, pluginSeed);
  }

  private Crawler inMemory(long frontierSeed, long pluginSeed) {
    requireSeeds();
    CrawlContext forPlugins = spec.context(new CountedRandom(pluginSeed));
    CrawlContext forFrontier = spec.context(new CountedRandom(frontierSeed));
    return new Crawler(plan(forFrontier, forPlugins, null));
  }

  private Crawler inDirectory(Path directory, long frontierSeed, long pluginSeed) {
    CrawlStorage storage =
        CrawlDirectory.open(
            directory, spec.storeOptions, spec.settings(), frontierSeed, pluginSeed);
    try {
      if (storage.isNew()) {
        requireSeeds();
      }
      CrawlContext forFrontier = spec.context(storage.frontierRandom());
      CrawlPlan plan = plan(forFrontier, spec.context(storage.pluginRandom()), storage);
      storage.recordSettings(); // all that they name was found
      return new Crawler(plan);
    } catch (RuntimeException e) {
      storage.store().close();
      throw e;
    }
  }

  private void requireSeeds() {
    if (spec.seeds.isEmpty()) {
      throw new CrawlException("a crawl needs at least one seed; call seed(url)");
    }
  }

  private CrawlPlan plan(
      CrawlContext frontierContext, CrawlContext context, @Nullable CrawlStorage storage) {
    List<CrawlUrl> seeds =
        spec.seeds.stream().map(seed -> canonical(seed, spec.canonicalizer)).distinct().toList();
    LinkScorer scorer = spec.scorer.resolve(PluginRegistry.linkScorers(spec.classLoader), context);
    PageAnalyzer analyzer = analyzer(context);
    RelevanceJudge judge = judge(context);
    Frontier frontier = frontier(frontierContext);
    try {
      Fetcher fetcher = fetcher(context); // last, because it may hold connections
      RobotsReader robots = robotsReader(fetcher);
      return new CrawlPlan(
          seeds,
          frontier,
          fetcher,
          ownsFetcher(),
          named(analyzer, robots.productToken()),
          judge,
          scorer,
          spec.canonicalizer,
          spec.stopConditions(),
          manners(robots),
          spec.workers,
          spec.analyses == 0 ? Runtime.getRuntime().availableProcessors() : spec.analyses,
          spec.maxDepth,
          spec.maxRedirects,
          spec.maxPluginFailures,
          List.copyOf(spec.listeners),
          spec.clock,
          spec.executor,
          spec.progress,
          storage,
          spec.pageSink);
    } catch (RuntimeException e) {
      CrawlPlan.close(frontier);
      throw e;
    }
  }

  private Frontier frontier(CrawlContext context) {
    Frontier made = spec.frontier.resolve(PluginRegistry.frontiers(spec.classLoader), context);
    int capacity = spec.storeOptions.frontierCapacity();
    return capacity == Integer.MAX_VALUE ? made : BoundedFrontier.of(made, capacity, forFiles());
  }

  private Path forFiles() {
    return spec.directory == null
        ? Path.of(requireNonNull(System.getProperty("java.io.tmpdir")))
        : spec.directory;
  }

  private MannersPlan manners(RobotsReader robots) {
    return new MannersPlan(
        spec.politeness,
        spec.robots,
        robots,
        new RobotsCache(spec.robots, spec.clock),
        spec.traps,
        spec.linkFilter,
        spec.random.nextLong());
  }

  private boolean ownsFetcher() {
    return !(spec.fetcher instanceof PluginChoice.Given);
  }

  /** Looks rules up by the name of the fetcher in use, unless the policy has one. */
  private RobotsReader robotsReader(Fetcher fetcher) {
    String token = fetcher.productToken();
    if (!token.matches("[A-Za-z_-]+")) {
      if (ownsFetcher()) {
        fetcher.close();
      }
      throw new CrawlException(
          "the product token of the fetcher "
              + fetcher.getClass().getName()
              + " must be letters, - and _, but was '"
              + token
              + "'");
    }
    return new RobotsReader(spec.robots, token);
  }

  private Fetcher fetcher(CrawlContext context) {
    if (spec.fetcher == null) {
      return defaultFetcher();
    }
    if (spec.httpClient != null || spec.userAgent != null || spec.addressRules != null) {
      throw new CrawlException(
          "httpClient, userAgent and addressRules are for the default fetcher,"
              + " but another fetcher was given");
    }
    return spec.fetcher.resolve(PluginRegistry.fetchers(spec.classLoader), context);
  }

  private Fetcher defaultFetcher() {
    OkHttpFetcher.Builder builder =
        OkHttpFetcher.builder().connections(Math.min(spec.workers, MOST_CONNECTIONS));
    if (spec.httpClient != null) {
      builder.client(spec.httpClient);
    }
    if (spec.userAgent != null) {
      builder.userAgent(spec.userAgent);
    }
    if (spec.addressRules != null) {
      builder.addressRules(spec.addressRules);
    }
    return builder.build();
  }

  /** A page reader made by name spells URLs as the crawl does; another as it was told. */
  private PageAnalyzer analyzer(CrawlContext context) {
    PageAnalyzer made =
        spec.analyzer.resolve(PluginRegistry.pageAnalyzers(spec.classLoader), context);
    boolean byName = spec.analyzer instanceof PluginChoice.Named;
    return byName && made instanceof HtmlPageAnalyzer html
        ? html.withCanonicalizer(spec.canonicalizer)
        : made;
  }

  private static PageAnalyzer named(PageAnalyzer analyzer, String robot) {
    return analyzer instanceof HtmlPageAnalyzer html ? html.withRobotNameIfNone(robot) : analyzer;
  }

  private RelevanceJudge judge(CrawlContext context) {
    return spec.judge == null ? topicTerms(context) : spec.judge;
  }

  private static RelevanceJudge topicTerms(CrawlContext context) {
    return context
        .topic()
        .map(
            topic ->
                TopicTermsJudge.builder(topic)
                    .textNormalizer(context.textNormalizer())
                    .textAnalyzer(context.textAnalyzer())
                    .build())
        .orElseThrow(
            () ->
                new CrawlException(
                    "a crawl needs a topic or a judge; call topic(...) or judge(...)"));
  }

  /** Spells a seed as a crawl does. */
  static CrawlUrl canonical(String url, UrlCanonicalizer canonicalizer) {
    return canonicalizer
        .canonicalize(url)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a seed must be an absolute http or https URL, but was '" + url + "'"));
  }
}
