package io.dowser.crawler.internal.assembly;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.internal.LanguageFilter;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.internal.content.Excerpts;
import io.dowser.crawler.internal.content.Extracts;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.plan.CrawlScope;
import io.dowser.crawler.internal.plan.HostRecords;
import io.dowser.crawler.internal.plan.RecheckPlan;
import io.dowser.crawler.internal.plan.Threshold;
import io.dowser.crawler.internal.politeness.HostPoliteness;
import io.dowser.crawler.internal.politeness.PolitenessPlan;
import io.dowser.crawler.internal.recovery.CrawlDirectory;
import io.dowser.crawler.internal.recovery.CrawlStorage;
import io.dowser.crawler.internal.recovery.LearnedStates;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.internal.types.AnalyzersByType;
import io.dowser.crawler.url.Scope;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans a crawl by the settings of its builder. Everything that can be refused is checked before
 * the crawl's directory is created.
 */
public final class CrawlAssembly {

  private static final Logger LOG = LoggerFactory.getLogger(CrawlAssembly.class);

  private final CrawlSpec spec;

  public CrawlAssembly(CrawlSpec spec) {
    this.spec = spec;
  }

  /** Returns the plan of a crawl that has not started. */
  public CrawlPlan plan() {
    CrawlDirectory directory = CrawlDirectory.at(spec.directory.get());
    spec.restore(directory.recorded());
    requireSeeds();
    requireSeedsOfScopes();
    warnOfTopic();
    boolean continuesCycle = spec.cycle.get().isPresent();
    if (spec.recrawl.get() && !continuesCycle) {
      spec.cycle.preset(Optional.of(spec.clock.get().instant()));
      spec.limitsOfOneCycle().forEach(Setting::forgetRestored);
    }
    Instant policySince = policySince(directory);
    var forFrontier = new SplittableRandom(spec.random.get().nextLong());
    var forOthers = new SplittableRandom(spec.random.get().nextLong());
    var shared = new CrawlContext.Shared();
    var hosts = new HostRecords(spec.hostGrouping.get());
    CrawlContext context = spec.context(forOthers, shared, hosts, "");
    Plugins plugins = plugins(spec.context(forFrontier, shared, hosts, ""), context);
    plugins.analyzers.warning().ifPresent(LOG::warn);
    CrawlStorage storage = null;
    try {
      if (!directory.hasBegun()) {
        spec.startFrom.get().ifPresent(other -> startFrom(other, plugins));
      }
      storage = directory.open(spec.storeOptions(), recorded(plugins.judge, policySince));
      return plan(
          plugins, context.topic(), hosts, storage, rechecks(context, continuesCycle, policySince));
    } catch (RuntimeException e) {
      close(plugins, storage);
      throw e;
    }
  }

  private void startFrom(Path other, Plugins plugins) {
    new LearnedStates(spec.startFrom.name(), other, spec.words())
        .passTo(plugins.judge, plugins.scorer);
  }

  /** Returns what the directory keeps: the settings, and what its report needs besides. */
  private Map<String, String> recorded(RelevanceJudge judge, Instant policySince) {
    Map<String, String> words = new TreeMap<>(spec.words());
    words.put(CrawlPlan.THRESHOLD, Double.toString(judge.threshold()));
    if (policySince.isAfter(Instant.EPOCH)) {
      words.put(CrawlPlan.POLICY_SINCE, policySince.toString());
    }
    return words;
  }

  /** Returns when the revisit policy was changed, the epoch if it never was. */
  private Instant policySince(CrawlDirectory directory) {
    Map<String, String> recorded = directory.recorded();
    boolean isSame = recorded.entrySet().containsAll(spec.revisitPolicy.words().entrySet());
    return directory.hasBegun() && !isSame
        ? spec.clock.get().instant().truncatedTo(ChronoUnit.MILLIS) // as rows have times
        : Instant.parse(recorded.getOrDefault(CrawlPlan.POLICY_SINCE, Instant.EPOCH.toString()));
  }

  private RecheckPlan rechecks(CrawlContext context, boolean continuesCycle, Instant policySince) {
    return new RecheckPlan(
        spec.cycle.get(),
        continuesCycle,
        spec.revisitPolicy.get().resolve(PluginRegistry.revisitPolicies(loaders()), context),
        policySince,
        spec.maxAge.get(),
        spec.onlyRelevant.get(),
        spec.maxRequests.get(),
        spec.newShare.get(),
        spec.keepUp.get());
  }

  private void close(Plugins plugins, @Nullable CrawlStorage storage) {
    plugins.analyzers.close();
    if (!spec.isFetcherGiven()) {
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

  /** Refuses a scope of a URL that is no seed: it would have no effect. */
  private void requireSeedsOfScopes() {
    Map<String, Scope> scopes = spec.seedScopes.given().orElse(Map.of());
    if (scopes.isEmpty()) {
      return;
    }
    Set<CrawlUrl> seeds =
        spec.seeds.get().stream().map(this::canonical).collect(Collectors.toSet());
    scopes.forEach(
        (seed, scope) -> {
          if (!seeds.contains(canonical(seed))) {
            throw new SettingException(
                spec.seedScopes.name(),
                seed + " " + scope,
                "scopes of URLs that are in 'seeds'; the scope of another one has no effect");
          }
        });
  }

  private void warnOfTopic() {
    spec.topic
        .get()
        .map(topic -> TopicWarnings.of(topic, OptionalLibrary::isPresent))
        .ifPresent(warnings -> warnings.forEach(LOG::warn));
  }

  /** Creates the plugins of a crawl, whose frontier and other plugins get these contexts. */
  public Plugins plugins(CrawlContext frontierContext, CrawlContext context) {
    Frontier frontier =
        spec.frontier.get().resolve(PluginRegistry.frontiers(loaders()), frontierContext);
    LinkScorer scorer = spec.scorer.get().resolve(PluginRegistry.linkScorers(loaders()), context);
    RelevanceJudge judge =
        spec.judge.get().resolve(PluginRegistry.relevanceJudges(loaders()), context);
    var fetchers = new FetcherAssembly(spec);
    Fetcher fetcher = fetchers.fetcher(loaders(), context); // may hold connections
    try {
      RobotsReader robots = new RobotsReader(spec.robots.get(), fetcher.productToken());
      AnalyzersByType analyzers = analyzers(named(context, robots.productToken()));
      return new Plugins(frontier, scorer, analyzers, judge, fetcher, robots);
    } catch (RuntimeException | LinkageError e) {
      fetchers.close(fetcher);
      throw e;
    }
  }

  /** Copies a context with the name of the robot, which only page analyzers need. */
  private CrawlContext named(CrawlContext context, String robotName) {
    return spec.context(context.random(), context.shared(), context.hosts(), robotName);
  }

  /** Returns the class loader that was set; without one, a registry knows where to look. */
  private ClassLoader[] loaders() {
    return spec.classLoader.get().stream().toArray(ClassLoader[]::new);
  }

  private CrawlPlan plan(
      Plugins plugins,
      Optional<Topic> topic,
      HostRecords hosts,
      @Nullable CrawlStorage storage,
      RecheckPlan rechecks) {
    List<CrawlUrl> seeds = spec.seeds.get().stream().map(this::canonical).distinct().toList();
    CrawlScope scope = scope(seeds);
    scope.warning().ifPresent(LOG::warn);
    return new CrawlPlan(
        new CrawlPlan.Strategy(
            plugins.frontier,
            plugins.scorer,
            plugins.judge,
            new Threshold(plugins.judge.threshold()),
            plugins.fetcher,
            !spec.isFetcherGiven(),
            plugins.analyzers,
            Extracts.names(spec.extract.get()),
            spec.textAnalyzer.get(),
            new Excerpts(
                topic, spec.textNormalizer.get(), plugins.judge.threshold(), storage != null),
            hosts),
        new CrawlPlan.Rules(
            Collections.synchronizedSet(new LinkedHashSet<>(seeds)),
            scope,
            spec.canonicalizer.get(),
            spec.linkPolicy.get(),
            spec.traps.get(),
            plugins.analyzers::read,
            LanguageFilter.of(spec.languages.get()),
            politeness(plugins.robots)),
        new CrawlPlan.Limits(
            spec.steering(),
            spec.maxDepth.get(),
            spec.maxRedirects.get(),
            spec.idle.get(),
            spec.maxPluginFailures.get(),
            spec.memory(),
            rechecks),
        new CrawlPlan.Means(
            spec.threads(),
            spec.words(),
            spec.workers.get(),
            spec.maxConcurrentAnalyses.get().orElse(Runtime.getRuntime().availableProcessors()),
            spec.analysisTimeout.get(),
            spec.executor.get().orElse(null),
            spec.clock.get(),
            List.copyOf(spec.listeners.get()),
            spec.progress.get().orElse(null),
            storage,
            spec.pageSink.get().orElse(null)));
  }

  private CrawlUrl canonical(String seed) {
    return spec.canonicalizer.get().canonicalizeSeed(seed);
  }

  private CrawlScope scope(List<CrawlUrl> seeds) {
    Map<CrawlUrl, Scope> own = new HashMap<>();
    spec.seedScopes.get().forEach((seed, scope) -> own.put(canonical(seed), scope));
    return CrawlScope.of(seeds, spec.stayOn.get(), own, spec.excluded.get());
  }

  private PolitenessPlan politeness(RobotsReader robots) {
    return new PolitenessPlan(
        new HostPoliteness(spec.politeness(), spec.hostRules.get()),
        spec.robots.get(),
        robots,
        new RobotsCache(spec.robots.get(), spec.clock.get()),
        spec.random.get().nextLong());
  }

  /** Creates the analyzers of a crawl whose directives of pages name the robot so. */
  private AnalyzersByType analyzers(CrawlContext context) {
    var all = new ArrayList<PageAnalyzer>();
    var owned = new ArrayList<PageAnalyzer>();
    try {
      for (PluginChoice<PageAnalyzer> choice : analyzerChoices()) {
        PageAnalyzer analyzer = choice.resolve(PluginRegistry.pageAnalyzers(loaders()), context);
        if (!(choice instanceof PluginChoice.Given)) {
          owned.add(analyzer);
        }
        all.add(named(analyzer, context.robotName()));
      }
      all.set(0, extracting(all.get(0)));
      return new AnalyzersByType(all, owned);
    } catch (RuntimeException | LinkageError e) {
      owned.forEach(AnalyzersByType::close);
      throw e;
    }
  }

  private List<PluginChoice<PageAnalyzer>> analyzerChoices() {
    var choices = new ArrayList<PluginChoice<PageAnalyzer>>();
    choices.add(spec.pageAnalyzer.get());
    choices.addAll(spec.addedAnalyzers.get());
    return choices;
  }

  private PageAnalyzer extracting(PageAnalyzer analyzer) {
    Map<String, String> selectors = spec.extract.get();
    if (selectors.isEmpty()) {
      return analyzer;
    }
    if (analyzer instanceof HtmlPageAnalyzer html) {
      return html.withExtracts(selectors);
    }
    throw new CrawlException(
        "extract is for the analyzer 'html', but another one was given: " + analyzer.getClass());
  }

  private static PageAnalyzer named(PageAnalyzer analyzer, String robot) {
    return analyzer instanceof HtmlPageAnalyzer html ? html.withRobotName(robot) : analyzer;
  }

  /** The plugins of a crawl. */
  public record Plugins(
      Frontier frontier,
      LinkScorer scorer,
      AnalyzersByType analyzers,
      RelevanceJudge judge,
      Fetcher fetcher,
      RobotsReader robots) {}
}
