package io.dowser.crawler.internal.assembly;

import static io.dowser.crawler.internal.assembly.TextForm.FLAG;
import static io.dowser.crawler.internal.assembly.TextForm.TEXT;
import static io.dowser.crawler.internal.assembly.TextForm.duration;
import static io.dowser.crawler.internal.assembly.TextForm.integer;
import static io.dowser.crawler.internal.assembly.TextForm.number;
import static io.dowser.crawler.internal.assembly.TextForm.positiveShare;
import static io.dowser.crawler.internal.assembly.TextForm.text;
import static io.dowser.crawler.internal.assembly.TextForm.whole;
import static java.lang.Integer.MAX_VALUE;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
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
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.api.internal.SimilarNames;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.LanguageFilter;
import io.dowser.crawler.internal.RegistrableDomain;
import io.dowser.crawler.internal.content.Extracts;
import io.dowser.crawler.internal.plan.MemoryBudget;
import io.dowser.crawler.internal.plan.PreferredHosts;
import io.dowser.crawler.internal.plan.Steering;
import io.dowser.crawler.internal.plan.StopConditions;
import io.dowser.crawler.internal.politeness.PolitenessRules;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a crawl. Each is declared here once: name, text form, range, default, what it
 * does, and what a resume does with it. {@code Crawler.Builder.settings}, the command line, the
 * properties of Spring Boot, the record in a crawl's directory and the tables of docs/operating.md
 * follow from this table; the methods of builders set it. Not thread-safe.
 *
 * <p>{@code fixed} settings give stored numbers their meaning, {@code free} ones may change from
 * run to run, and those of {@code eachRun} are not recorded. A setting without a summary is not for
 * users.
 */
public final class CrawlSpec {

  static final Duration UNLIMITED = StopConditions.UNLIMITED;

  private static final String DEFAULT_FETCHER = "okhttp";
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration LONG_TIME = Duration.ofDays(36_500);
  private static final int MANY = 1_000_000;
  private static final int LONGEST_NAME = 80;
  private static final Splitter WHITE_SPACE =
      Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();

  private final List<Setting<?>> all = new ArrayList<>();

  // Crawler.Builder

  private final Group crawl = new Group("Crawler");
  public final Setting<List<String>> seeds =
      crawl
          .<List<String>>free(
              "seeds",
              List.of(),
              text(
                  "absolute http or https URLs with white space between them",
                  lines -> String.join("\n", lines),
                  CrawlSpec::readSeeds),
              "Pages to start from. A resumed crawl adds them to the recorded ones.")
          .joinedBy(CrawlSpec::appended, CrawlSpec::appended)
          .joinedOnResumeBy(CrawlSpec::union);
  public final Setting<Map<String, Scope>> seedScopes =
      crawl
          .<Map<String, Scope>>free(
              "seedScopes",
              Map.of(),
              TextForm.SCOPES,
              "Scopes of single seeds. A resumed crawl adds them to the recorded ones.")
          .joinedBy(CrawlSpec::withScopes, CrawlSpec::joined)
          .joinedOnResumeBy(CrawlSpec::joined);
  public final Setting<Optional<Topic>> topic =
      crawl.fixed(
          "topic", Optional.empty(), TextForm.TOPIC.optional(), "Terms that the crawl is about.");
  public final Setting<Scope> stayOn =
      crawl.free(
          "stayOn",
          Scope.ANYWHERE,
          text("scope, such as HOST or PATTERNS +*.example.org", Scope::toString, Scope::parse),
          "URLs that the crawl may visit, around seeds without a separate scope. Holds for links that are found from then on.");
  public final Setting<PluginChoice<RelevanceJudge>> judge =
      crawl.fixed(
          "judge", named("topic-terms"), TextForm.plugin(), "Decides which pages are relevant.");
  public final Setting<PluginChoice<LinkScorer>> scorer =
      crawl.fixed("scorer", named("best-first"), TextForm.plugin(), "Rates links.");
  public final Setting<PluginChoice<Frontier>> frontier =
      crawl.fixed("frontier", named("best-first"), TextForm.plugin(), "Orders the visits.");
  public final Setting<PluginChoice<Fetcher>> fetcher =
      crawl.free("fetcher", named("okhttp"), TextForm.plugin(), "Fetches pages.");
  public final Setting<Optional<Path>> directory =
      crawl.eachRun(
          "directory",
          Optional.empty(),
          text("path", Path::toString, Path::of).optional(),
          "Directory of the crawl, from which it resumes. It may be moved.");
  public final Setting<List<CrawlListener>> listeners =
      crawl
          .<List<CrawlListener>>object("listener", List.of(), "Receives the events of the crawl.")
          .joinedBy(CrawlSpec::appended, CrawlSpec::appended);
  public final Setting<Boolean> recrawl = crawl.hidden("recrawl", false);
  public final Setting<List<String>> excluded =
      crawl.free("excluded", List.of(), TextForm.LINES, "");
  public final Setting<List<String>> preferred =
      crawl.free("preferred", List.of(), TextForm.LINES, "");

  // Strategy

  private final Group strategy = new Group("Strategy");
  public final Setting<PluginChoice<PageAnalyzer>> pageAnalyzer =
      strategy.fixed(
          "pageAnalyzer",
          named("html"),
          TextForm.plugin(),
          "Reads pages of HTML, and of types that no other analyzer reads.");
  public final Setting<List<PluginChoice<PageAnalyzer>>> addedAnalyzers =
      strategy
          .<List<PluginChoice<PageAnalyzer>>>fixed(
              "addPageAnalyzer",
              List.of(),
              TextForm.plugins(),
              "Analyzers of pages of further types.")
          .joinedBy(CrawlSpec::appended, CrawlSpec::appended);
  public final Setting<Map<String, String>> extract =
      strategy
          .free(
              "extract",
              Map.of(),
              TextForm.PAIRS,
              "CSS selectors of values to extract, by name; for the analyzer html. Replaces all recorded selectors.")
          .joinedBy(CrawlSpec::withSelectors, Extracts::replaced);
  public final Setting<LinkPolicy> linkPolicy =
      strategy.free(
          "linkPolicy",
          LinkPolicy.allLinks(),
          TextForm.object(
              Map.of(
                  "all-links",
                  LinkPolicy.allLinks(),
                  "from-relevant-pages",
                  LinkPolicy.fromRelevantPages())),
          "Selects the links in the scope that are followed.");
  public final Setting<List<String>> languages =
      strategy.free(
          "languages",
          List.of(),
          text(
                  "ISO 639-1 codes with commas between them",
                  words -> String.join(",", words),
                  TextForm::words)
              .within("codes that lingua knows", CrawlSpec::areLanguages),
          "Languages of relevant pages. Needs lingua on the class path. Counts for pages that are visited from then on.");
  public final Setting<TrapRules> traps =
      strategy.free(
          "traps",
          TrapRules.DEFAULT,
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()),
          "Rules that recognize traps and limit the pages of a host.");
  public final Setting<UrlCanonicalizer> canonicalizer =
      strategy.fixed(
          "canonicalizer",
          UrlCanonicalizer.standard(),
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()),
          "Converts URLs to their canonical form.");
  public final Setting<TextNormalizer> textNormalizer =
      strategy.knownObject(
          "textNormalizer",
          "han",
          HanNormalizer.create(),
          Setting.Resume.FIXED,
          "Brings forms of one word together.");
  public final Setting<TextAnalyzer> textAnalyzer =
      strategy.knownObject(
          "textAnalyzer",
          "mixed-script",
          MixedScriptAnalyzer.create(),
          Setting.Resume.FIXED,
          "Tokenizes text.");

  // Limits

  private final Group limits = new Group("Limits");
  public final Setting<Long> maxPages =
      limits.free(
          "maxPages",
          Long.MAX_VALUE,
          whole(1),
          "Visited pages after which the crawl ends, all runs together.");
  public final Setting<Long> maxRelevantPages =
      limits.free(
          "maxRelevantPages",
          Long.MAX_VALUE,
          whole(1),
          "Relevant pages after which the crawl ends, all runs together.");
  public final Setting<Long> maxBytes =
      limits.free(
          "maxBytes",
          Long.MAX_VALUE,
          whole(1),
          "Decoded bytes of visited pages after which the crawl ends, all runs together.");
  public final Setting<Duration> maxDuration =
      limits.free(
          "maxDuration",
          UNLIMITED,
          duration(),
          "Time after which the crawl ends. Counts from the resume, but is not taken over into a new cycle of rechecks.");
  public final Setting<Double> minHarvestRate =
      limits.free(
          "minHarvestRate",
          0.0,
          positiveShare(),
          "Least share of relevant pages among the last ones; below it the crawl ends.");
  public final Setting<Integer> harvestWindow =
      limits.free(
          "harvestWindow",
          StopConditions.DEFAULT_WINDOW,
          integer(1, MAX_VALUE),
          "Number of last pages over which minHarvestRate is measured.");
  public final Setting<Double> stopWhenFound =
      limits.free(
          "stopWhenFound",
          0.0,
          positiveShare(),
          "Share of the relevant pages in reach, by an estimate, at which the crawl ends.");
  public final Setting<Integer> maxDepth =
      limits.fixed(
          "maxDepth", MAX_VALUE, integer(0, MAX_VALUE), "Maximum distance from a seed, in links.");
  public final Setting<Integer> maxRedirects =
      limits.free(
          "maxRedirects", 10, integer(0, MAX_VALUE), "Redirects in a row that are followed.");
  public final Setting<Duration> idle =
      limits.free(
          "idle",
          Duration.ZERO,
          duration(Duration.ZERO, LONG_TIME),
          "Time that a crawl with nothing pending waits for CrawlHandle.addSeeds.");

  // Politeness

  private final Group polite = new Group("Politeness");
  public final Setting<Duration> delay =
      polite.free(
          "politeness.delay",
          Duration.ofSeconds(1),
          duration(Duration.ZERO, DAY),
          "Least delay of a host between two requests.");
  public final Setting<Integer> connectionsPerHost =
      polite.free(
          "politeness.connectionsPerHost",
          1,
          integer(1, MANY),
          "Maximum number of concurrent requests to a host.");
  public final Setting<HostGrouping> hostGrouping =
      polite.fixed(
          "politeness.hostGrouping",
          HostGrouping.FULL_HOST,
          TextForm.object(
              Map.of(
                  "full-host",
                  HostGrouping.FULL_HOST,
                  "registrable-domain",
                  new RegistrableDomain())),
          "Grouping of URLs by host.");
  public final Setting<Boolean> perAddress =
      polite.free(
          "politeness.perAddress",
          false,
          FLAG,
          "Whether all hosts at one address count as one host, too.");
  public final Setting<Double> responseFactor =
      polite.free(
          "politeness.responseFactor",
          2.0,
          number(0, 1_000),
          "Least delay of a host, as a multiple of its last response time.");
  public final Setting<Duration> maxCrawlDelay =
      polite.free(
          "politeness.maxCrawlDelay",
          Duration.ofMinutes(5),
          duration(Duration.ZERO, DAY),
          "Longest Crawl-delay that is granted.");
  public final Setting<Integer> maxRetries =
      polite.free(
          "politeness.maxRetries",
          2,
          integer(0, MANY),
          "Maximum number of retries of a URL after failures that may be temporary.");
  public final Setting<Double> retryShare =
      polite.free(
          "politeness.retryShare",
          0.2,
          number(0, 100),
          "Retries of the whole crawl, as a share of its requests.");
  public final Setting<Duration> backOff =
      polite.free(
          "politeness.backOff",
          Duration.ofSeconds(1),
          duration(Duration.ZERO, DAY),
          "Delay of a host after a failure; doubles with each further one in a row.");
  public final Setting<Duration> maxBackOff =
      polite.free(
          "politeness.maxBackOff",
          Duration.ofMinutes(5),
          duration(Duration.ZERO, DAY),
          "Longest delay after failures; at least politeness.backOff.");
  public final Setting<Integer> failuresToSuspend =
      polite.free(
          "politeness.failuresToSuspend",
          4,
          integer(1, MANY),
          "Failures in a row after which a host is suspended.");
  public final Setting<Duration> suspendTime =
      polite.free(
          "politeness.suspendTime",
          Duration.ofMinutes(1),
          duration(Duration.ZERO, DAY),
          "Time that a host is suspended; doubles each time.");
  public final Setting<Integer> maxSuspensions =
      polite.free(
          "politeness.maxSuspensions",
          1,
          integer(0, MANY),
          "Suspensions of a host before it is given up.");
  public final Setting<Duration> maxRetryAfter =
      polite.free(
          "politeness.maxRetryAfter",
          Duration.ofMinutes(30),
          duration(Duration.ZERO, DAY),
          "Longest Retry-After that is granted.");
  public final Setting<Map<String, HostRules>> hostRules =
      polite
          .free(
              "hostRules",
              Map.of(),
              TextForm.HOST_RULES,
              "Rules for single hosts. They replace all recorded ones. Values of headers are not recorded and are required again.")
          .joinedBy(CrawlSpec::withHostRules, CrawlSpec::joined);
  public final Setting<RobotsPolicy> robots =
      polite.free(
          "robots",
          RobotsPolicy.OBEY,
          TextForm.parts((settings, old) -> old.toBuilder().settings(settings).build()),
          "Rules for robots.txt, sitemaps and feeds.");
  public final Setting<Optional<String>> userAgent =
      polite.free(
          "userAgent",
          Optional.empty(),
          TEXT.within("visible ASCII characters and spaces", CrawlSpec::isVisible).optional(),
          "User-Agent of requests; the name and version of the library unless set.");
  public final Setting<Optional<AddressRules>> addressRules =
      polite.free(
          "addressRules",
          Optional.empty(),
          text(
                  "public or any, then blocks and hosts, such as public, 10.0.0.0/8",
                  AddressRules::toString,
                  AddressRules::parse)
              .optional(),
          "Addresses that fetchers may connect to; public ones unless set.");

  // Persistence

  private final Group persistence = new Group("Persistence");
  public final Setting<Integer> commitVisits =
      persistence.free(
          "commitVisits",
          StoreOptions.DEFAULTS.commitVisits(),
          integer(1, MAX_VALUE),
          "Visits in one commit at most.");
  public final Setting<Duration> commitAfter =
      persistence.free(
          "commitAfter",
          StoreOptions.DEFAULTS.commitAfter(),
          duration(),
          "Longest time until a visit is committed.");
  public final Setting<Boolean> syncEachCommit =
      persistence.free("syncEachCommit", false, FLAG, "Whether each commit waits for the disk.");
  public final Setting<Boolean> explanations =
      persistence.free(
          "explanations", false, FLAG, "Whether the parts of the scores of links are kept.");
  public final Setting<Optional<PageSink>> pageSink =
      persistence.knownObject(
          "pageSink", "none", Optional.empty(), Setting.Resume.FREE, "Stores the visited pages.");
  public final Setting<Boolean> allowChanged =
      persistence.eachRun(
          "allowChanged",
          false,
          FLAG,
          "Whether the crawl may resume with other settings than those it was started with.");
  public final Setting<Optional<Path>> startFrom =
      persistence.eachRun(
          "startFrom",
          Optional.empty(),
          text("path", Path::toString, Path::of).optional(),
          "Directory of an ended crawl with the same judge, scorer and topic; the first run starts with what these have learned.");

  // Means

  private final Group means = new Group("Means");
  public final Setting<String> name =
      means.free(
          "name",
          CrawlThreads.UNNAMED.name(),
          TEXT.within("one line of 1 to 80 characters", CrawlSpec::isName),
          "Name of the crawl in threads, logs, report and progress line.");
  public final Setting<Integer> workers =
      means.free(
          "workers",
          20,
          integer(1, MAX_VALUE),
          "Pages worked on at once, from the request to the scores of the links.");
  public final Setting<Optional<Integer>> maxConcurrentAnalyses =
      means.free(
          "maxConcurrentAnalyses",
          Optional.empty(),
          integer(1, MAX_VALUE).optional(),
          "Pages analysed, judged and scored at once; the number of processors unless set.");
  public final Setting<Duration> analysisTimeout =
      means.free(
          "analysisTimeout",
          Duration.ofMinutes(1),
          duration(Duration.ofMillis(1), DAY),
          "Time that analyzer, link policy, judge and scorer together may take for a page.");
  public final Setting<Integer> maxPluginFailures =
      means.free(
          "maxPluginFailures",
          10,
          integer(1, MAX_VALUE),
          "Failures of a plugin in a row after which the crawl ends.");
  public final Setting<Optional<Long>> maxHeap =
      means.eachRun(
          "maxHeap",
          Optional.empty(),
          whole(1).optional(),
          "Bytes of heap that this crawl may take; the heap of the JVM unless set.");
  public final Setting<Integer> frontierCapacity =
      means.free(
          "frontierCapacity",
          MAX_VALUE,
          integer(1, MAX_VALUE),
          "Pending URLs in memory at most, if the heap has room for them.");

  /** Follows from the heap unless it is set. */
  public final Setting<Optional<MemoryBudget>> memory = means.hidden("memory", Optional.empty());

  public final Setting<Optional<OkHttpClient>> httpClient =
      means.knownObject(
          "httpClient",
          "none",
          Optional.empty(),
          Setting.Resume.FREE,
          "HTTP client of fetchers that are set by name.");
  public final Setting<Optional<Consumer<OkHttpFetcher.Builder>>> http =
      means.knownObject(
          "http",
          "none",
          Optional.empty(),
          Setting.Resume.FREE,
          "Logins, cookies, headers and limits of fetchers that are set by name.");
  public final Setting<Optional<Executor>> executor =
      means.object("executor", Optional.empty(), "Threads that do the work.");
  public final Setting<Optional<ClassLoader>> classLoader =
      means.object("classLoader", Optional.empty(), "Loads plugins by name.");
  public final Setting<Optional<PrintStream>> progress =
      means.object("progress", Optional.empty(), "Prints the progress line.");
  public final Setting<InstantSource> clock =
      means.object("clock", InstantSource.system(), "Source of the time of events and visits.");
  public final Setting<RandomGenerator> random =
      means.<RandomGenerator>object("random", new SplittableRandom(1), "Source of all randomness.");

  // Recrawl

  private final Group rechecking = new Group("Recrawl");
  public final Setting<PluginChoice<RevisitPolicy>> revisitPolicy =
      rechecking.free(
          "revisitPolicy",
          named("fixed"),
          TextForm.plugin(),
          "Decides when pages are due for a recheck, and their order.");
  public final Setting<Optional<Duration>> maxAge =
      rechecking.free(
          "maxAge",
          Optional.empty(),
          duration().optional(),
          "Time since its last visit or recheck after which a page is due in any case.");
  public final Setting<Boolean> onlyRelevant =
      rechecking.free(
          "onlyRelevant",
          false,
          FLAG,
          "Whether only pages are rechecked whose last version is relevant.");
  public final Setting<Long> maxRequests =
      rechecking.free(
          "maxRequests",
          Long.MAX_VALUE,
          whole(1),
          "Requests of one cycle, rechecks and new pages together. Restored only while its cycle continues.");
  public final Setting<Double> newShare =
      rechecking.free(
          "newShare", 0.5, number(0, 1), "Share of the requests that is for new pages.");
  public final Setting<Optional<Duration>> keepUp =
      rechecking.free(
          "keepUp",
          Optional.empty(),
          duration(Duration.ofMillis(1), LONG_TIME).optional(),
          "Time from the start of one cycle to the next; a run ends with its cycle unless set.");
  public final Setting<Optional<Instant>> cycle =
      rechecking.free(
          "cycle",
          Optional.empty(),
          text("time", Instant::toString, Instant::parse).optional(),
          "");

  /** Declares the settings of one builder. */
  private final class Group {

    private final String builder;

    Group(String builder) {
      this.builder = builder;
    }

    <T> Setting<T> fixed(String name, T byDefault, TextForm<T> form, String summary) {
      return add(name, byDefault, form, Setting.Resume.FIXED, summary);
    }

    <T> Setting<T> free(String name, T byDefault, TextForm<T> form, String summary) {
      return add(name, byDefault, form, Setting.Resume.FREE, summary);
    }

    <T> Setting<T> eachRun(String name, T byDefault, TextForm<T> form, String summary) {
      return add(name, byDefault, form, Setting.Resume.EACH_RUN, summary);
    }

    /** Declares an object whose default alone can be recorded, by a word. */
    <T> Setting<T> knownObject(
        String name, String word, T byDefault, Setting.Resume resume, String summary) {
      return add(name, byDefault, TextForm.object(Map.of(word, byDefault)), resume, summary);
    }

    <T> Setting<T> object(String name, T byDefault, String summary) {
      return add(name, byDefault, null, Setting.Resume.EACH_RUN, summary);
    }

    <T> Setting<T> hidden(String name, T byDefault) {
      return object(name, byDefault, "");
    }

    private <T> Setting<T> add(
        String name,
        T byDefault,
        @Nullable TextForm<T> form,
        Setting.Resume resume,
        String summary) {
      var setting = new Setting<>(name, builder, byDefault, form, resume, summary);
      all.add(setting);
      return setting;
    }
  }

  private static <P> PluginChoice<P> named(String name) {
    return new PluginChoice.Named<>(name, Map.of());
  }

  private static List<String> readSeeds(String urls) {
    return WHITE_SPACE
        .splitToStream(urls)
        .map(url -> UrlCanonicalizer.forSeeds().canonicalizeSeed(url).toString())
        .toList();
  }

  private static boolean isVisible(String text) {
    return !text.isBlank() && CharMatcher.inRange(' ', '~').matchesAllOf(text);
  }

  private static boolean isName(String text) {
    return !text.isBlank()
        && text.length() <= LONGEST_NAME
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** Returns true, or throws if lingua is absent or does not know a code. */
  private static boolean areLanguages(List<String> codes) {
    LanguageFilter.of(codes);
    return true;
  }

  /** Appends to the same list where it can, because seeds may be many. */
  private static <T> List<T> appended(List<T> earlier, List<T> more) {
    List<T> both = earlier instanceof ArrayList ? earlier : new ArrayList<>(earlier);
    both.addAll(more);
    return both;
  }

  private static Map<String, Scope> withScopes(
      Map<String, Scope> earlier, Map<String, Scope> more) {
    Map<String, Scope> both = earlier instanceof HashMap ? earlier : new HashMap<>(earlier);
    more.forEach(
        (seed, scope) -> {
          Scope before = both.putIfAbsent(seed, scope);
          if (before != null && !before.equals(scope)) {
            throw new IllegalStateException(
                "a call before has set the scope of " + seed + " to " + before + "; set it once");
          }
        });
    return both;
  }

  private static Map<String, String> withSelectors(
      Map<String, String> earlier, Map<String, String> more) {
    Map<String, String> both = new TreeMap<>(earlier);
    more.forEach((name, selector) -> Extracts.add(name, selector, both));
    return both;
  }

  private static Map<String, HostRules> withHostRules(
      Map<String, HostRules> earlier, Map<String, HostRules> more) {
    Map<String, HostRules> both = new TreeMap<>(earlier);
    more.forEach(
        (pattern, rules) -> {
          if (both.putIfAbsent(pattern, rules) != null) {
            throw new IllegalStateException(
                "a call before has set the rules of " + pattern + "; set it once");
          }
        });
    return both;
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

  MemoryBudget memory() {
    long heap = maxHeap.get().orElseGet(Runtime.getRuntime()::maxMemory);
    return memory
        .get()
        .orElseGet(() -> MemoryBudget.of(heap))
        .withPendingUrls(frontierCapacity.get());
  }

  /**
   * Sets settings from text, by name; those of parts of a setting are the name, a dot, the part.
   */
  public void setAll(Map<String, String> texts) {
    setTogether("settings(..)", all -> all.setEach(texts));
  }

  private void setEach(Map<String, String> texts) {
    var bySetting = new LinkedHashMap<Setting<?>, Map<String, String>>();
    new TreeMap<>(texts)
        .forEach(
            (key, text) ->
                bySetting.computeIfAbsent(named(key, text), s -> new TreeMap<>()).put(key, text));
    bySetting.forEach((setting, own) -> setting.setTexts(own, "settings(..)"));
  }

  /** Sets several values by one call of a builder, or none of them if one is refused. */
  public void setTogether(String call, Consumer<CrawlSpec> values) {
    var together = new CrawlSpec();
    values.accept(together);
    takeAll(together, call);
  }

  private Setting<?> named(String key, String text) {
    for (Setting<?> setting : all) {
      boolean isPart = setting.hasParts() && key.startsWith(setting.name() + ".");
      if (setting.isText() && (isPart || key.equals(setting.name()))) {
        return setting;
      }
    }
    List<String> names = all.stream().filter(Setting::isText).map(Setting::name).toList();
    throw new SettingException(
        key, text, "settings of a crawl; near this name are " + SimilarNames.of(key, names));
  }

  /**
   * Sets all values that were given to another table, by one call of a builder, or none of them if
   * one is refused.
   */
  public CrawlSpec takeAll(CrawlSpec other, String call) {
    for (int i = 0; i < all.size(); i++) {
      checkTake(all.get(i), other.all.get(i), call);
    }
    for (int i = 0; i < all.size(); i++) {
      take(all.get(i), other.all.get(i), call);
    }
    return this;
  }

  @SuppressWarnings("unchecked") // the same setting of two tables
  private static <T> void checkTake(Setting<T> setting, Setting<?> other, String call) {
    setting.checkTake((Setting<T>) other, call);
  }

  @SuppressWarnings("unchecked") // the same setting of two tables
  private static <T> void take(Setting<T> setting, Setting<?> other, String call) {
    setting.take((Setting<T>) other, call);
  }

  /** Returns a copy, whose values calls of a builder replace. */
  public CrawlSpec copy() {
    var copy = new CrawlSpec();
    copy.presetAll(this);
    return copy;
  }

  /** Copies all values that were given to another table; calls of a builder replace them. */
  public void presetAll(CrawlSpec other) {
    for (int i = 0; i < all.size(); i++) {
      copy(all.get(i), other.all.get(i));
    }
  }

  @SuppressWarnings("unchecked") // the same setting of two tables
  private static <T> void copy(Setting<T> setting, Setting<?> other) {
    setting.copy((Setting<T>) other);
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

  /** Returns the recorded form of a setting with another value. */
  @SuppressWarnings("unchecked") // the caller knows its type
  private Map<String, String> words(String name, Object other) {
    return all.stream()
        .filter(setting -> setting.name().equals(name))
        .map(setting -> ((Setting<Object>) setting).words(other))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the settings that were given, as text by name, without secrets. */
  public Map<String, String> givenWords() {
    Map<String, String> words = new TreeMap<>();
    all.forEach(setting -> words.putAll(setting.givenWords()));
    return words;
  }

  /** Returns whether the same was given in both tables. */
  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof CrawlSpec that)) {
      return false;
    }
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).hasSameGiven(that.all.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return all.stream().mapToInt(Setting::givenHash).sum();
  }

  /** Returns whether nothing bounds the crawl. */
  public boolean isUnbounded() {
    return stayOn.get().equals(Scope.ANYWHERE)
        && (seeds.get().isEmpty() || seeds.get().stream().anyMatch(this::isAnywhere))
        && maxPages.get() == Long.MAX_VALUE
        && maxRelevantPages.get() == Long.MAX_VALUE
        && maxBytes.get() == Long.MAX_VALUE
        && maxDuration.get().equals(UNLIMITED)
        && maxDepth.get() == MAX_VALUE
        && maxRequests.get() == Long.MAX_VALUE
        && minHarvestRate.get() == 0
        && stopWhenFound.get() == 0;
  }

  private boolean isAnywhere(String seed) {
    return seedScopes.get().getOrDefault(seed, Scope.ANYWHERE).equals(Scope.ANYWHERE);
  }

  /** Restores recorded settings where no others were given; refuses what cannot be resumed. */
  void restore(Map<String, String> recorded) {
    all.forEach(setting -> setting.restore(recorded));
    if (!recorded.isEmpty() && !allowChanged.get()) {
      List<String> problems =
          all.stream()
              .filter(setting -> (setting != httpClient && setting != http) || !isFetcherGiven())
              .flatMap(setting -> setting.problem(recorded).stream())
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

  /** Returns the context that plugins get; those of one crawl share the same objects. */
  public CrawlContext context(
      RandomGenerator source,
      CrawlContext.Shared shared,
      CrawlContext.Hosts hosts,
      String robotName) {
    CrawlContext.Builder context =
        CrawlContext.builder()
            .textNormalizer(textNormalizer.get())
            .textAnalyzer(textAnalyzer.get())
            .hostGrouping(hostGrouping.get())
            .random(source)
            .clock(clock.get())
            .shared(shared)
            .hosts(hosts)
            .canonicalizer(canonicalizer.get())
            .robotName(robotName)
            .analysisTimeout(analysisTimeout.get());
    topic.get().ifPresent(context::topic);
    return context.build();
  }

  Steering steering() {
    var conditions =
        new StopConditions(
            maxPages.get(),
            maxRelevantPages.get(),
            maxBytes.get(),
            maxDuration.get(),
            minHarvestRate.get(),
            harvestWindow.get(),
            stopWhenFound.get());
    return new Steering(conditions, PreferredHosts.of(preferred.get()), this::words);
  }

  boolean usesDefaultFetcher() {
    return !isFetcherGiven() && fetcher.get().name().equals(DEFAULT_FETCHER);
  }

  /** Returns whether the program has created the fetcher, and closes it. */
  boolean isFetcherGiven() {
    return fetcher.get() instanceof PluginChoice.Given;
  }

  /** Returns the rules of hosts without separate rules. */
  public PolitenessRules politeness() {
    if (maxBackOff.get().compareTo(backOff.get()) < 0) {
      throw new SettingException(
          maxBackOff.name(),
          Durations.text(maxBackOff.get()),
          "at least " + backOff.name() + ", which is " + Durations.text(backOff.get()));
    }
    return new PolitenessRules(
        hostGrouping.get(),
        perAddress.get(),
        delay.get(),
        responseFactor.get(),
        maxCrawlDelay.get(),
        connectionsPerHost.get(),
        maxRetries.get(),
        retryShare.get(),
        backOff.get(),
        maxBackOff.get(),
        failuresToSuspend.get(),
        suspendTime.get(),
        maxSuspensions.get(),
        maxRetryAfter.get());
  }
}
