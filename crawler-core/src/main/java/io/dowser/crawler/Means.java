package io.dowser.crawler;

import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import okhttp3.OkHttpClient;

/**
 * The name, threads, memory and time of a crawl, and the HTTP client of its fetcher. In a resumed
 * crawl, an unset option keeps its value of the last run; otherwise it has its default. Immutable
 * and thread-safe.
 *
 * <pre>{@code
 * Means.builder().name("tides").workers(50).progress(System.err).build()
 * }</pre>
 */
public final class Means extends SettingGroup {

  private Means(CrawlSpec spec) {
    super("Means", spec);
  }

  /** {@return a builder without settings} */
  public static Builder builder() {
    return new Builder(new CrawlSpec());
  }

  /** {@return a builder with these settings; each of its methods replaces a setting} */
  public Builder toBuilder() {
    return new Builder(spec().copy());
  }

  /**
   * Builds {@link Means}. Each method checks its arguments at once. A call that would discard an
   * earlier one is refused with an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final CrawlSpec spec;

    private Builder(CrawlSpec spec) {
      this.spec = spec;
    }

    /**
     * Names the crawl. The name appears in the names of its threads ({@code tides-crawl}), in the
     * report, in front of the lines of {@link #progress}, and in log entries of its threads, under
     * the key {@code crawl} of SLF4J's MDC. It is unrelated to the name of the robot, see {@link
     * Politeness.Builder#userAgent}.
     *
     * @param name one line of 1 to 80 characters, such as {@code tides}; by default {@code dowser}
     * @return this
     * @throws IllegalArgumentException if it is blank, too long or has control characters
     */
    public Builder name(String name) {
      spec.name.set(name);
      return this;
    }

    /**
     * Sets the number of pages that are processed at once, from the request to the scores of the
     * links.
     *
     * @param workers above 0, by default 20
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder workers(int workers) {
      spec.workers.set(workers);
      return this;
    }

    /**
     * Sets the most pages that are analysed, judged and scored at once; other fetched pages are
     * queued. Plugins that only compute gain nothing from more than one for each processor. A
     * plugin that waits, such as for a model behind a network, needs as large a value as {@link
     * #workers}. A plugin that batches pages deadlocks if this is smaller than its batch.
     *
     * @param pages above 0, by default one for each processor; values above {@link #workers} have
     *     no effect
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxConcurrentAnalyses(int pages) {
      spec.maxConcurrentAnalyses.set(Optional.of(pages));
      return this;
    }

    /**
     * Sets the longest time that analyzer, link policy, judge and scorer together may take for one
     * page. A page that takes longer fails with a {@link
     * io.dowser.crawler.api.CrawlEvent.PluginFailed} that names the plugin. Its thread is
     * interrupted, and replaced if it belongs to the crawl. The crawl ends with an error when
     * {@link #maxPluginFailures} interrupted threads still hang.
     *
     * @param timeout 1 millisecond to 1 day; by default 1 minute. Waiting for a turn (see {@link
     *     #maxConcurrentAnalyses}) does not count
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder analysisTimeout(Duration timeout) {
      spec.analysisTimeout.set(timeout);
      return this;
    }

    /**
     * Sets the number of failures in a row of a plugin after which the crawl ends with its error.
     *
     * @param failures above 0, by default 10
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxPluginFailures(int failures) {
      spec.maxPluginFailures.set(failures);
      return this;
    }

    /**
     * Sets the heap that this crawl may take, for several crawls in one JVM. 64 MB of it, at most
     * three quarters, are for data that does not grow. Of the remaining heap, three eighths hold
     * pending URLs, and a quarter holds tables of known URLs and hosts. docs/politeness.md
     * describes the behaviour beyond.
     *
     * @param bytes above 0; by default the largest heap of the JVM
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxHeap(long bytes) {
      spec.maxHeap.set(Optional.of(bytes));
      return this;
    }

    /**
     * Sets the most pending URLs that the frontier holds. In a crawl with a directory, the others
     * are in its file and return when there is room; without one, they are dropped, the worst
     * first, and queued again if a page links to them later. A frontier that removes none takes no
     * new URLs while it is full, see {@link io.dowser.crawler.api.Frontier#removeWorst}.
     *
     * @param urls above 0; by default, and at most, the number that the heap has room for
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder frontierCapacity(int urls) {
      spec.frontierCapacity.set(urls);
      return this;
    }

    /**
     * Sets the HTTP client of fetchers that are set by name, see {@link
     * OkHttpFetcher.Builder#client} for the parts that are used.
     *
     * @param client by default a new client; the crawl does not close a given one
     * @return this
     * @throws IllegalArgumentException if the client has a part that cannot be used, such as a
     *     cache
     */
    public Builder httpClient(OkHttpClient client) {
      OkHttpFetcher.builder().client(client); // checks it
      spec.httpClient.set(Optional.of(client));
      return this;
    }

    /**
     * Sets logins, passwords, cookies, headers and limits of the requests, for each fetcher over
     * HTTP that is set by name, such as {@code okhttp} and {@code browser}:
     *
     * <pre>{@code
     * Crawler.builder()
     *     .fetcher("browser", Map.of())
     *     .means(Means.builder().http(http -> http.login(login).cookies(true)).build());
     * }</pre>
     *
     * <p>{@code Crawler.Builder.build} throws an {@link IllegalArgumentException} if they include
     * the robot's name, allowed addresses or rules of hosts, which {@link Politeness} sets, or a
     * client, see {@link #httpClient}; and an {@link IllegalStateException} if they include what
     * the settings of the fetcher set.
     *
     * @param settings called when the crawl is built. These settings are not recorded, so they must
     *     be given again for a resume
     * @return this
     */
    public Builder http(Consumer<OkHttpFetcher.Builder> settings) {
      spec.http.set(Optional.of(settings));
      return this;
    }

    /**
     * Sets the executor of the workers.
     *
     * @param executor by default new threads, one for each worker. The crawl does not shut down a
     *     given executor, which should run all workers at once. On Java 21 and newer, {@code
     *     Executors.newVirtualThreadPerTaskExecutor()} gives virtual threads
     * @return this
     */
    public Builder executor(Executor executor) {
      spec.executor.set(Optional.of(executor));
      return this;
    }

    /**
     * Sets the class loader by which plugins are looked up by name.
     *
     * @param loader the only loader to use; by default the context class loader of the thread that
     *     calls {@link Crawler.Builder#build}, then the loader of this library
     * @return this
     */
    public Builder classLoader(ClassLoader loader) {
      spec.classLoader.set(Optional.of(loader));
      return this;
    }

    /**
     * Prints the progress of the crawl: a line every ten seconds, or one line that is overwritten
     * if the stream is {@code System.out} or {@code System.err} and the program runs on a terminal.
     * On Java 22 to 24, where a console need not be a terminal, it is always a line every ten
     * seconds. Java cannot see that a shell sends {@code System.err} alone to a file; then give a
     * separate stream, such as {@code new PrintStream(System.err)}.
     *
     * @param out the stream, by default none
     * @return this
     */
    public Builder progress(PrintStream out) {
      spec.progress.set(Optional.of(out));
      return this;
    }

    /**
     * Sets the source of the times in events and visits; delays are measured by the JVM's steady
     * clock.
     *
     * @param clock by default the system's clock
     * @return this
     */
    public Builder clock(InstantSource clock) {
      spec.clock.set(clock);
      return this;
    }

    /**
     * Sets the source of all randomness.
     *
     * @param random for this crawl alone, such as {@code new SplittableRandom(7)}; by default a
     *     generator with a fixed seed, so that two crawls are the same
     * @return this
     */
    public Builder random(RandomGenerator random) {
      spec.random.set(random);
      return this;
    }

    /** {@return the settings so far} */
    public Means build() {
      return new Means(spec.copy());
    }
  }
}
