package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A crawl in rounds on a Spark cluster.
 *
 * <p>A round selects the best pending URLs, at most this many of one host; gives all URLs of one
 * host to one task, which fetches, analyses, judges and scores with crawler-core's own engine and
 * politeness; merges what came into the tables, by the rules of a crawl on one machine; and is then
 * committed. Running a crawl whose location has rounds already continues after the last one.
 *
 * <pre>{@code
 * CrawlReport report =
 *     SparkCrawl.builder(spark, "hdfs:///crawls/lasers")
 *         .seed("https://example.org/")
 *         .topic(Topic.of("laser", "lens"))
 *         .maxPages(1_000_000)
 *         .build()
 *         .run();
 * }</pre>
 *
 * <p>Not thread-safe. One driver at a time works on a crawl; another one waits.
 */
public final class SparkCrawl {

  private final SparkSession spark;
  private final CrawlPlan plan;

  SparkCrawl(SparkSession spark, CrawlPlan plan) {
    this.spark = spark;
    this.plan = plan;
  }

  /**
   * {@return a builder that needs at least one seed and a topic}
   *
   * @param spark the session whose cluster does the work; the crawl does not close it
   * @param location where the tables are kept: a directory on any file system that Hadoop knows,
   *     which becomes an Iceberg catalog of type {@code hadoop}; or {@code
   *     iceberg:CATALOG.NAMESPACE}, a namespace in an Iceberg catalog of the session. If there is a
   *     crawl already, that one resumes
   */
  public static Builder builder(SparkSession spark, String location) {
    return new Builder(requireNonNull(spark, "spark"), location);
  }

  /**
   * Crawls, from the beginning or from the last committed round.
   *
   * @return how it ended
   * @throws CrawlException if a setting is wrong, a plugin is missing here or on an executor, the
   *     location cannot be used or has a crawl with other settings, another driver took over, or a
   *     round failed; committed rounds stay as they are, and {@code run} can be called again
   * @throws InterruptedException if the calling thread is interrupted while it waits for hosts, or
   *     for another driver to end
   */
  public CrawlReport run() throws InterruptedException {
    try (var run = new CrawlRun(spark, plan)) {
      return run.run();
    } catch (RuntimeException | InterruptedException e) {
      throw e;
    } catch (Exception e) { // Spark throws checked exceptions that its methods do not declare
      throw failed(e);
    }
  }

  /**
   * Returns the exception of a failed round. A failure on an executor is only text in the message
   * of Spark's own exception.
   */
  private static CrawlException failed(Throwable failure) {
    @Nullable Throwable cause = failure;
    while (cause != null && !(cause instanceof CrawlException)) {
      cause = cause.getCause();
    }
    String words = cause == null ? failure.getMessage() : cause.getMessage();
    return new CrawlException("a round failed: " + words, failure);
  }

  /**
   * The progress of a crawl after a round was committed.
   *
   * @param round the round, from 1
   * @param visited pages visited so far
   * @param relevant those of them that reached the judge's threshold
   * @param failed URLs that were given up so far because no page came of them
   * @param pending pending URLs
   * @param known distinct URLs seen so far
   * @param visitedInRound pages of this round
   * @param relevantInRound the relevant ones of them
   * @param fetching how long selection and fetching took
   * @param merging how long it took to merge and commit what came
   */
  public record Progress(
      int round,
      long visited,
      long relevant,
      long failed,
      long pending,
      long known,
      long visitedInRound,
      long relevantInRound,
      Duration fetching,
      Duration merging) {

    /** {@return a line for people} */
    public String toText() {
      return String.format(
          Locale.ROOT,
          "round %d committed: %,d pages, %,d of them relevant; so far %,d pages, %,d relevant, %,d"
              + " failed, %,d pending; fetched in %.1f s, merged in %.1f s",
          round,
          visitedInRound,
          relevantInRound,
          visited,
          relevant,
          failed,
          pending,
          fetching.toMillis() / 1e3,
          merging.toMillis() / 1e3);
    }
  }

  /**
   * Describes a crawl on Spark, by the methods of {@link io.dowser.crawler.Crawler.Builder} where
   * there are such. Plugins are chosen by name, because each executor creates its own. Each method
   * checks its argument at once and returns this builder. What is not set has the default that its
   * method names. A call that would discard an earlier one is refused with an {@link
   * IllegalStateException}. Not thread-safe.
   *
   * <table>
   * <caption>Methods by theme</caption>
   * <tr><th>What</th><td>{@link #topic}, {@link #judge}, {@link #scorer}, {@link #frontier}</td></tr>
   * <tr><th>Where from</th><td>{@link #seed}, {@link #fetcher}</td></tr>
   * <tr><th>How far</th><td>maxPages, limits, stayOn, linkPolicy, strategy</td></tr>
   * <tr><th>How polite</th><td>politeness, hostRules, longestDelay</td></tr>
   * <tr><th>How often</th><td>recrawl</td></tr>
   * <tr><th>How in rounds</th><td>roundSize, perHost, roundTime, tasks, buckets, leaseTime</td></tr>
   * <tr><th>How kept</th><td>{@link #keepPages}, {@link #keepTexts}</td></tr>
   * <tr><th>Plugins and means</th><td>{@link #pageAnalyzer}, {@link #addPageAnalyzer}, settings, {@link #file}, {@link
   *     #listener}, {@link #clock}, {@link #randomSeed}, means</td></tr>
   * </table>
   */
  public static final class Builder extends RoundSettings<Builder> {

    private final @Nullable SparkSession spark;
    private final String location;
    private final Set<CrawlUrl> seeds = new LinkedHashSet<>();
    private final Map<String, Path> files = new LinkedHashMap<>();
    private boolean keepPages;
    private boolean keepTexts;
    private long randomSeed = 1;
    private InstantSource clock = InstantSource.system();
    private Consumer<Progress> listener = progress -> {};

    /** Begins, for now without a session if it is null. */
    Builder(@Nullable SparkSession spark, String location) {
      this.spark = spark;
      this.location = requireNonNull(location, "location");
      if (location.isBlank()) {
        throw new IllegalArgumentException("location must not be blank");
      }
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Adds a page to start from. In a crawl that resumes, a new seed is added, one that failed or
     * was quarantined is tried again, and others change nothing.
     *
     * @param url an absolute http or https URL; it is canonicalised, and a seed given twice counts
     *     once
     * @return this
     * @throws IllegalArgumentException if it is not an absolute http or https URL, or has a user
     *     name or password
     */
    public Builder seed(String url) {
      seeds.add(canonicalizer.canonicalizeSeed(requireNonNull(url, "url")));
      noteGiven("seed");
      return this;
    }

    /**
     * Adds pages to start from.
     *
     * @param urls see {@link #seed}
     * @return this
     * @throws IllegalArgumentException if one of them is not an absolute http or https URL
     */
    @Override
    public Builder seeds(Collection<String> urls) {
      urls.forEach(this::seed);
      return this;
    }

    /**
     * Keeps the pages themselves, with their headers, in the table of pages. By default they are
     * not kept.
     *
     * @return this
     */
    public Builder keepPages() {
      keepPages = once("keepPages", true);
      return this;
    }

    /**
     * Keeps title, main text and Markdown of relevant pages in the table of texts, with the chunks
     * of {@link io.dowser.crawler.api.PageAttributes#chunks(int)} of 2,000 characters. By default
     * they are not kept.
     *
     * @return this
     */
    public Builder keepTexts() {
      keepTexts = once("keepTexts", true);
      return this;
    }

    /**
     * Ships a file, such as a trained model, to all executors. It gets there under its own name,
     * which settings refer to as {@code file:NAME}.
     *
     * @param file a file that exists
     * @return this
     * @throws IllegalArgumentException if it does not, or another file has the same name
     */
    public Builder file(Path file) {
      String name = String.valueOf(file.getFileName());
      if (!Files.isRegularFile(file)) {
        throw new IllegalArgumentException("file must be a file that exists, but was " + file);
      }
      Path earlier = files.putIfAbsent(name, file);
      if (earlier != null && !earlier.equals(file)) {
        throw new IllegalArgumentException(
            "files must have different names, but two were named '" + name + "'");
      }
      return this;
    }

    /**
     * Adds a listener that is notified of each round, on the thread that runs the crawl.
     *
     * @param listener by default none
     * @return this
     */
    public Builder listener(Consumer<Progress> listener) {
      this.listener = this.listener.andThen(listener);
      return this;
    }

    /**
     * Sets the time of day by which hosts are delayed between rounds.
     *
     * @param source by default the system's clock
     * @return this
     */
    public Builder clock(InstantSource source) {
      clock = once("clock", source);
      return this;
    }

    /**
     * Sets where randomness starts.
     *
     * @param seed any number, by default 1
     * @return this
     */
    public Builder randomSeed(long seed) {
      randomSeed = once("randomSeed", seed);
      return this;
    }

    /**
     * Creates the crawl.
     *
     * @return a crawl that has not started
     * @throws CrawlException if the session cannot run a crawl: it lacks Iceberg's extensions, is
     *     set to run tasks twice at the same time ({@code spark.speculation}), by which hosts would
     *     be visited twice, or has another serializer than Spark's own default
     */
    public SparkCrawl build() {
      SparkSession session = requireNonNull(spark, "spark");
      SessionCheck.check(session);
      return new SparkCrawl(session, plan());
    }

    /** Returns what was set. */
    CrawlPlan plan() {
      CrawlRules rules = rules();
      VisitOrder order = VisitOrder.of(rules.spec().frontier.get());
      var task = new TaskPlan(rules, roundTime, keepPages, keepTexts, order, randomSeed);
      return new CrawlPlan(
          task,
          location,
          List.copyOf(seeds),
          roundSize,
          perHost,
          tasks,
          buckets,
          leaseTime,
          files,
          recrawls,
          clock,
          listener);
    }
  }
}
