package io.dowser.crawler;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.store.StoreOptions;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostGroupings;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import okhttp3.OkHttpClient;

/**
 * The settings of a crawl, a line each: name, default, how it is written down, and what a resume
 * does with it. {@code fixed} ones give stored numbers their meaning, {@code free} ones may change
 * from run to run, and those of {@code eachRun} are not recorded.
 *
 * <p>A new setting is a line here and a row in the table of docs/operating.md.
 */
final class CrawlSpec {

  private static final String DEFAULT_FETCHER = "okhttp";

  private final List<Setting<?>> all = new ArrayList<>();

  final Setting<PluginChoice<Frontier>> frontier =
      fixed("frontier", named("best-first"), TextForm.plugin());
  final Setting<PluginChoice<LinkScorer>> scorer =
      fixed("scorer", named("best-first"), TextForm.plugin());
  final Setting<PluginChoice<PageAnalyzer>> pageAnalyzer =
      fixed("pageAnalyzer", named("html"), TextForm.plugin());
  final Setting<Optional<Topic>> topic = fixed("topic", Optional.empty(), TextForm.TOPIC);
  final Setting<Optional<RelevanceJudge>> judge =
      fixedObject("judge", "topic-terms", Optional.empty());
  final Setting<UrlCanonicalizer> canonicalizer =
      fixed(
          "canonicalizer",
          UrlCanonicalizer.standard(),
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()));
  final Setting<TextNormalizer> textNormalizer =
      fixedObject("textNormalizer", "han", HanNormalizer.create());
  final Setting<TextAnalyzer> textAnalyzer =
      fixedObject("textAnalyzer", "mixed-script", MixedScriptAnalyzer.create());
  final Setting<HostGrouping> hostGrouping =
      fixed(
          "hostGrouping",
          HostGrouping.FULL_HOST,
          TextForm.object(
              Map.of(
                  "full-host",
                  HostGrouping.FULL_HOST,
                  "registrable-domain",
                  HostGroupings.registrableDomain())));
  final Setting<Integer> maxDepth = fixed("maxDepth", Integer.MAX_VALUE, TextForm.INTEGER);

  final Setting<List<String>> seeds =
      add(new Setting<>("seeds", List.of(), TextForm.LINES, false, CrawlSpec::union));
  final Setting<PluginChoice<Fetcher>> fetcher =
      free("fetcher", named(DEFAULT_FETCHER), TextForm.plugin());
  final Setting<Optional<OkHttpClient>> httpClient =
      freeObject("httpClient", "none", Optional.empty());
  final Setting<Optional<String>> userAgent =
      free(
          "userAgent",
          Optional.empty(),
          TextForm.optional(Function.identity(), Function.identity()));
  final Setting<Optional<AddressRules>> addressRules =
      free(
          "addressRules",
          Optional.empty(),
          TextForm.optional(AddressRules::toString, AddressRules::parse));
  final Setting<Long> maxPages = free("maxPages", Long.MAX_VALUE, TextForm.LONG);
  final Setting<Long> maxRelevantPages = free("maxRelevantPages", Long.MAX_VALUE, TextForm.LONG);
  final Setting<Long> maxBytes = free("maxBytes", Long.MAX_VALUE, TextForm.LONG);
  final Setting<Duration> maxDuration =
      free("maxDuration", StopConditions.UNLIMITED, TextForm.DURATION);
  final Setting<Double> minHarvestRate = free("minHarvestRate", 0.0, TextForm.DOUBLE);
  final Setting<Integer> harvestWindow =
      free("harvestWindow", StopConditions.DEFAULT_WINDOW, TextForm.INTEGER);
  final Setting<Integer> workers = free("workers", 20, TextForm.INTEGER);
  final Setting<Optional<Integer>> analyses =
      free("analyses", Optional.empty(), TextForm.optional(Object::toString, Integer::valueOf));
  final Setting<Duration> analysisTimeout =
      free("analysisTimeout", Duration.ofMinutes(1), TextForm.DURATION);
  final Setting<Integer> maxRedirects = free("maxRedirects", 10, TextForm.INTEGER);
  final Setting<Integer> maxPluginFailures = free("maxPluginFailures", 10, TextForm.INTEGER);
  final Setting<Politeness> politeness =
      free(
          "politeness",
          Politeness.builder().build(),
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()));
  final Setting<Optional<Duration>> delay =
      free("delay", Optional.empty(), TextForm.optional(Object::toString, Duration::parse));
  final Setting<Optional<Integer>> connectionsPerHost =
      free(
          "connectionsPerHost",
          Optional.empty(),
          TextForm.optional(Object::toString, Integer::valueOf));
  final Setting<RobotsPolicy> robots =
      free(
          "robots",
          RobotsPolicy.OBEY,
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()));
  final Setting<TrapRules> traps =
      free(
          "traps",
          TrapRules.DEFAULT,
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()));
  final Setting<Predicate<CrawlUrl>> linkFilter = freeObject("linkFilter", "none", url -> true);
  final Setting<Optional<PageSink>> pageSink = freeObject("pageSink", "none", Optional.empty());
  final Setting<StoreOptions> store =
      free("store", StoreOptions.defaults(), TextForm.parts(CrawlSpec::storeOptions));

  final Setting<Optional<Path>> directory = eachRun("directory", Optional.empty());
  final Setting<List<CrawlListener>> listeners = eachRun("listener", List.of());
  final Setting<Optional<PrintStream>> progress = eachRun("progress", Optional.empty());
  final Setting<InstantSource> clock = eachRun("clock", InstantSource.system());
  final Setting<RandomGenerator> random = eachRun("random", new SplittableRandom(1));
  final Setting<Optional<Executor>> executor = eachRun("executor", Optional.empty());
  final Setting<ClassLoader> classLoader = eachRun("classLoader", Crawler.class.getClassLoader());

  MemoryBudget memory = MemoryBudget.of(Runtime.getRuntime().maxMemory());

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

  private static StoreOptions storeOptions(Settings settings, StoreOptions old) {
    return new StoreOptions(
        settings.integer("commitVisits", old.commitVisits(), 1, Integer.MAX_VALUE),
        settings.duration("commitAfter", old.commitAfter()),
        settings.flag("syncEachCommit", old.syncEachCommit()),
        old.allowChanged(), // for one run
        settings.integer("frontierCapacity", old.frontierCapacity(), 1, Integer.MAX_VALUE),
        settings.flag("explanations", old.explanations()));
  }

  /** Returns the settings in the order of the table. */
  List<Setting<?>> all() {
    return List.copyOf(all);
  }

  /** Returns what is recorded of the settings, by name. */
  Map<String, String> words() {
    Map<String, String> words = new TreeMap<>();
    all.forEach(setting -> words.putAll(setting.words()));
    return words;
  }

  /**
   * Takes what was recorded, where nothing else was given.
   *
   * @param recorded the words of the crawl in the directory, empty if there is none
   * @throws CrawlException if a setting must be given again, or must be another one
   */
  void restore(Map<String, String> recorded) {
    Map<String, String> valid = withoutReplaced(recorded);
    all.forEach(setting -> setting.restore(valid));
    if (!recorded.isEmpty() && !store.get().allowChanged()) {
      List<String> problems =
          all.stream()
              .filter(setting -> setting != httpClient || usesDefaultFetcher())
              .flatMap(setting -> setting.problem(valid).stream())
              .sorted()
              .toList();
      if (!problems.isEmpty()) {
        throw new CrawlException(
            "the crawl in "
                + directory.get().orElseThrow()
                + " was begun with other settings: "
                + String.join(", ", problems)
                + "; give the same, or allow changed ones with"
                + " store(StoreOptions.defaults().withAllowChanged())");
      }
    }
  }

  /**
   * Drops recorded settings of the fetcher in whose place other methods of the builder gave one.
   */
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

  /** Returns what plugins get to know about the crawl. */
  CrawlContext context(RandomGenerator source) {
    return new CrawlContext(
        topic.get(),
        textNormalizer.get(),
        textAnalyzer.get(),
        hostGrouping.get(),
        source,
        clock.get());
  }

  StopConditions stopConditions() {
    return new StopConditions(
        maxPages.get(),
        maxRelevantPages.get(),
        maxBytes.get(),
        maxDuration.get(),
        minHarvestRate.get(),
        harvestWindow.get());
  }

  /** Returns whether the fetcher is the one that httpClient, userAgent and addressRules are for. */
  boolean usesDefaultFetcher() {
    return fetcher.get().name().equals(DEFAULT_FETCHER);
  }

  Politeness politeness() {
    Politeness.Builder builder = politeness.get().toBuilder().hostGrouping(hostGrouping.get());
    delay.get().ifPresent(builder::delay);
    connectionsPerHost.get().ifPresent(builder::connectionsPerHost);
    return builder.build();
  }
}
