package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.engine.DryRun;
import io.dowser.crawler.internal.engine.Engine;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.politeness.HostView;
import io.dowser.crawler.internal.recovery.SavedState;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A focused crawl.
 *
 * <p>Build it, then start it in one of three ways: {@link #run} waits for the end, {@link #start}
 * continues in the background, {@link #pages} returns the pages while they are visited. A crawl can
 * be started once. Many crawls may run in one JVM; they share only the objects that the caller
 * gives to several of them.
 *
 * <p>Thread-safe. The threads of a crawl are daemons.
 */
public final class Crawler implements AutoCloseable {

  /** Longest time that {@link #close} takes. */
  public static final Duration CLOSE_TIME = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(Crawler.class);

  private final CrawlPlan plan;
  private final boolean unbounded;
  private final List<CrawlListener> listeners = new ArrayList<>();
  private @Nullable CrawlHandle handle;
  private boolean closed;

  Crawler(CrawlPlan plan, boolean unbounded) {
    this.plan = plan;
    this.unbounded = unbounded;
  }

  /** {@return a builder that needs at least one seed and a topic} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a builder that resumes the crawl in a directory with the settings of its last run:
   * {@code Crawler.resume(directory).build().run()}.
   *
   * <p>Short for {@code builder().directory(directory)} where there must be a crawl already.
   * Limits, scope and all other settings with a text form are restored. Objects of the program,
   * such as a link policy, a judge or a page sink, must be given again; {@link
   * Crawler.Builder#build} names the missing ones. The table in docs/operating.md lists all
   * settings.
   *
   * @param directory the directory of the crawl
   * @return a builder with that directory
   * @throws io.dowser.crawler.store.StoreException if there is no crawl in it that this version can
   *     read
   */
  public static Builder resume(Path directory) {
    CrawlHistory.open(directory).close();
    return builder().directory(directory);
  }

  /**
   * Returns a builder that rechecks the pages of the crawl in a directory for changes, with the
   * settings of its last run: {@code Crawler.recrawl(directory,
   * Recrawl.builder().build()).build().run()}. New pages are fetched as well. Listeners get {@code
   * Visited} for these, and an event for the result of each recheck. {@link #pages} returns new and
   * changed pages.
   *
   * @param directory the directory of the crawl
   * @param how the settings of the recrawl
   * @return a builder with that directory
   * @throws io.dowser.crawler.store.StoreException if there is no crawl in it that this version can
   *     read
   */
  public static Builder recrawl(Path directory, Recrawl how) {
    Builder builder = resume(directory);
    builder.spec.takeAll(how.spec(), "recrawl(..)").recrawl.set(true);
    return builder;
  }

  /** {@return all settings of a crawl, in the order of the table in docs/operating.md} */
  public static List<Setting> settings() {
    return new CrawlSpec()
        .all().stream()
            .filter(setting -> setting.isPublic())
            .flatMap(setting -> setting.describe().stream())
            .map(
                each ->
                    new Setting(
                        each.name(),
                        each.builder(),
                        each.allowed(),
                        each.byDefault(),
                        each.summary(),
                        each.hasParts(),
                        each.onResume()))
            .toList();
  }

  /**
   * A setting of a crawl.
   *
   * @param name by which {@link Builder#settings} and a crawl's directory know it
   * @param builder the class whose builder sets it
   * @param allowed the values that its text may have; empty if only a program can set it
   * @param byDefault the text of its default; empty if nothing is set by default
   * @param summary its effect, in a sentence
   * @param hasParts whether texts may follow by the name, a dot and the name of a part; those that
   *     are {@linkplain io.dowser.crawler.api.Settings#isSecret secrets} are not recorded
   * @param onResume its behaviour when the crawl is resumed
   */
  public record Setting(
      String name,
      String builder,
      String allowed,
      String byDefault,
      String summary,
      boolean hasParts,
      String onResume) {}

  /**
   * Crawls until a stop condition is met or nothing is pending any more.
   *
   * <p>If the calling thread is interrupted, the crawl is stopped with that reason in its report,
   * and the thread stays interrupted.
   *
   * @return the report, also of a crawl that failed; see {@link CrawlReport#orThrow}
   * @throws CrawlException if this crawl was started or closed before
   */
  public CrawlReport run() {
    return start().awaitOrStop();
  }

  /**
   * Crawls in the background. The threads of the crawl are daemons, so the JVM may exit before it
   * ends unless another thread waits, such as by {@link CrawlHandle#await()}.
   *
   * @return a handle to stop it, to wait for it, and to read its metrics
   * @throws CrawlException if this crawl was started or closed before
   */
  public CrawlHandle start() {
    return start(event -> {}, System::nanoTime);
  }

  /**
   * Crawls in the background and returns the visited pages, relevant or not, in crawl order.
   *
   * <p>The crawl waits when the reader is slower. Closing the stream or this crawler stops the
   * crawl. Use the stream in a try-with-resources block.
   *
   * <p>If the reading thread is interrupted, the stream ends, the crawl is stopped, and the thread
   * stays interrupted.
   *
   * @return a sequential stream, which ends with the crawl. Reading beyond the end of a crawl that
   *     failed throws the {@link CrawlException} of {@link CrawlReport#orThrow}
   * @throws CrawlException if this crawl was started or closed before
   */
  public Stream<Visit> pages() {
    var pages = new PageStream();
    CrawlHandle crawl = start(pages, System::nanoTime);
    return pages.of(crawl).onClose(() -> crawl.close(CLOSE_TIME));
  }

  /**
   * Adds a listener to those of the builder.
   *
   * @param listener see {@link Crawler.Builder#listener}
   * @return this
   * @throws CrawlException if this crawl was started or closed before
   */
  public synchronized Crawler listener(CrawlListener listener) {
    requireUnstarted();
    listeners.add(requireNonNull(listener, "listener"));
    return this;
  }

  /** {@return the current metrics, see {@link CrawlHandle#statistics}; zeros before the start} */
  public synchronized CrawlStatistics statistics() {
    return handle == null
        ? CrawlStatistics.none(plan.means().threads().name())
        : handle.statistics();
  }

  /**
   * Explains what the crawl would do with a URL, without fetching it: its canonical form, whether
   * it is in scope, the address to connect to, the state of the host while the crawl runs, the
   * deciding rule of robots.txt, and the crawl delay of the host. A seed always passes scope and
   * traps; any other URL is checked like a link of a page in the scope. Nothing is queued. The host
   * is looked up. If the crawl does not know the site's robots.txt yet, it is requested at once
   * unless the host is delayed; nothing else is requested. May be called by any thread, before the
   * crawl, while it runs and afterwards. The result has the parts of the URL's score if the crawl's
   * directory keeps them, see {@link Persistence.Builder#explanations}.
   *
   * @param url any text
   * @return the steps
   * @throws InterruptedException if the calling thread is interrupted while it waits for robots.txt
   */
  public UrlExplanation explain(String url) throws InterruptedException {
    return dryRun().explain(url);
  }

  /**
   * {@return the steps of this crawl for a URL that a page links to, with the score of the link;
   * the last step fails if the page has no such link} The page is scored as the crawl reached it if
   * it is a seed or the crawl's directory has it; {@link UrlExplanation#arrival} reports whether
   * that is so.
   *
   * @param url any text
   * @param page a page that may have a link to the URL
   * @throws io.dowser.crawler.store.StoreException if the crawl's directory cannot be read
   * @throws InterruptedException if the calling thread is interrupted while it waits for robots.txt
   */
  public UrlExplanation explain(String url, FetchResult.Fetched page) throws InterruptedException {
    return dryRun().explain(url, requireNonNull(page, "page"));
  }

  /**
   * {@return the steps of this crawl for a URL that a visited page links to, with the score of the
   * link; the last step fails if the page has no such link} Needs no directory, because the visit
   * has the path to its page.
   *
   * @param url any text
   * @param visit a visit of this crawl whose page may have a link to the URL
   * @throws InterruptedException if the calling thread is interrupted while it waits for robots.txt
   */
  public UrlExplanation explain(String url, Visit visit) throws InterruptedException {
    return dryRun().explain(url, requireNonNull(visit, "visit"));
  }

  private DryRun dryRun() {
    return new DryRun(plan, this::look, this::sites);
  }

  /** Returns the sites that this run, or else the directory, knows. */
  private synchronized Sites sites() {
    if (handle != null) {
      return handle.sites();
    }
    return plan.means().storage() == null
        ? new Sites(0, false)
        : SavedState.read(plan.means().storage().store().reader(), Sites.STATE, Sites.unbounded());
  }

  private synchronized Optional<HostView> look(CrawlUrl url) {
    return handle == null ? Optional.empty() : handle.look(url);
  }

  /**
   * Stops the crawl if it runs and releases its threads and connections, within {@link
   * #CLOSE_TIME}. A second call does nothing.
   *
   * @throws CrawlException if the crawl was not started and its page sink cannot be closed
   */
  @Override
  public synchronized void close() {
    boolean unstarted = handle == null && !closed;
    closed = true;
    if (handle != null) {
      handle.close(CLOSE_TIME);
    } else if (unstarted) {
      plan.close();
    }
  }

  /** Crawls with the caller's clock, in nanoseconds; for tests. */
  CrawlReport run(LongSupplier nanoClock) {
    return start(event -> {}, nanoClock).awaitOrStop();
  }

  private synchronized CrawlHandle start(CrawlListener listener, LongSupplier nanoClock) {
    listener(listener);
    if (unbounded) {
      LOG.warn(
          "this crawl has neither a limit nor a scope, so it may run for weeks; set maxPages(..),"
              + " limits(..) or stayOn(..)");
    }
    List<CrawlListener> all = List.copyOf(listeners);
    CrawlListener each = event -> all.forEach(one -> one.on(event));
    handle = CrawlHandle.start(new Engine(plan, each, nanoClock));
    return handle;
  }

  private void requireUnstarted() {
    if (handle != null || closed) {
      String state = closed ? "closed" : "started";
      throw new CrawlException("this crawl was " + state + " before; build another one");
    }
  }

  /**
   * Builds a {@link Crawler}. Each method checks its arguments at once and returns this builder. An
   * unset option has the default that its method names. A call that would discard an earlier one is
   * refused with an {@link IllegalStateException}. Not thread-safe.
   *
   * <table>
   * <caption>Methods by theme</caption>
   * <tr><th>Seeds and topic</th><td>{@link #seed(String)}, {@link #seeds}, {@link #topic}</td></tr>
   * <tr><th>Scope and limits</th><td>{@link #stayOn}, {@link #maxPages}, {@link #limits}</td></tr>
   * <tr><th>Plugins</th><td>{@link #judge(RelevanceJudge)}, {@link #scorer(LinkScorer)}, {@link
   *     #frontier(Frontier)}, {@link #fetcher(Fetcher)}, {@link #strategy}</td></tr>
   * <tr><th>Politeness</th><td>{@link #politeness}</td></tr>
   * <tr><th>Storage</th><td>{@link #directory}, {@link #persistence}</td></tr>
   * <tr><th>Name, threads, memory, time</th><td>{@link #means}</td></tr>
   * <tr><th>Events</th><td>{@link #listener}</td></tr>
   * <tr><th>All settings, by name as text</th><td>{@link #settings}</td></tr>
   * </table>
   */
  public static final class Builder {

    final CrawlSpec spec = new CrawlSpec();

    private Builder() {}

    /**
     * Adds a seed.
     *
     * @param url an absolute http or https URL, such as {@code https://www.example.org/}; it is
     *     canonicalised, and a seed given twice counts once
     * @return this
     * @throws IllegalArgumentException if it is not an absolute http or https URL, or has a user
     *     name or password; these are for {@link
     *     io.dowser.crawler.fetch.OkHttpFetcher.Builder#credentials}
     */
    public Builder seed(String url) {
      return seeds(List.of(url));
    }

    /**
     * Adds a seed with a separate scope instead of {@link #stayOn}. A link is in the scope of the
     * crawl if it is in that of one seed or more, on whatever page it is found.
     *
     * @param url see {@link #seed(String)}
     * @param scope around this seed, such as {@link Scope#PREFIX}
     * @return this
     * @throws IllegalArgumentException if the URL is no seed, see {@link #seed(String)}
     * @throws IllegalStateException if the same seed was given with another scope
     */
    public Builder seed(String url, Scope scope) {
      requireNonNull(scope, "scope");
      String seed = canonicalSeed(url);
      spec.seedScopes.set(Map.of(seed, scope)); // first, because it may be refused
      spec.seeds.set(List.of(seed));
      return this;
    }

    /**
     * Adds seeds.
     *
     * @param urls see {@link #seed(String)}
     * @return this
     * @throws IllegalArgumentException if one of them is not an absolute http or https URL
     */
    public Builder seeds(Collection<String> urls) {
      spec.seeds.set(urls.stream().map(Builder::canonicalSeed).toList());
      return this;
    }

    private static String canonicalSeed(String url) {
      return UrlCanonicalizer.forSeeds().canonicalizeSeed(requireNonNull(url, "url")).toString();
    }

    /**
     * Sets the topic of the crawl, which judge and scorer use unless they have other means.
     *
     * @param topic such as {@code Topic.of("tide", "ebb", "flood")}; by default none, and then a
     *     judge and a scorer that need no topic must be given
     * @return this
     */
    public Builder topic(Topic topic) {
      spec.topic.set(Optional.of(requireNonNull(topic, "topic")));
      return this;
    }

    /**
     * Sets the scope of the crawl. Links to other URLs are not queued, redirects to them are not
     * followed, and sitemap entries are not taken; an event reports so ({@link
     * io.dowser.crawler.api.SkipReason#OUT_OF_SCOPE}). Seeds are always fetched. In a resumed
     * crawl, a different scope applies to links that are found from then on.
     *
     * @param scope around the seeds that have no separate scope; by default {@link Scope#ANYWHERE}
     * @return this
     * @see Crawler.Builder#seed(String, Scope)
     */
    public Builder stayOn(Scope scope) {
      spec.stayOn.set(scope);
      return this;
    }

    /**
     * Ends the crawl after this many visited pages; short for {@link Limits.Builder#maxPages}.
     *
     * @param pages above 0, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxPages(long pages) {
      spec.maxPages.set(pages);
      return this;
    }

    /**
     * Stores the crawl in a directory, so that it can be resumed after the process has ended in any
     * way.
     *
     * <p>If the directory has a crawl already, that crawl is resumed, and each unset option keeps
     * its value of the last run. The table in docs/operating.md shows the ones that must be given
     * again, and those that must not change. Limits of pages and bytes count from the first run,
     * the limit of time from the start of this one. To lift a limit, set a large one.
     *
     * @param directory created if it does not exist; by default the crawl is in memory only
     * @return this
     */
    public Builder directory(Path directory) {
      spec.directory.set(Optional.of(directory));
      return this;
    }

    /**
     * Sets the judge, which decides which pages are relevant.
     *
     * @param judge by default the plugin named {@code topic-terms}, which rates how densely a page
     *     mentions the terms of the topic, see {@link io.dowser.crawler.judge.TopicTermsJudge}
     * @return this
     */
    public Builder judge(RelevanceJudge judge) {
      spec.judge.set(new PluginChoice.Given<>(judge));
      return this;
    }

    /**
     * Sets the judge by name.
     *
     * @param name the plugin's name, by default {@code topic-terms}
     * @param settings its settings, such as {@code Map.of("measure", "cosine")}
     * @return this
     */
    public Builder judge(String name, Map<String, String> settings) {
      spec.judge.set(new PluginChoice.Named<>(name, settings));
      return this;
    }

    /**
     * Sets the judge by a function of the crawl's context.
     *
     * @param create creates the judge when the crawl is built, such as {@code context ->
     *     TopicTermsJudge.of(Settings.none(), context)}
     * @return this
     */
    public Builder judgeFrom(Function<? super CrawlContext, ? extends RelevanceJudge> create) {
      spec.judge.set(new PluginChoice.Created<>(create), "judgeFrom(..)");
      return this;
    }

    /**
     * Sets the scorer, which rates links.
     *
     * @param scorer such as {@code page -> link -> link.anchorText().contains("tide") ? 1 : 0}; by
     *     default the plugin named {@code best-first}
     * @return this
     */
    public Builder scorer(LinkScorer scorer) {
      spec.scorer.set(new PluginChoice.Given<>(scorer));
      return this;
    }

    /**
     * Sets the scorer by name; it is looked up when the crawl is built.
     *
     * @param name the plugin's name, by default {@code best-first}
     * @param settings its settings, by name, such as {@code Map.of("anchorWeight", "0.5")}
     * @return this
     */
    public Builder scorer(String name, Map<String, String> settings) {
      spec.scorer.set(new PluginChoice.Named<>(name, settings));
      return this;
    }

    /**
     * Sets the scorer by a function of the crawl's context.
     *
     * @param create creates the scorer when the crawl is built, such as {@code context ->
     *     BestFirstScorer.of(Settings.none(), context)}
     * @return this
     */
    public Builder scorerFrom(Function<? super CrawlContext, ? extends LinkScorer> create) {
      spec.scorer.set(new PluginChoice.Created<>(create), "scorerFrom(..)");
      return this;
    }

    /**
     * Sets the order of visits.
     *
     * @param frontier for this crawl alone; by default the plugin named {@code best-first}
     * @return this
     */
    public Builder frontier(Frontier frontier) {
      spec.frontier.set(new PluginChoice.Given<>(frontier));
      return this;
    }

    /**
     * Sets the frontier by name; it is looked up when the crawl is built.
     *
     * @param name the plugin's name: {@code best-first} by default, {@code breadth-first}, {@code
     *     pagerank} or another one on the class path
     * @param settings its settings, by name
     * @return this
     */
    public Builder frontier(String name, Map<String, String> settings) {
      spec.frontier.set(new PluginChoice.Named<>(name, settings));
      return this;
    }

    /**
     * Sets the frontier by a function of the crawl's context.
     *
     * @param create creates the frontier when the crawl is built
     * @return this
     */
    public Builder frontierFrom(Function<? super CrawlContext, ? extends Frontier> create) {
      spec.frontier.set(new PluginChoice.Created<>(create), "frontierFrom(..)");
      return this;
    }

    /**
     * Sets the fetcher of pages.
     *
     * @param fetcher by default the plugin named {@code okhttp}; the crawl does not close a given
     *     one
     * @return this
     */
    public Builder fetcher(Fetcher fetcher) {
      spec.fetcher.set(new PluginChoice.Given<>(fetcher));
      return this;
    }

    /**
     * Sets the fetcher by name; it is looked up when the crawl is built. Its settings can be
     * combined with {@link Means.Builder#http}, {@link Means.Builder#httpClient}, {@link
     * Politeness.Builder#userAgent} and {@link Politeness.Builder#addressRules}; {@link #build}
     * throws an {@link IllegalArgumentException} if one is given twice.
     *
     * @param name the plugin's name, by default {@code okhttp}; {@code fetcher("replay",
     *     Map.of("archive", "pages"))} reads an archive
     * @param settings its settings, by name
     * @return this
     */
    public Builder fetcher(String name, Map<String, String> settings) {
      spec.fetcher.set(new PluginChoice.Named<>(name, settings));
      return this;
    }

    /**
     * Sets the fetcher by a function of the crawl's context.
     *
     * @param create creates the fetcher when the crawl is built; the crawl closes it
     * @return this
     */
    public Builder fetcherFrom(Function<? super CrawlContext, ? extends Fetcher> create) {
      spec.fetcher.set(new PluginChoice.Created<>(create), "fetcherFrom(..)");
      return this;
    }

    /**
     * Sets the analyzers of pages and the selection of links.
     *
     * @param strategy its unset options change nothing
     * @return this
     * @throws IllegalStateException if one of its options was set before
     */
    public Builder strategy(Strategy strategy) {
      return group("strategy(..)", strategy);
    }

    /**
     * Sets the limits of the crawl.
     *
     * @param limits its unset options change nothing
     * @return this
     * @throws IllegalStateException if one of its options was set before
     */
    public Builder limits(Limits limits) {
      return group("limits(..)", limits);
    }

    /**
     * Sets the politeness towards hosts.
     *
     * @param politeness its unset options change nothing
     * @return this
     * @throws IllegalStateException if one of its options was set before
     */
    public Builder politeness(Politeness politeness) {
      return group("politeness(..)", politeness);
    }

    /**
     * Sets the files of the crawl.
     *
     * @param persistence its unset options change nothing
     * @return this
     * @throws IllegalStateException if one of its options was set before
     */
    public Builder persistence(Persistence persistence) {
      return group("persistence(..)", persistence);
    }

    /**
     * Sets the name, threads, memory and time of the crawl.
     *
     * @param means its unset options change nothing
     * @return this
     * @throws IllegalStateException if one of its options was set before
     */
    public Builder means(Means means) {
      return group("means(..)", means);
    }

    /**
     * Adds a listener.
     *
     * @param listener gets each {@link io.dowser.crawler.api.CrawlEvent}; several are notified in
     *     the order in which they were added. It runs on the engine thread
     * @return this
     */
    public Builder listener(CrawlListener listener) {
      spec.listeners.set(List.of(listener));
      return this;
    }

    /**
     * Sets options by name from text, as in a configuration file. docs/operating.md has a table of
     * all names: {@code maxPages}, {@code politeness.delay}, {@code scorer} for the name of a
     * plugin, {@code scorer.x} for setting {@code x} of this plugin. May be called several times.
     *
     * @param settings the texts by name, such as {@code Map.of("frontier", "breadth-first",
     *     "politeness.delay", "5s")}
     * @return this
     * @throws SettingException if there is no setting of a name, or a value is not allowed
     * @throws IllegalStateException if a setting was set before
     */
    public Builder settings(Map<String, String> settings) {
      spec.setAll(settings);
      return this;
    }

    private Builder group(String call, SettingGroup group) {
      spec.takeAll(group.spec(), call);
      return this;
    }

    /**
     * Creates the crawl.
     *
     * @return a crawl that has not started
     * @throws CrawlException if there is no seed, or a plugin needs a topic and there is none, or a
     *     plugin is not found, or one of its settings is wrong ({@link SettingException}), or the
     *     directory cannot be used ({@link io.dowser.crawler.store.StoreException}), or holds a
     *     crawl that cannot be resumed with these settings. A failure creates no directory.
     */
    public Crawler build() {
      return new Crawler(new CrawlAssembly(spec).plan(), spec.isUnbounded());
    }
  }
}
