package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.engine.DryRun;
import io.dowser.crawler.internal.engine.Engine;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.politeness.HostView;
import io.dowser.crawler.internal.recovery.StoredSites;
import io.dowser.crawler.internal.sites.Sites;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One focused crawl.
 *
 * <p>Build it, then start it in one of three ways: {@link #run} waits for the end, {@link #start}
 * continues in the background, {@link #pages} hands out pages as they come. It can be started once.
 * Many crawls may run in one JVM; they share nothing but what the caller gives to several of them.
 *
 * <p>All methods may be called by any thread. The threads of a crawl are daemons.
 */
public final class Crawler implements AutoCloseable {

  /** Longest time that {@link #close} takes. */
  public static final Duration CLOSE_TIME = Duration.ofSeconds(2);

  private final CrawlPlan plan;
  private final List<CrawlListener> listeners = new ArrayList<>();
  private @Nullable CrawlHandle handle;
  private boolean closed;

  Crawler(CrawlPlan plan) {
    this.plan = plan;
  }

  /** {@return a builder that needs at least one seed and a topic} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Describes the crawl in a directory as its last run was, so that it resumes where it was: {@code
   * Crawler.resume(directory).build().run()}.
   *
   * <p>Short for {@code builder().directory(directory)} where there must be a crawl already.
   * Limits, borders and all other settings that can be written down are restored. What the program
   * gave as an object, such as a link policy, a judge or a page sink, must be given again, and
   * {@link Crawler.Builder#build} says what is missing. The table in docs/operating.md has each
   * setting.
   *
   * @param directory where the crawl is
   * @return a builder with that directory
   * @throws io.dowser.crawler.store.StoreException if there is no crawl in it that this version can
   *     read
   */
  public static Builder resume(Path directory) {
    CrawlHistory.open(directory).close();
    return builder().directory(directory);
  }

  /**
   * Describes the crawl in a directory as its last run was, and has its pages checked for changes:
   * {@code Crawler.recrawl(directory, Recrawl.builder().build()).build().run()}. New pages are
   * fetched beside. Listeners get {@code Visited} for these, and an event for what a check has
   * found. {@link #pages} hands out new and changed pages.
   *
   * @param directory where the crawl is
   * @param how which pages are checked, and when
   * @return a builder with that directory
   * @throws io.dowser.crawler.store.StoreException if there is no crawl in it that this version can
   *     read
   */
  public static Builder recrawl(Path directory, Recrawl how) {
    Builder builder = resume(directory);
    builder.spec.takeAll(how.spec()).recrawl.set(true);
    return builder;
  }

  /**
   * Crawls until a stop condition is met or nothing is pending any more.
   *
   * <p>If the calling thread is interrupted, the crawl is stopped, the report says so, and the
   * thread stays interrupted.
   *
   * @return how it ended; also when it failed, see {@link CrawlReport#orThrow}
   * @throws CrawlException if this crawl was started or closed before
   */
  public CrawlReport run() {
    return start().awaitOrStop();
  }

  /**
   * Crawls in the background.
   *
   * @return a handle to stop it, to wait for it, and to look at its metrics
   * @throws CrawlException if this crawl was started or closed before
   */
  public CrawlHandle start() {
    return start(event -> {}, System::nanoTime);
  }

  /**
   * Crawls in the background and hands out the visited pages, relevant or not, in crawl order.
   *
   * <p>The crawl waits when the reader is slower. Closing the stream stops the crawl; so does
   * closing this crawler. Use it in a try-with-resources block.
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
   * Adds a listener beside those of the builder.
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

  /** {@return the present metrics, see {@link CrawlHandle#statistics}; none before the start} */
  public synchronized CrawlStatistics statistics() {
    return handle == null
        ? CrawlStatistics.none(plan.means().threads().name())
        : handle.statistics();
  }

  /**
   * Reports what this crawl would do with a URL: its canonical form, whether it is in scope, where
   * it would connect to, how the host is while the crawl runs, which rule of robots.txt decides,
   * how long the host is delayed between requests. A seed passes scope and traps in any case; any
   * other URL is checked like a link of a page in the scope. Nothing is queued. The host is looked
   * up; if the crawl does not know the site's robots.txt yet, it is asked for at once unless the
   * host must be delayed, and nothing else is. May be called by any thread, before the crawl, while
   * it runs and afterwards. The parts of the URL's score are in it if the crawl's directory keeps
   * them, see {@link Persistence.Builder#explanations}.
   *
   * @param url any text
   * @return the steps
   * @throws InterruptedException if the calling thread is interrupted while it waits for robots.txt
   */
  public UrlCheck check(String url) throws InterruptedException {
    return dryRun().check(url);
  }

  /**
   * {@return what this crawl would do with a URL that is linked to by a page, and how it would
   * score the link; the steps; the last one fails if the page has no such link} The page is scored
   * as the crawl reached it if it is a seed or the crawl's directory has it; {@link
   * UrlCheck#arrival} reports whether that is so.
   *
   * @param url any text
   * @param page a page that may have a link to the URL
   * @throws io.dowser.crawler.store.StoreException if the crawl's directory cannot be read
   * @throws InterruptedException if the calling thread is interrupted while it waits for robots.txt
   */
  public UrlCheck check(String url, FetchResult.Fetched page) throws InterruptedException {
    return dryRun().check(url, requireNonNull(page, "page"));
  }

  /**
   * {@return what this crawl would do with a URL that is linked to by a visited page, and how it
   * would score the link; the steps; the last one fails if the page has no such link} Needs no
   * directory, because a visit knows how the crawl reached its page.
   *
   * @param url any text
   * @param visit a visit of this crawl whose page may have a link to the URL
   * @throws InterruptedException if the calling thread is interrupted while it waits for robots.txt
   */
  public UrlCheck check(String url, Visit visit) throws InterruptedException {
    return dryRun().check(url, requireNonNull(visit, "visit"));
  }

  private DryRun dryRun() {
    return new DryRun(plan, this::look, this::sites);
  }

  /** Returns what this run, or else the directory, knows of sites. */
  private synchronized Sites sites() {
    if (handle != null) {
      return handle.sites();
    }
    return plan.means().storage() == null
        ? new Sites(0, false)
        : StoredSites.read(plan.means().storage().store().reader());
  }

  private synchronized Optional<HostView> look(CrawlUrl url) {
    return handle == null ? Optional.empty() : handle.look(url);
  }

  /**
   * Stops the crawl if it runs and frees its threads and connections, within {@link #CLOSE_TIME}.
   * Does nothing the second time.
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

  /** Crawls by a clock of the caller's, in nanoseconds, for tests. */
  CrawlReport run(LongSupplier nanoClock) {
    return start(event -> {}, nanoClock).awaitOrStop();
  }

  private synchronized CrawlHandle start(CrawlListener listener, LongSupplier nanoClock) {
    listener(listener);
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
   * Describes a crawl. Each method checks its argument at once and returns this builder. What is
   * not set has the default that its method names. A call that would discard an earlier one is
   * refused with an {@link IllegalStateException}. Not thread-safe.
   *
   * <table>
   * <caption>Methods by theme</caption>
   * <tr><th>What</th><td>{@link #topic}, {@link #judge}, {@link #scorer}, {@link #frontier}</td></tr>
   * <tr><th>Where from</th><td>{@link #seed(String)}, {@link #seeds}, {@link #fetcher}, {@link #httpClient},
   *     {@link #userAgent}</td></tr>
   * <tr><th>How far</th><td>{@link #stayOn}, {@link #maxPages}, {@link #limits}, {@link #idle}, {@link
   *     #linkPolicy}, {@link #languages}, {@link #traps}</td></tr>
   * <tr><th>How polite</th><td>{@link #delay}, {@link #connectionsPerHost}, {@link #politeness},
   *     {@link #hostRules}, {@link #robots}, {@link #addressRules}</td></tr>
   * <tr><th>How kept</th><td>{@link #directory}, {@link #persistence}, {@link #pageSink}</td></tr>
   * <tr><th>Plugins and means</th><td>{@link #pageAnalyzer}, {@link #extract}, {@link #plugins}, {@link #classLoader},
   *     {@link #canonicalizer}, {@link #textNormalizer}, {@link #textAnalyzer}, {@link #workers},
   *     {@link #maxConcurrentAnalyses}, {@link #analysisTimeout}, {@link #maxPluginFailures}, {@link
   *     #executor}, {@link #name}, {@link #listener}, {@link #progress}, {@link #clock}, {@link #random}</td></tr>
   * </table>
   */
  public static final class Builder extends RuleSettings<Builder> {

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    // how kept

    /**
     * Keeps the crawl in a directory, so that it resumes where it was after the process has ended
     * in whatever way.
     *
     * <p>If there is a crawl in it already, that one resumes, and each setting that is not given
     * here is as the last run had it. The table in docs/operating.md says which ones must be given
     * again, and which ones must not change. Limits of pages and bytes count from the first run on,
     * the limit of time from now; a large one lifts it.
     *
     * @param directory created if it does not exist; by default the crawl lives in memory alone
     * @return this
     */
    public Builder directory(Path directory) {
      spec.directory.set(Optional.of(directory));
      return this;
    }

    /**
     * Sets how the crawl is kept on disk.
     *
     * @param persistence by default the crawl lives in memory alone
     * @return this
     * @throws IllegalStateException if one of its options was set before
     */
    public Builder persistence(Persistence persistence) {
      spec.takeAll(persistence.spec());
      return this;
    }

    /**
     * Sets where the pages themselves are put.
     *
     * @param sink such as {@code WarcSink.in(Path.of("pages"))}, by default nowhere; the crawl
     *     waits for it if it is slow, and closes it at its end, or when it is closed without having
     *     been started. When the crawl is stopped or has reached its end, a sink that has done
     *     nothing for 20 seconds is interrupted, and the crawl fails
     * @return this
     */
    public Builder pageSink(PageSink sink) {
      spec.pageSink.set(Optional.of(sink));
      return this;
    }

    /**
     * Creates the crawl.
     *
     * @return a crawl that has not started
     * @throws CrawlException if there is no seed, or a plugin needs a topic and there is none, or a
     *     plugin is not found, or one of its settings is wrong ({@link SettingException}), or the
     *     directory cannot be used ({@link io.dowser.crawler.store.StoreException}), or holds a
     *     crawl that cannot resume with these settings; a directory that did not exist then still
     *     does not
     */
    public Crawler build() {
      return new Crawler(new CrawlAssembly(spec).plan());
    }
  }
}
