package io.dowser.crawler.internal.assembly;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.RegistrableDomain;
import io.dowser.crawler.internal.plan.MemoryBudget;
import io.dowser.crawler.internal.plan.Steering;
import io.dowser.crawler.internal.plan.StopConditions;
import io.dowser.crawler.internal.store.StoreOptions;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import okhttp3.OkHttpClient;

/**
 * The settings of a crawl, a line each: name, default, stored form, and what a resume does with it.
 * {@code fixed} ones give stored numbers their meaning, {@code free} ones may change from run to
 * run, and those of {@code eachRun} are not recorded. Not thread-safe.
 *
 * <p>A new setting is a line here and a row in the table of docs/operating.md.
 */
public final class CrawlSpec {

  private static final String DEFAULT_FETCHER = "okhttp";

  private final List<Setting<?>> all = new ArrayList<>();

  public final Setting<PluginChoice<Frontier>> frontier =
      fixed("frontier", named("best-first"), TextForm.plugin());
  public final Setting<PluginChoice<LinkScorer>> scorer =
      fixed("scorer", named("best-first"), TextForm.plugin());
  public final Setting<PluginChoice<PageAnalyzer>> pageAnalyzer =
      fixed("pageAnalyzer", named("html"), TextForm.plugin());
  public final Setting<List<PluginChoice<PageAnalyzer>>> addedAnalyzers =
      fixed("addPageAnalyzer", List.of(), TextForm.plugins());
  public final Setting<Map<String, String>> extract = free("extract", Map.of(), TextForm.PAIRS);
  public final Setting<Optional<Topic>> topic = fixed("topic", Optional.empty(), TextForm.TOPIC);
  public final Setting<PluginChoice<RelevanceJudge>> judge =
      fixed("judge", named("topic-terms"), TextForm.plugin());
  public final Setting<UrlCanonicalizer> canonicalizer =
      fixed(
          "canonicalizer",
          UrlCanonicalizer.standard(),
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()));
  public final Setting<TextNormalizer> textNormalizer =
      fixedObject("textNormalizer", "han", HanNormalizer.create());
  public final Setting<TextAnalyzer> textAnalyzer =
      fixedObject("textAnalyzer", "mixed-script", MixedScriptAnalyzer.create());
  public final Setting<HostGrouping> hostGrouping =
      fixed(
          "hostGrouping",
          HostGrouping.FULL_HOST,
          TextForm.object(
              Map.of(
                  "full-host",
                  HostGrouping.FULL_HOST,
                  "registrable-domain",
                  new RegistrableDomain())));
  public final Setting<Integer> maxDepth = fixed("maxDepth", Integer.MAX_VALUE, TextForm.INTEGER);

  public final Setting<String> name =
      free(
          "name",
          CrawlThreads.UNNAMED.name(),
          TextForm.text(Function.identity(), Function.identity()));
  public final Setting<List<String>> seeds =
      add(new Setting<>("seeds", List.of(), TextForm.LINES, false, CrawlSpec::union));
  public final Setting<Map<String, Scope>> seedScopes =
      add(new Setting<>("seedScopes", Map.of(), TextForm.SCOPES, false, CrawlSpec::joined));
  public final Setting<Scope> stayOn =
      free("stayOn", Scope.ANYWHERE, TextForm.text(Scope::toString, Scope::parse));
  public final Setting<PluginChoice<Fetcher>> fetcher =
      free("fetcher", named(DEFAULT_FETCHER), TextForm.plugin());
  public final Setting<Optional<OkHttpClient>> httpClient =
      freeObject("httpClient", "none", Optional.empty());
  public final Setting<Optional<Consumer<OkHttpFetcher.Builder>>> http =
      freeObject("http", "none", Optional.empty());
  public final Setting<Optional<String>> userAgent =
      freeOptional("userAgent", Function.identity(), Function.identity());
  public final Setting<Optional<AddressRules>> addressRules =
      freeOptional("addressRules", AddressRules::toString, AddressRules::parse);
  public final Setting<Long> maxPages = free("maxPages", Long.MAX_VALUE, TextForm.LONG);
  public final Setting<Long> maxRelevantPages =
      free("maxRelevantPages", Long.MAX_VALUE, TextForm.LONG);
  public final Setting<Long> maxBytes = free("maxBytes", Long.MAX_VALUE, TextForm.LONG);
  public final Setting<Duration> maxDuration =
      free("maxDuration", StopConditions.UNLIMITED, TextForm.DURATION);
  public final Setting<Double> minHarvestRate = free("minHarvestRate", 0.0, TextForm.DOUBLE);
  public final Setting<Integer> harvestWindow =
      free("harvestWindow", StopConditions.DEFAULT_WINDOW, TextForm.INTEGER);
  public final Setting<Double> stopWhenFound = free("stopWhenFound", 0.0, TextForm.DOUBLE);
  public final Setting<Integer> workers = free("workers", 20, TextForm.INTEGER);
  public final Setting<Optional<Integer>> maxConcurrentAnalyses =
      freeOptional("maxConcurrentAnalyses", Object::toString, Integer::valueOf);
  public final Setting<Duration> analysisTimeout =
      free("analysisTimeout", Duration.ofMinutes(1), TextForm.DURATION);
  public final Setting<Integer> maxRedirects = free("maxRedirects", 10, TextForm.INTEGER);
  public final Setting<Integer> maxPluginFailures = free("maxPluginFailures", 10, TextForm.INTEGER);
  public final Setting<Politeness> politeness =
      free(
          "politeness",
          Politeness.builder().build(),
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()));
  public final Setting<Optional<Duration>> delay =
      freeOptional("delay", Object::toString, Duration::parse);
  public final Setting<Optional<Integer>> connectionsPerHost =
      freeOptional("connectionsPerHost", Object::toString, Integer::valueOf);
  public final Setting<Map<String, HostRules>> hostRules =
      free("hostRules", Map.of(), TextForm.HOST_RULES);
  public final Setting<RobotsPolicy> robots =
      free(
          "robots",
          RobotsPolicy.OBEY,
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()));
  public final Setting<TrapRules> traps =
      free(
          "traps",
          TrapRules.DEFAULT,
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()));
  public final Setting<LinkPolicy> linkPolicy =
      free(
          "linkPolicy",
          LinkPolicy.allLinks(),
          TextForm.object(
              Map.of(
                  "all-links",
                  LinkPolicy.allLinks(),
                  "from-relevant-pages",
                  LinkPolicy.fromRelevantPages())));
  public final Setting<List<String>> languages = free("languages", List.of(), TextForm.LINES);
  public final Setting<Duration> idle = free("idle", Duration.ZERO, TextForm.DURATION);
  public final Setting<List<String>> excludedHosts =
      free("excludedHosts", List.of(), TextForm.LINES);
  public final Setting<Optional<PageSink>> pageSink =
      freeObject("pageSink", "none", Optional.empty());
  public final Setting<Integer> commitVisits =
      free("commitVisits", StoreOptions.DEFAULTS.commitVisits(), TextForm.INTEGER);
  public final Setting<Duration> commitAfter =
      free("commitAfter", StoreOptions.DEFAULTS.commitAfter(), TextForm.DURATION);
  public final Setting<Boolean> syncEachCommit = free("syncEachCommit", false, TextForm.FLAG);
  public final Setting<Integer> frontierCapacity =
      free("frontierCapacity", Integer.MAX_VALUE, TextForm.INTEGER);
  public final Setting<Boolean> explanations = free("explanations", false, TextForm.FLAG);

  public final Setting<PluginChoice<RevisitPolicy>> revisitPolicy =
      free("revisitPolicy", named("fixed"), TextForm.plugin());
  public final Setting<Optional<Duration>> maxAge =
      freeOptional("maxAge", Object::toString, Duration::parse);
  public final Setting<Boolean> onlyRelevant = free("onlyRelevant", false, TextForm.FLAG);
  public final Setting<Long> maxRequests = free("maxRequests", Long.MAX_VALUE, TextForm.LONG);
  public final Setting<Double> newShare = free("newShare", 0.5, TextForm.DOUBLE);
  public final Setting<Optional<Duration>> keepUp =
      freeOptional("keepUp", Object::toString, Duration::parse);

  /** The start of the cycle of checks that has not ended. */
  final Setting<Optional<Instant>> cycle = freeOptional("cycle", Object::toString, Instant::parse);

  public final Setting<Boolean> recrawl = eachRun("recrawl", false);
  public final Setting<Boolean> allowChanged = eachRun("allowChanged", false);
  public final Setting<Optional<Path>> directory = eachRun("directory", Optional.empty());
  public final Setting<List<CrawlListener>> listeners = eachRun("listener", List.of());
  public final Setting<Optional<PrintStream>> progress = eachRun("progress", Optional.empty());
  public final Setting<InstantSource> clock = eachRun("clock", InstantSource.system());
  public final Setting<RandomGenerator> random = eachRun("random", new SplittableRandom(1));
  public final Setting<Optional<Executor>> executor = eachRun("executor", Optional.empty());
  public final Setting<Optional<ClassLoader>> classLoader =
      eachRun("classLoader", Optional.empty());

  public final Setting<MemoryBudget> memory =
      eachRun("maxHeap", MemoryBudget.of(Runtime.getRuntime().maxMemory()));

  private static <P> PluginChoice<P> named(String name) {
    return new PluginChoice.Named<>(name, Map.of());
  }

  private <T> Setting<T> fixedObject(String name, String word, T byDefault) {
    return fixed(name, byDefault, TextForm.object(Map.of(word, byDefault)));
  }

  private <T> Setting<T> freeObject(String name, String word, T byDefault) {
    return free(name, byDefault, TextForm.object(Map.of(word, byDefault)));
  }

  private <T> Setting<T> fixed(String name, T byDefault, TextForm<T> form) {
    return add(new Setting<>(name, byDefault, form, true, (recorded, given) -> given));
  }

  private <T> Setting<T> free(String name, T byDefault, TextForm<T> form) {
    return add(new Setting<>(name, byDefault, form, false, (recorded, given) -> given));
  }

  private <T> Setting<Optional<T>> freeOptional(
      String name, Function<T, String> write, Function<String, T> read) {
    return free(name, Optional.empty(), TextForm.optional(write, read));
  }

  private <T> Setting<T> eachRun(String name, T byDefault) {
    return add(new Setting<>(name, byDefault, null, false, (recorded, given) -> given));
  }

  private <T> Setting<T> add(Setting<T> setting) {
    all.add(setting);
    return setting;
  }

  private static List<String> union(List<String> recorded, List<String> given) {
    var both = new LinkedHashSet<>(recorded);
    both.addAll(given);
    return List.copyOf(both);
  }

  private static <V> Map<String, V> joined(Map<String, V> recorded, Map<String, V> given) {
    Map<String, V> both = new TreeMap<>(recorded);
    both.putAll(given);
    return both;
  }

  /** Returns the limits that a new cycle does not take over from an earlier run. */
  List<Setting<?>> limitsOfOneCycle() {
    return List.of(maxRequests, maxDuration);
  }

  /** Returns how the crawl's directory is written. */
  StoreOptions storeOptions() {
    return new StoreOptions(
        commitVisits.get(),
        commitAfter.get(),
        syncEachCommit.get(),
        allowChanged.get(),
        explanations.get(),
        threads());
  }

  CrawlThreads threads() {
    return new CrawlThreads(name.get());
  }

  /** Takes all values that were given to another table, or none if one was given here before. */
  public CrawlSpec takeAll(CrawlSpec other) {
    for (int i = 0; i < all.size(); i++) {
      all.get(i).refuseSecond(other.all.get(i));
    }
    for (int i = 0; i < all.size(); i++) {
      take(all.get(i), other.all.get(i));
    }
    return this;
  }

  @SuppressWarnings("unchecked") // the same setting of two tables
  private static <T> void take(Setting<T> setting, Setting<?> other) {
    setting.take((Setting<T>) other);
  }

  /** Returns the settings in the order of the table. */
  public List<Setting<?>> all() {
    return List.copyOf(all);
  }

  /** Returns the recorded form of the settings, by name. */
  public Map<String, String> words() {
    Map<String, String> words = new TreeMap<>();
    all.forEach(setting -> words.putAll(setting.words()));
    return words;
  }

  /** Restores recorded settings where no others were given; refuses what cannot be resumed. */
  void restore(Map<String, String> recorded) {
    Map<String, String> valid = withoutReplaced(recorded);
    all.forEach(setting -> setting.restore(valid));
    if (!recorded.isEmpty() && !allowChanged.get()) {
      List<String> problems =
          all.stream()
              .filter(setting -> (setting != httpClient && setting != http) || !isFetcherGiven())
              .flatMap(setting -> setting.problem(valid).stream())
              .sorted()
              .toList();
      if (!problems.isEmpty()) {
        throw new CrawlException(
            "the crawl in "
                + directory.get().orElseThrow()
                + " was started with other settings: "
                + String.join(", ", problems)
                + "; give the same, or allow changed ones with"
                + " persistence(Persistence.builder().allowChanged(true).build())");
      }
    }
  }

  /** Removes recorded settings of the fetcher that methods of the builder have replaced. */
  private Map<String, String> withoutReplaced(Map<String, String> recorded) {
    Map<String, String> rest = new TreeMap<>(recorded);
    if (userAgent.isGiven()) {
      rest.remove(fetcher.name() + ".userAgent");
    }
    if (addressRules.isGiven()) {
      rest.remove(fetcher.name() + ".allowAddresses");
    }
    return rest;
  }

  /** Returns the context that plugins get; those of one crawl share the same objects. */
  CrawlContext context(
      RandomGenerator source,
      CrawlContext.Shared shared,
      CrawlContext.Hosts hosts,
      String robotName) {
    return new CrawlContext(
        topic.get(),
        textNormalizer.get(),
        textAnalyzer.get(),
        hostGrouping.get(),
        source,
        clock.get(),
        shared,
        hosts,
        canonicalizer.get(),
        robotName,
        analysisTimeout.get());
  }

  Steering steering() {
    var limits =
        new StopConditions(
            maxPages.get(),
            maxRelevantPages.get(),
            maxBytes.get(),
            maxDuration.get(),
            minHarvestRate.get(),
            harvestWindow.get(),
            stopWhenFound.get());
    return new Steering(limits, this::words);
  }

  /** Returns the recorded form of a setting with another value. */
  @SuppressWarnings("unchecked") // the caller knows its type
  private Map<String, String> words(String name, Object other) {
    return all.stream()
        .filter(setting -> setting.name().equals(name))
        .map(setting -> ((Setting<Object>) setting).words(other))
        .findFirst()
        .orElseThrow();
  }

  boolean usesDefaultFetcher() {
    return !isFetcherGiven() && fetcher.get().name().equals(DEFAULT_FETCHER);
  }

  /** Returns whether the program has created the fetcher, and closes it. */
  boolean isFetcherGiven() {
    return fetcher.get() instanceof PluginChoice.Given;
  }

  Politeness politeness() {
    Politeness.Builder builder = politeness.get().toBuilder().hostGrouping(hostGrouping.get());
    delay.get().ifPresent(builder::delay);
    connectionsPerHost.get().ifPresent(builder::connectionsPerHost);
    return builder.build();
  }
}
