package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A crawl in rounds on a Spark cluster.
 *
 * <p>A round selects the best pending URLs, at most this many of one host; gives all URLs of one
 * host to one task, which fetches, analyses, judges and scores with crawler-core's own engine and
 * politeness; merges what came into the tables, by the rules of a crawl on one machine; and is then
 * committed. Running a crawl whose directory has rounds already continues after the last one.
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
 * <p>Not thread-safe; one crawl at a time works in a directory.
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
   * @param directory where the crawl is kept, on any file system that Hadoop knows; created if it
   *     does not exist. If there is a crawl in it already, that one resumes
   */
  public static Builder builder(SparkSession spark, String directory) {
    return new Builder(spark, directory);
  }

  /**
   * Crawls, from the beginning or from the last committed round.
   *
   * @return how it ended
   * @throws CrawlException if a setting is wrong, a plugin is missing here or on an executor, the
   *     directory cannot be used or holds a crawl with other settings, or a round failed; committed
   *     rounds stay as they are, and {@code run} can be called again
   * @throws InterruptedException if the calling thread is interrupted while it waits for hosts
   */
  public CrawlReport run() throws InterruptedException {
    plan.files().values().forEach(file -> spark.sparkContext().addFile(file.toString()));
    var toolbox = new Toolbox(plan.task());
    toolbox.open("the driver"); // whatever is wrong shows before the first round
    toolbox.close();
    CommitLog log =
        CommitLog.open(plan.task().place().directory(), spark.sparkContext().hadoopConfiguration());
    Broadcast<Toolbox> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(toolbox);
    SparkSession session = RoundSession.like(spark);
    var rounds = new Rounds(session, plan, log, shared);
    try {
      startOrResume(rounds, log);
      StopReason reason = rounds.run();
      return rounds.metrics().report(reason);
    } catch (RuntimeException | InterruptedException e) {
      throw e;
    } catch (Exception e) { // Spark throws checked exceptions that its methods do not declare
      throw failed(e);
    } finally {
      rounds.close();
      shared.value().close();
      shared.destroy();
    }
  }

  private void startOrResume(Rounds rounds, CommitLog log) {
    log.latest().ifPresent(this::refuseOtherSettings); // a refused crawl changes nothing
    log.claim();
    Optional<Commit> latest = log.latest(); // an earlier driver commits nothing more
    if (latest.isPresent()) {
      rounds.resume(latest.get());
    } else {
      if (plan.seeds().isEmpty()) {
        throw new CrawlException("a crawl needs at least one seed; call seed(url)");
      }
      rounds.begin();
    }
  }

  private void refuseOtherSettings(Commit commit) {
    Map<String, String> now = plan.settings();
    now.forEach(
        (name, is) -> {
          String was = commit.words().getOrDefault(name, "");
          if (!was.equals(is)) {
            String directory = plan.task().place().directory();
            throw new CrawlException(
                String.format(
                    Locale.ROOT,
                    "'%s' holds a crawl with another %s: it was '%s' and is '%s'",
                    directory,
                    name,
                    was,
                    is));
          }
        });
  }

  /** What comes from an executor is words in the message of Spark's own exception. */
  private static CrawlException failed(Throwable failure) {
    @Nullable Throwable cause = failure;
    while (cause != null && !(cause instanceof CrawlException)) {
      cause = cause.getCause();
    }
    String words = cause == null ? failure.getMessage() : cause.getMessage();
    return new CrawlException("a round failed: " + words, failure);
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
   * <tr><th>How far</th><td>maxPages, limits, traps, roundSize, perHost, roundTime</td></tr>
   * <tr><th>How polite</th><td>delay, connectionsPerHost, politeness, robots, longestDelay</td></tr>
   * <tr><th>How kept</th><td>{@link #pages}</td></tr>
   * <tr><th>Plugins and means</th><td>{@link #pageAnalyzer}, {@link #plugins}, {@link #file}, {@link
   *     #listener}, {@link #clock}, {@link #randomSeed}, tasks, workers</td></tr>
   * </table>
   */
  public static final class Builder extends RoundSettings<Builder> {

    private final SparkSession spark;
    private final String directory;
    private final Set<CrawlUrl> seeds = new LinkedHashSet<>();
    private final Map<String, Path> files = new LinkedHashMap<>();
    private PageOutput pages = PageOutput.NONE;
    private long randomSeed = 1;
    private InstantSource clock = InstantSource.system();
    private Consumer<RoundProgress> listener = progress -> {};

    private Builder(SparkSession spark, String directory) {
      this.spark = requireNonNull(spark, "spark");
      this.directory = requireNonNull(directory, "directory");
      if (directory.isBlank()) {
        throw new IllegalArgumentException("directory must not be blank");
      }
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Adds a page to start from. Seeds count at the crawl's first run only.
     *
     * @param url an absolute http or https URL; it is canonicalised, and a seed given twice counts
     *     once
     * @return this
     * @throws IllegalArgumentException if it is not an absolute http or https URL, or has a user
     *     name or password
     */
    public Builder seed(String url) {
      seeds.add(UrlCanonicalizer.standard().canonicalizeSeed(requireNonNull(url, "url")));
      return this;
    }

    /**
     * Adds pages to start from.
     *
     * @param urls see {@link #seed}
     * @return this
     * @throws IllegalArgumentException if one of them is not an absolute http or https URL
     */
    public Builder seeds(Collection<String> urls) {
      urls.forEach(this::seed);
      return this;
    }

    /**
     * Sets where the pages themselves are kept.
     *
     * @param output by default {@link PageOutput#NONE}
     * @return this
     */
    public Builder pages(PageOutput output) {
      pages = once("pages", output);
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
    public Builder listener(Consumer<RoundProgress> listener) {
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
     * @throws CrawlException if Spark is set to run tasks twice at the same time ({@code
     *     spark.speculation}), by which hosts would be visited twice, or to use another serializer
     *     than its own default; or if the directory cannot be one
     * @throws SettingException if a walk would hand out more URLs for a round than can be reported
     *     apart
     */
    public SparkCrawl build() {
      RoundSession.check(spark.sparkContext().getConf());
      NamedPlugin frontier = plugin("frontier");
      VisitOrder order = VisitOrder.named(frontier.name(), Settings.of(frontier.settings()));
      checkSample(order);
      String run = UUID.randomUUID().toString().substring(0, 8);
      var task =
          new TaskPlan(
              plugin("scorer"),
              plugin("analyzer"),
              plugin("fetcher"),
              plugin("judge"),
              topic,
              rules(),
              workers,
              roundTime,
              pages,
              order,
              PartFile.Place.of(directory, run, spark.sparkContext().hadoopConfiguration()),
              maxRedirects,
              randomSeed);
      return new SparkCrawl(
          spark,
          new CrawlPlan(
              task,
              List.copyOf(seeds),
              maxPages,
              roundSize,
              perHost,
              maxDepth,
              tasks == 0 ? spark.sparkContext().defaultParallelism() : tasks,
              files,
              clock,
              listener));
    }

    private void checkSample(VisitOrder order) {
      if (order instanceof VisitOrder.WangLandau walk
          && (long) walk.sample() * roundSize > MOST_OF_ROUND) {
        throw new SettingException(
            "roundSize",
            Integer.toString(roundSize),
            "1 to " + MOST_OF_ROUND / walk.sample() + " in this order");
      }
    }
  }
}
