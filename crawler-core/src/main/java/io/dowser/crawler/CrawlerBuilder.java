package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.store.StoreOptions;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import okhttp3.OkHttpClient;

/**
 * Describes a crawl. Each method checks its argument at once and returns this builder; whatever is
 * not set has the default that its method names. Not thread-safe.
 */
public final class CrawlerBuilder {

  private final CrawlSpec spec = new CrawlSpec();
  private final List<String> seeds = new ArrayList<>();
  private final List<CrawlListener> listeners = new ArrayList<>();

  CrawlerBuilder() {}

  /** Returns the settings of this builder, of which a table says what a resume does with them. */
  CrawlSpec spec() {
    return spec;
  }

  /**
   * Adds a page to start from.
   *
   * @param url an absolute http or https URL; it is canonicalised, and a seed given twice counts
   *     once
   * @return this
   * @throws IllegalArgumentException if it is not an absolute http or https URL, or has a user name
   *     or password; these are for {@link OkHttpFetcher.Builder#credentials}
   */
  public CrawlerBuilder seed(String url) {
    requireNonNull(url, "url");
    seeds.add(UrlCanonicalizer.standard().canonicalizeSeed(url).toString());
    spec.seeds.set(seeds);
    return this;
  }

  /**
   * Adds pages to start from.
   *
   * @param urls see {@link #seed}
   * @return this
   * @throws IllegalArgumentException if one of them is not an absolute http or https URL
   */
  public CrawlerBuilder seeds(Collection<String> urls) {
    urls.forEach(this::seed);
    return this;
  }

  /**
   * Sets what the crawl is about; judge and scorer use it unless they have other means.
   *
   * @param value by default none, and then a judge and a scorer that need no topic must be given
   * @return this
   */
  public CrawlerBuilder topic(Topic value) {
    spec.topic.set(Optional.of(value));
    return this;
  }

  /**
   * Sets who decides which pages are relevant.
   *
   * @param value by default the cosine of a page's topic terms with the topic, see {@link
   *     io.dowser.crawler.judge.TopicTermsJudge}
   * @return this
   */
  public CrawlerBuilder judge(RelevanceJudge value) {
    spec.judge.set(new PluginChoice.Given<>(value));
    return this;
  }

  /**
   * Chooses the judge by name.
   *
   * @param name the plugin's name, by default {@code topic-terms}
   * @param settings its settings
   * @return this
   */
  public CrawlerBuilder judge(String name, Map<String, String> settings) {
    spec.judge.set(new PluginChoice.Named<>(name, settings));
    return this;
  }

  /**
   * Sets who rates links.
   *
   * @param value by default the plugin named {@code best-first}
   * @return this
   */
  public CrawlerBuilder scorer(LinkScorer value) {
    spec.scorer.set(new PluginChoice.Given<>(value));
    return this;
  }

  /**
   * Sets who rates links, by name; it is looked for when the crawl is built.
   *
   * @param name the plugin's name, by default {@code best-first}
   * @param settings its settings, by name
   * @return this
   */
  public CrawlerBuilder scorer(String name, Map<String, String> settings) {
    spec.scorer.set(new PluginChoice.Named<>(name, settings));
    return this;
  }

  /**
   * Sets the order of visits.
   *
   * @param value by default the plugin named {@code best-first}; for this crawl alone
   * @return this
   */
  public CrawlerBuilder frontier(Frontier value) {
    spec.frontier.set(new PluginChoice.Given<>(value));
    return this;
  }

  /**
   * Sets the order of visits, by name; it is looked for when the crawl is built.
   *
   * @param name the plugin's name: {@code best-first} by default, {@code breadth-first}, {@code
   *     pagerank} or another one on the class path
   * @param settings its settings, by name
   * @return this
   */
  public CrawlerBuilder frontier(String name, Map<String, String> settings) {
    spec.frontier.set(new PluginChoice.Named<>(name, settings));
    return this;
  }

  /**
   * Sets who gets pages.
   *
   * @param value by default the plugin named {@code okhttp}; the crawl does not close one that is
   *     given here
   * @return this
   */
  public CrawlerBuilder fetcher(Fetcher value) {
    spec.fetcher.set(new PluginChoice.Given<>(value));
    return this;
  }

  /**
   * Sets who gets pages, by name; it is looked for when the crawl is built. The settings of {@code
   * okhttp} and {@link #httpClient}, {@link #userAgent} and {@link #addressRules} go together, if
   * none is given twice.
   *
   * @param name the plugin's name, by default {@code okhttp}
   * @param settings its settings, by name
   * @return this
   */
  public CrawlerBuilder fetcher(String name, Map<String, String> settings) {
    spec.fetcher.set(new PluginChoice.Named<>(name, settings));
    return this;
  }

  /**
   * Sets the HTTP client that the default fetcher works with, see {@link
   * OkHttpFetcher.Builder#client} for what it takes over.
   *
   * @param value by default a client of the crawl's own; the crawl does not close one that is given
   * @return this
   * @throws IllegalArgumentException if the client has what cannot be used, such as a cache
   */
  public CrawlerBuilder httpClient(OkHttpClient value) {
    OkHttpFetcher.builder().client(value); // checks it
    spec.httpClient.set(Optional.of(value));
    return this;
  }

  /**
   * Sets the name under which the default fetcher introduces itself.
   *
   * @param value by default the library's name and version; politeness asks for an address where
   *     the operator of a site finds the operator of the crawl
   * @return this
   * @throws IllegalArgumentException if it is blank or has other than visible ASCII characters and
   *     spaces
   */
  public CrawlerBuilder userAgent(String value) {
    OkHttpFetcher.builder().userAgent(value); // checks it
    spec.userAgent.set(Optional.of(value));
    return this;
  }

  /**
   * Sets who reads pages.
   *
   * @param value by default the plugin named {@code html}
   * @return this
   */
  public CrawlerBuilder pageAnalyzer(PageAnalyzer value) {
    spec.pageAnalyzer.set(new PluginChoice.Given<>(value));
    return this;
  }

  /**
   * Sets who reads pages, by name; it is looked for when the crawl is built.
   *
   * @param name the plugin's name, by default {@code html}
   * @param settings its settings, by name
   * @return this
   */
  public CrawlerBuilder pageAnalyzer(String name, Map<String, String> settings) {
    spec.pageAnalyzer.set(new PluginChoice.Named<>(name, settings));
    return this;
  }

  /**
   * Chooses plugins from text, as a configuration file has it: the keys {@code frontier}, {@code
   * scorer}, {@code fetcher}, {@code analyzer} and {@code judge} name a plugin, and {@code
   * scorer.x} is setting {@code x} of the scorer, likewise for the others.
   *
   * @param properties keys and values
   * @return this
   * @throws SettingException if a key is none of these, or a plugin has settings but no name
   */
  public CrawlerBuilder plugins(Map<String, String> properties) {
    var sections = new TreeMap<String, Map<String, String>>();
    properties.forEach(
        (key, value) -> {
          int dot = key.indexOf('.');
          String kind = dot < 0 ? key : key.substring(0, dot);
          String setting = dot < 0 ? "" : key.substring(dot + 1);
          sections.computeIfAbsent(kind, k -> new TreeMap<>()).put(setting, value);
        });
    sections.forEach(this::plugin);
    return this;
  }

  private void plugin(String kind, Map<String, String> section) {
    String name = section.remove("");
    if (name == null) {
      throw new SettingException(
          kind + "." + section.keySet().iterator().next(),
          section.values().iterator().next(),
          "settings of a plugin only beside its name, '" + kind + "'");
    }
    switch (kind) {
      case "frontier" -> frontier(name, section);
      case "scorer" -> scorer(name, section);
      case "fetcher" -> fetcher(name, section);
      case "analyzer" -> pageAnalyzer(name, section);
      case "judge" -> judge(name, section);
      default ->
          throw new SettingException(
              kind,
              name,
              "the keys frontier, scorer, fetcher, analyzer and judge with their settings");
    }
  }

  /**
   * Ends the crawl after this many visited pages.
   *
   * @param value above 0, by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public CrawlerBuilder maxPages(long value) {
    spec.maxPages.set(positive("maxPages", value));
    return this;
  }

  /**
   * Ends the crawl after this many relevant pages.
   *
   * @param value above 0, by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public CrawlerBuilder maxRelevantPages(long value) {
    spec.maxRelevantPages.set(positive("maxRelevantPages", value));
    return this;
  }

  /**
   * Ends the crawl after this many decoded bytes of visited pages; the page that reaches the limit
   * still counts.
   *
   * @param value above 0, by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public CrawlerBuilder maxBytes(long value) {
    spec.maxBytes.set(positive("maxBytes", value));
    return this;
  }

  /**
   * Ends the crawl after some time; pages in flight are aborted. A page sink that hangs is given 20
   * seconds more, see {@link io.dowser.crawler.archive.PageSink}.
   *
   * @param value above 0, by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public CrawlerBuilder maxDuration(Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("maxDuration must be above 0, but was " + value);
    }
    spec.maxDuration.set(value);
    return this;
  }

  /**
   * Ends the crawl when the harvest becomes too thin.
   *
   * @param rate the least share of relevant pages among the last ones, above 0 up to 1; by default
   *     there is no such limit
   * @param window how many pages to look back on, above 0; nothing is checked before this many were
   *     visited. The statistics use the same window, by default 100
   * @return this
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public CrawlerBuilder minHarvestRate(double rate, int window) {
    if (!(rate > 0 && rate <= 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("rate must be above 0 and at most 1, but was " + rate);
    }
    spec.harvestWindow.set(positive("window", window));
    spec.minHarvestRate.set(rate);
    return this;
  }

  /**
   * Sets how many pages are worked on at once, from the request to the scores of the links.
   *
   * @param value above 0, by default 20
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public CrawlerBuilder workers(int value) {
    spec.workers.set(positive("workers", value));
    return this;
  }

  /**
   * Sets how many pages are analysed, judged, scored and filtered at once; others that have come
   * wait for their turn. While this is computation, more than there are processors only get in each
   * other's way. An analyzer, judge, scorer or filter that waits for something else, such as a
   * model behind a network, needs as large a value as {@link #workers}; one that waits for other
   * pages, to treat several together, never ends with fewer than it waits for.
   *
   * @param value above 0, by default one for each processor; more than {@link #workers} are no more
   *     than these
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public CrawlerBuilder maxConcurrentAnalyses(int value) {
    spec.maxConcurrentAnalyses.set(Optional.of(positive("maxConcurrentAnalyses", value)));
    return this;
  }

  /**
   * Sets how long analyzer, judge, scorer and link filter together may take for one page. A page
   * that takes longer fails with a {@link io.dowser.crawler.api.CrawlEvent.PluginFailed} that names
   * the plugin. Its thread is interrupted, and replaced if it is the crawl's own. The crawl ends
   * with an error when {@link #maxPluginFailures} threads that were interrupted still hang.
   *
   * @param value above 0, at most 1 day; by default 1 minute. Waiting for a turn (see {@link
   *     #maxConcurrentAnalyses}) does not count
   * @return this
   * @throws IllegalArgumentException if it is out of that range
   */
  public CrawlerBuilder analysisTimeout(Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "analysisTimeout must be above 0 and at most 1 day, but was " + value);
    }
    spec.analysisTimeout.set(value);
    return this;
  }

  /**
   * Sets how long a host is delayed between the end of one request and the start of the next; short
   * for {@link Politeness.Builder#delay}.
   *
   * @param value 0 up to 1 day, by default 1 second
   * @return this
   * @throws IllegalArgumentException if it is out of that range
   */
  public CrawlerBuilder delay(Duration value) {
    Politeness.builder().delay(value); // which checks it
    spec.delay.set(Optional.of(value));
    return this;
  }

  /**
   * Sets how many requests one host gets at the same time; short for {@link
   * Politeness.Builder#connectionsPerHost}.
   *
   * @param value above 0, by default 1
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public CrawlerBuilder connectionsPerHost(int value) {
    Politeness.builder().connectionsPerHost(value); // which checks it
    spec.connectionsPerHost.set(Optional.of(value));
    return this;
  }

  /**
   * Sets what counts as one host for delay, connections, budgets and the frontier's host groups;
   * short for {@link Politeness.Builder#hostGrouping}.
   *
   * @param value by default {@link HostGrouping#FULL_HOST}
   * @return this
   */
  public CrawlerBuilder hostGrouping(HostGrouping value) {
    spec.hostGrouping.set(requireNonNull(value, "hostGrouping"));
    return this;
  }

  /**
   * Sets how hosts are treated: delays, retries, and when a host is left alone or given up.
   * Replaces what {@link #delay}, {@link #connectionsPerHost} and {@link #hostGrouping} set before.
   *
   * @param value by default {@code Politeness.builder().build()}
   * @return this
   */
  public CrawlerBuilder politeness(Politeness value) {
    spec.politeness.set(value);
    spec.delay.set(Optional.empty());
    spec.connectionsPerHost.set(Optional.empty());
    return hostGrouping(value.hostGrouping());
  }

  /**
   * Sets how robots.txt is treated.
   *
   * @param value by default {@link RobotsPolicy#OBEY}
   * @return this
   */
  public CrawlerBuilder robots(RobotsPolicy value) {
    spec.robots.set(requireNonNull(value, "robots"));
    return this;
  }

  /**
   * Sets which addresses the default fetcher may connect to, see {@link
   * OkHttpFetcher.Builder#addressRules} for what holds beside a client of your own.
   *
   * @param value by default {@link AddressRules#PUBLIC}
   * @return this
   */
  public CrawlerBuilder addressRules(AddressRules value) {
    spec.addressRules.set(Optional.of(value));
    return this;
  }

  /**
   * Sets which links are taken for traps, and how much of the crawl one host may take.
   *
   * @param value by default {@link TrapRules#DEFAULT}
   * @return this
   */
  public CrawlerBuilder traps(TrapRules value) {
    spec.traps.set(requireNonNull(value, "traps"));
    return this;
  }

  /**
   * Sets which links the crawl wants. Links to other URLs are not queued, redirects to them are not
   * followed, and sitemap entries are not taken; an event reports so ({@link
   * io.dowser.crawler.api.SkipReason#OUT_OF_SCOPE}). Seeds are wanted in any case, because they
   * were asked for by name.
   *
   * @param value called by many threads at once, for each link of each page; by default it wants
   *     all links. If it throws, the crawl ends with its error
   * @return this
   */
  public CrawlerBuilder linkFilter(Predicate<CrawlUrl> value) {
    spec.linkFilter.set(requireNonNull(value, "linkFilter"));
    return this;
  }

  /**
   * Sets how far from the seeds the crawl goes.
   *
   * @param value links from a seed, 0 or more (0 visits the seeds alone), by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public CrawlerBuilder maxDepth(int value) {
    spec.maxDepth.set(notNegative("maxDepth", value));
    return this;
  }

  /**
   * Sets how many redirects in a row are followed.
   *
   * @param value 0 or more, by default 10
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public CrawlerBuilder maxRedirects(int value) {
    spec.maxRedirects.set(notNegative("maxRedirects", value));
    return this;
  }

  /**
   * Sets how often in a row a plugin may fail before the crawl ends with its error.
   *
   * @param value above 0, by default 10
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public CrawlerBuilder maxPluginFailures(int value) {
    spec.maxPluginFailures.set(positive("maxPluginFailures", value));
    return this;
  }

  /**
   * Sets how URLs are brought to one form.
   *
   * @param value by default {@link UrlCanonicalizer#standard}
   * @return this
   */
  public CrawlerBuilder canonicalizer(UrlCanonicalizer value) {
    spec.canonicalizer.set(requireNonNull(value, "canonicalizer"));
    return this;
  }

  /**
   * Sets how forms of one word are brought together, in topic terms and in the texts that are
   * searched for them. The text analyzer normalises by itself: give it one that does the same.
   *
   * @param value by default {@link HanNormalizer}
   * @return this
   */
  public CrawlerBuilder textNormalizer(TextNormalizer value) {
    spec.textNormalizer.set(requireNonNull(value, "textNormalizer"));
    return this;
  }

  /**
   * Sets how text is cut into terms.
   *
   * @param value by default {@link MixedScriptAnalyzer}
   * @return this
   */
  public CrawlerBuilder textAnalyzer(TextAnalyzer value) {
    spec.textAnalyzer.set(requireNonNull(value, "textAnalyzer"));
    return this;
  }

  /**
   * Adds a listener that sees what happens.
   *
   * @param value the listener; several are notified in the order in which they were added
   * @return this
   */
  public CrawlerBuilder listener(CrawlListener value) {
    listeners.add(requireNonNull(value, "listener"));
    spec.listeners.set(listeners);
    return this;
  }

  /**
   * Shows how far the crawl is: a line every ten seconds, or one line that is written over if the
   * stream is {@code System.out} or {@code System.err} and the program runs on a terminal. On Java
   * 22 to 24, where a console need not be a terminal, it is always a line every ten seconds. Java
   * cannot see that a shell sends {@code System.err} alone to a file; then give a stream of your
   * own, even {@code new PrintStream(System.err)}.
   *
   * @param out where to, by default nowhere
   * @return this
   */
  public CrawlerBuilder progress(PrintStream out) {
    spec.progress.set(Optional.of(out));
    return this;
  }

  /**
   * Sets the source of the time that events and visits bear; waiting is measured by the JVM's own
   * steady clock.
   *
   * @param value by default the system's clock
   * @return this
   */
  public CrawlerBuilder clock(InstantSource value) {
    spec.clock.set(requireNonNull(value, "clock"));
    return this;
  }

  /**
   * Sets the source of all randomness.
   *
   * @param value for this crawl alone; by default a generator with a fixed seed, so that two crawls
   *     are alike
   * @return this
   */
  public CrawlerBuilder random(RandomGenerator value) {
    spec.random.set(requireNonNull(value, "random"));
    return this;
  }

  /**
   * Sets whose threads do the work.
   *
   * @param value by default threads of the crawl's own, one for each worker. The crawl does not
   *     shut down one that is given; it should have room for all workers at once. On Java 21 and
   *     newer, {@code Executors.newVirtualThreadPerTaskExecutor()} gives virtual threads
   * @return this
   */
  public CrawlerBuilder executor(Executor value) {
    spec.executor.set(Optional.of(value));
    return this;
  }

  /**
   * Sets where plugins are looked for by name.
   *
   * @param value the one loader to look in; by default the context class loader of the thread that
   *     calls {@link #build}, then the loader of this library
   * @return this
   */
  public CrawlerBuilder classLoader(ClassLoader value) {
    spec.classLoader.set(Optional.of(value));
    return this;
  }

  /**
   * Keeps the crawl in a directory, so that it resumes where it was after the process has ended in
   * whatever way.
   *
   * <p>If there is a crawl in it already, that one resumes, and each setting that is not given here
   * is as the last run had it. The table in docs/operating.md says which ones must be given again,
   * and which ones must not change. Limits of pages and bytes count from the first run on, the
   * limit of time from now; a large one lifts it.
   *
   * @param value created if it does not exist; by default the crawl lives in memory alone
   * @return this
   */
  public CrawlerBuilder directory(Path value) {
    spec.directory.set(Optional.of(value));
    return this;
  }

  /**
   * Sets how the crawl's directory is written.
   *
   * @param value by default {@link StoreOptions#defaults}; without a {@link #directory}, only the
   *     frontier's capacity counts
   * @return this
   */
  public CrawlerBuilder store(StoreOptions value) {
    spec.store.set(requireNonNull(value, "store"));
    return this;
  }

  /**
   * Sets where the pages themselves are put.
   *
   * @param value by default nowhere; the crawl waits for it if it is slow, and closes it at its
   *     end, or when it is closed without having been started. When the crawl is stopped or has
   *     reached its end, a sink that has done nothing for 20 seconds is interrupted, and the crawl
   *     fails
   * @return this
   */
  public CrawlerBuilder pageSink(PageSink value) {
    spec.pageSink.set(Optional.of(value));
    return this;
  }

  /**
   * Creates the crawl.
   *
   * @return a crawl that has not started
   * @throws CrawlException if there is no seed, or a plugin needs a topic and there is none, or a
   *     plugin is not found, or one of its settings is wrong ({@link SettingException}), or the
   *     directory cannot be used ({@link io.dowser.crawler.store.StoreException}), or holds a crawl
   *     that cannot resume with these settings; a directory that did not exist then still does not
   */
  public Crawler build() {
    return new Crawler(new CrawlAssembly(spec).plan());
  }

  private static int positive(String name, int value) {
    positive(name, (long) value);
    return value;
  }

  private static long positive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be above 0, but was " + value);
    }
    return value;
  }

  private static int notNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be 0 or more, but was " + value);
    }
    return value;
  }
}
