package io.dowser.crawler.internal.assembly;

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
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.internal.engine.CrawlPlan;
import io.dowser.crawler.internal.engine.CrawlScope;
import io.dowser.crawler.internal.engine.HostRecords;
import io.dowser.crawler.internal.engine.RecheckPlan;
import io.dowser.crawler.internal.frontier.BoundedFrontier;
import io.dowser.crawler.internal.politeness.HostPoliteness;
import io.dowser.crawler.internal.politeness.PolitenessPlan;
import io.dowser.crawler.internal.recovery.CountedRandom;
import io.dowser.crawler.internal.recovery.CrawlDirectory;
import io.dowser.crawler.internal.recovery.CrawlStorage;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plans a crawl by the settings of its builder. Everything that can be refused is checked before
 * the crawl's directory is created.
 */
public final class CrawlAssembly {

  private static final int MAX_CONNECTIONS = 10_000;

  private final CrawlSpec spec;

  public CrawlAssembly(CrawlSpec spec) {
    this.spec = spec;
  }

  /** Returns the plan of a crawl that has not started. */
  public CrawlPlan plan() {
    CrawlDirectory directory = CrawlDirectory.at(spec.directory.get());
    spec.restore(directory.recorded());
    requireSeeds();
    boolean continuesCycle = spec.cycle.get().isPresent();
    if (spec.recrawl.get() && !continuesCycle) {
      spec.cycle.preset(Optional.of(spec.clock.get().instant()));
    }
    boolean policyChanged = !isRecorded(spec.revisitPolicy.words(), directory.recorded());
    CountedRandom forFrontier = directory.random("frontier", spec.random.get().nextLong());
    CountedRandom forOthers = directory.random("plugins", spec.random.get().nextLong());
    var shared = new CrawlContext.Shared();
    var hosts = new HostRecords(spec.hostGrouping.get());
    CrawlContext context = spec.context(forOthers, shared, hosts);
    Plugins plugins = plugins(spec.context(forFrontier, shared, hosts), context);
    CrawlStorage storage = null;
    try {
      storage = directory.open(spec.storeOptions(), spec.words(), forFrontier, forOthers);
      return plan(plugins, hosts, storage, rechecks(context, continuesCycle, policyChanged));
    } catch (RuntimeException e) {
      close(plugins, storage);
      throw e;
    }
  }

  private static boolean isRecorded(Map<String, String> words, Map<String, String> recorded) {
    return recorded.entrySet().containsAll(words.entrySet());
  }

  private RecheckPlan rechecks(
      CrawlContext context, boolean continuesCycle, boolean policyChanged) {
    return new RecheckPlan(
        spec.cycle.get(),
        continuesCycle,
        spec.revisitPolicy.get().resolve(PluginRegistry.revisitPolicies(loaders()), context),
        policyChanged,
        spec.maxAge.get(),
        spec.onlyRelevant.get(),
        spec.maxRequests.get(),
        spec.newShare.get(),
        spec.keepUp.get());
  }

  private void close(Plugins plugins, @Nullable CrawlStorage storage) {
    if (ownsFetcher()) {
      plugins.fetcher.close();
    }
    if (storage != null) {
      storage.store().close();
    }
  }

  private void requireSeeds() {
    if (spec.seeds.get().isEmpty()) {
      throw new CrawlException("a crawl needs at least one seed; call seed(url)");
    }
  }

  private Plugins plugins(CrawlContext frontierContext, CrawlContext context) {
    Frontier frontier =
        spec.frontier.get().resolve(PluginRegistry.frontiers(loaders()), frontierContext);
    if (isBounded()) {
      BoundedFrontier.requireKnownOrder(frontier);
    }
    LinkScorer scorer = spec.scorer.get().resolve(PluginRegistry.linkScorers(loaders()), context);
    PageAnalyzer analyzer = analyzer(context);
    RelevanceJudge judge =
        spec.judge.get().resolve(PluginRegistry.relevanceJudges(loaders()), context);
    Fetcher fetcher = fetcher(context); // last, because it may hold connections
    RobotsReader robots = robotsReader(fetcher);
    return new Plugins(
        frontier, scorer, named(analyzer, robots.productToken()), judge, fetcher, robots);
  }

  /** Returns where plugins are looked for: what was set, else the context's and the library's. */
  private ClassLoader[] loaders() {
    return spec.classLoader
        .get()
        .map(Stream::of)
        .orElseGet(
            () ->
                Stream.of(
                    Thread.currentThread().getContextClassLoader(),
                    CrawlAssembly.class.getClassLoader()))
        .filter(Objects::nonNull)
        .distinct()
        .toArray(ClassLoader[]::new);
  }

  private boolean ownsFetcher() {
    return !(spec.fetcher.get() instanceof PluginChoice.Given);
  }

  private CrawlPlan plan(
      Plugins plugins, HostRecords hosts, @Nullable CrawlStorage storage, RecheckPlan rechecks) {
    List<CrawlUrl> seeds = spec.seeds.get().stream().map(this::canonical).distinct().toList();
    return new CrawlPlan(
        spec.threads(),
        spec.words(),
        Collections.synchronizedSet(new LinkedHashSet<>(seeds)),
        isBounded() ? bounded(plugins.frontier) : byMemory(plugins.frontier),
        plugins.fetcher,
        ownsFetcher(),
        plugins.analyzer,
        spec.textAnalyzer.get(),
        plugins.judge,
        plugins.scorer,
        hosts,
        spec.canonicalizer.get(),
        scope(seeds),
        spec.linkPolicy.get(),
        spec.traps.get(),
        spec.steering(),
        spec.idle.get(),
        rechecks,
        politeness(plugins.robots),
        spec.workers.get(),
        spec.maxConcurrentAnalyses.get().orElse(Runtime.getRuntime().availableProcessors()),
        spec.analysisTimeout.get(),
        spec.maxDepth.get(),
        spec.maxRedirects.get(),
        spec.maxPluginFailures.get(),
        spec.memory,
        List.copyOf(spec.listeners.get()),
        spec.clock.get(),
        spec.executor.get().orElse(null),
        spec.progress.get().orElse(null),
        storage,
        spec.pageSink.get().orElse(null));
  }

  private CrawlUrl canonical(String seed) {
    return spec.canonicalizer.get().canonicalizeSeed(seed);
  }

  private CrawlScope scope(List<CrawlUrl> seeds) {
    Map<CrawlUrl, Scope> own = new HashMap<>();
    spec.seedScopes.get().forEach((seed, scope) -> own.put(canonical(seed), scope));
    return CrawlScope.of(seeds, spec.stayOn.get(), own);
  }

  private boolean isBounded() {
    return spec.frontierCapacity.get() != Integer.MAX_VALUE;
  }

  private Frontier bounded(Frontier frontier) {
    return BoundedFrontier.of(frontier, spec.frontierCapacity.get(), forFiles());
  }

  /** Bounds a frontier by memory: with a directory it spills, else it drops. */
  private Frontier byMemory(Frontier frontier) {
    Path directory = spec.directory.get().orElse(null);
    if (directory != null && BoundedFrontier.canBound(frontier)) {
      return BoundedFrontier.of(frontier, spec.memory.pendingUrls(), directory);
    }
    if (directory == null && frontier instanceof QueueFrontier queue) {
      queue.bound(spec.memory.pendingUrls());
    }
    return frontier;
  }

  private Path forFiles() {
    return spec.directory
        .get()
        .orElseGet(() -> Path.of(requireNonNull(System.getProperty("java.io.tmpdir"))));
  }

  private PolitenessPlan politeness(RobotsReader robots) {
    return new PolitenessPlan(
        new HostPoliteness(spec.politeness(), spec.hostRules.get()),
        spec.robots.get(),
        robots,
        new RobotsCache(spec.robots.get(), spec.clock.get()),
        spec.random.get().nextLong());
  }

  /** Looks rules up by the product token of the fetcher, unless the policy has one. */
  private RobotsReader robotsReader(Fetcher fetcher) {
    String token = fetcher.productToken();
    if (!token.matches("[A-Za-z_-]+")) {
      if (ownsFetcher()) {
        fetcher.close();
      }
      String name = fetcher.getClass().getName();
      throw new CrawlException(
          "the product token of the fetcher "
              + name
              + " must be letters, - and _, but was '"
              + token
              + "'");
    }
    return new RobotsReader(spec.robots.get(), token);
  }

  private Fetcher fetcher(CrawlContext context) {
    if (spec.usesDefaultFetcher()) {
      return defaultFetcher();
    }
    if (spec.httpClient.isGiven() || spec.userAgent.isGiven() || spec.addressRules.isGiven()) {
      throw new CrawlException(
          "httpClient, userAgent and addressRules are for the default fetcher,"
              + " but another fetcher was given");
    }
    if (spec.hostRules.get().values().stream().anyMatch(CrawlAssembly::concernsRequests)) {
      throw new CrawlException(
          "hostRules with headers, userAgent or proxy are for the default fetcher, but another"
              + " fetcher was given; give them to OkHttpFetcher.builder().hostRules(..)");
    }
    return spec.fetcher.get().resolve(PluginRegistry.fetchers(loaders()), context);
  }

  private static boolean concernsRequests(HostRules rules) {
    return rules.userAgent().isPresent() || rules.proxy().isPresent() || !rules.headers().isEmpty();
  }

  /** Creates the fetcher from its settings and those of the builder. */
  private Fetcher defaultFetcher() {
    Settings settings = Settings.of(spec.fetcher.get().settings());
    OkHttpFetcher.Builder builder =
        OkHttpFetcher.Provider.builder(settings, Math.min(spec.workers.get(), MAX_CONNECTIONS));
    settings.refuseUnread();
    spec.httpClient.get().ifPresent(builder::client);
    spec.hostRules.get().forEach(builder::hostRules);
    merge(settings, "userAgent", spec.userAgent, builder::userAgent);
    merge(settings, "allowAddresses", spec.addressRules, builder::addressRules);
    return builder.build();
  }

  /** Prefers a setting of the fetcher to a recorded one of the builder. */
  private <T> void merge(
      Settings settings, String key, Setting<Optional<T>> setting, Consumer<T> target) {
    boolean twice = settings.asMap().containsKey(key);
    if (twice && setting.isGiven()) {
      throw new CrawlException(
          "only one may be given of "
              + setting.name()
              + "(..) and the setting '"
              + key
              + "' of the fetcher");
    }
    if (!twice) {
      setting.get().ifPresent(target);
    }
  }

  /** An analyzer by name canonicalizes URLs as the crawl does; the caller's own as it is. */
  private PageAnalyzer analyzer(CrawlContext context) {
    PageAnalyzer analyzer =
        spec.pageAnalyzer.get().resolve(PluginRegistry.pageAnalyzers(loaders()), context);
    boolean byName = spec.pageAnalyzer.get() instanceof PluginChoice.Named;
    return byName && analyzer instanceof HtmlPageAnalyzer html
        ? html.withCanonicalizer(spec.canonicalizer.get())
        : analyzer;
  }

  private static PageAnalyzer named(PageAnalyzer analyzer, String robot) {
    return analyzer instanceof HtmlPageAnalyzer html ? html.withRobotNameIfNone(robot) : analyzer;
  }

  private record Plugins(
      Frontier frontier,
      LinkScorer scorer,
      PageAnalyzer analyzer,
      RelevanceJudge judge,
      Fetcher fetcher,
      RobotsReader robots) {}
}
