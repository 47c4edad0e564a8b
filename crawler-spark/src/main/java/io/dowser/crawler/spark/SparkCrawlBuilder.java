package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;

/**
 * Describes a crawl on Spark. Each method checks its argument at once and returns this builder;
 * whatever is not set has the default that its method names. Not thread-safe.
 */
public final class SparkCrawlBuilder extends RoundSettings<SparkCrawlBuilder> {

  private static final int MAX_REDIRECTS = 10;

  private final SparkSession spark;
  private final String directory;
  private final Set<CrawlUrl> seeds = new LinkedHashSet<>();
  private final Map<String, Path> files = new LinkedHashMap<>();
  private NamedPlugin scorer = NamedPlugin.of("best-first");
  private NamedPlugin analyzer = NamedPlugin.of("html");
  private NamedPlugin fetcher = NamedPlugin.of("okhttp");
  private NamedPlugin judge = NamedPlugin.of("topic-terms");
  private Map<String, Double> topic = Map.of();
  private PageOutput pages = PageOutput.NONE;
  private VisitOrder order = VisitOrder.bestFirst();
  private long seed = 1;
  private InstantSource clock = InstantSource.system();
  private Consumer<RoundProgress> listener = progress -> {};

  SparkCrawlBuilder(SparkSession spark, String directory) {
    this.spark = requireNonNull(spark, "spark");
    this.directory = requireNonNull(directory, "directory");
    if (directory.isBlank()) {
      throw new IllegalArgumentException("directory must not be blank");
    }
  }

  /**
   * Adds a page to start from. Seeds count at the crawl's first run only.
   *
   * @param url an absolute http or https URL; it is canonicalised, and a seed given twice counts
   *     once
   * @return this
   * @throws IllegalArgumentException if it is not an absolute http or https URL, or has a user name
   *     or password
   */
  public SparkCrawlBuilder seed(String url) {
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
  public SparkCrawlBuilder seeds(Collection<String> urls) {
    urls.forEach(this::seed);
    return this;
  }

  /**
   * Sets what the crawl is about; judge and scorer use it unless they have other means.
   *
   * @param value by default none
   * @return this
   */
  public SparkCrawlBuilder topic(Topic value) {
    topic = new LinkedHashMap<>(value.weights());
    return this;
  }

  /**
   * Sets who decides which pages are relevant.
   *
   * @param name as for {@link #scorer}, by default {@code topic-terms}
   * @param settings its settings
   * @return this
   */
  public SparkCrawlBuilder judge(String name, Map<String, String> settings) {
    judge = new NamedPlugin(name, settings);
    return this;
  }

  /**
   * Sets who rates links.
   *
   * @param name the name of a provider that is on the class path of driver and executors, by
   *     default {@code best-first}
   * @param settings its settings; the value {@code file:NAME} becomes the local path of the {@link
   *     #file} of that name
   * @return this
   */
  public SparkCrawlBuilder scorer(String name, Map<String, String> settings) {
    scorer = new NamedPlugin(name, settings);
    return this;
  }

  /**
   * Sets who reads pages.
   *
   * @param name as for {@link #scorer}, by default {@code html}
   * @param settings its settings
   * @return this
   */
  public SparkCrawlBuilder pageAnalyzer(String name, Map<String, String> settings) {
    analyzer = new NamedPlugin(name, settings);
    return this;
  }

  /**
   * Sets who gets pages.
   *
   * @param name as for {@link #scorer}, by default {@code okhttp}
   * @param settings its settings
   * @return this
   */
  public SparkCrawlBuilder fetcher(String name, Map<String, String> settings) {
    fetcher = new NamedPlugin(name, settings);
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
  public SparkCrawlBuilder file(Path file) {
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
   * Sets which pending URLs go first.
   *
   * @param value by default {@link VisitOrder#bestFirst}
   * @return this
   */
  public SparkCrawlBuilder order(VisitOrder value) {
    order = requireNonNull(value, "order");
    return this;
  }

  /**
   * Sets where the pages themselves are kept.
   *
   * @param value by default {@link PageOutput#NONE}
   * @return this
   */
  public SparkCrawlBuilder pages(PageOutput value) {
    pages = requireNonNull(value, "pages");
    return this;
  }

  /**
   * Sets where randomness starts.
   *
   * @param value any number, by default 1
   * @return this
   */
  public SparkCrawlBuilder randomSeed(long value) {
    seed = value;
    return this;
  }

  /**
   * Sets the time of day by which hosts are delayed between rounds.
   *
   * @param value by default the system's clock
   * @return this
   */
  public SparkCrawlBuilder clock(InstantSource value) {
    clock = requireNonNull(value, "clock");
    return this;
  }

  /**
   * Sets who is notified of each round, on the thread that runs the crawl.
   *
   * @param value by default none
   * @return this
   */
  public SparkCrawlBuilder listener(Consumer<RoundProgress> value) {
    listener = requireNonNull(value, "listener");
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
    checkOrder();
    String run = UUID.randomUUID().toString().substring(0, 8);
    var task =
        new TaskPlan(
            scorer,
            analyzer,
            fetcher,
            judge,
            topic,
            politeness(),
            workers,
            roundTime,
            pages,
            order,
            PartFile.Place.of(directory, run, spark.sparkContext().hadoopConfiguration()),
            MAX_REDIRECTS,
            seed);
    return new SparkCrawl(
        spark,
        new CrawlPlan(
            task,
            List.copyOf(seeds),
            maxPages,
            roundSize,
            perHost,
            maxDepth,
            tasksOr(spark.sparkContext().defaultParallelism()),
            files,
            clock,
            listener));
  }

  private void checkOrder() {
    if (order instanceof VisitOrder.WangLandau walk
        && (long) walk.sample() * roundSize > MOST_OF_ROUND) {
      throw new SettingException(
          "roundSize",
          Integer.toString(roundSize),
          "1 to " + MOST_OF_ROUND / walk.sample() + " in this order");
    }
  }

  @Override
  SparkCrawlBuilder self() {
    return this;
  }
}
