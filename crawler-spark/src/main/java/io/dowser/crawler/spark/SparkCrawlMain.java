package io.dowser.crawler.spark;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Recrawl;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class for {@code spark-submit}: a crawl by settings.
 *
 * <pre>{@code
 * spark-submit --class io.dowser.crawler.spark.SparkCrawlMain crawl.jar \
 *     location=hdfs:///crawls/lasers seeds=https://example.org/ topic=laser,lens maxPages=1000000
 * }</pre>
 *
 * <p>An argument is {@code key=value}, or the path of a UTF-8 file with one such line each. What is
 * left out has the default of {@link SparkCrawl.Builder}; a clock is for programs. Each round is
 * logged when it is committed.
 *
 * <table>
 * <caption>Keys, named as the builder's methods and their settings</caption>
 * <tr><th>What</th><td>{@code topic}, terms separated by commas; {@code judge}, {@code scorer} and
 *     {@code frontier}, with their settings as in {@code scorer.model=file:m.bin}</td></tr>
 * <tr><th>Where from</th><td>{@code seeds}, separated by commas, or {@code seedFile} with one URL
 *     on each line; {@code fetcher}</td></tr>
 * <tr><th>How far</th><td>the limits, such as {@code maxPages}; {@code stayOn} as in {@code HOST},
 *     {@code linkPolicy}, {@code languages}; {@code traps.} and {@code canonicalizer.} with one of
 *     their settings</td></tr>
 * <tr><th>In rounds</th><td>{@code roundSize}, {@code perHost}, {@code roundTime}, {@code tasks},
 *     {@code workers}, {@code buckets}, {@code leaseTime}</td></tr>
 * <tr><th>How often</th><td>{@code recrawl} ({@code true} or {@code false}) with {@code
 *     revisitPolicy}, {@code maxAge}, {@code onlyRelevant}, {@code maxRequests}, {@code
 *     newShare}</td></tr>
 * <tr><th>How polite</th><td>{@code politeness.} and {@code robots.} with one of their settings,
 *     such as {@code politeness.delay}; {@code userAgent}, {@code addressRules}, {@code
 *     longestDelay}</td></tr>
 * <tr><th>How kept</th><td>{@code location}; {@code keepPages} and {@code keepTexts} ({@code
 *     true} or {@code false});
 *     {@code report}, the local file for the HTML report</td></tr>
 * <tr><th>Plugins and means</th><td>{@code pageAnalyzer}, {@code files} to be shipped, separated by
 *     commas, {@code randomSeed}</td></tr>
 * </table>
 */
public final class SparkCrawlMain {

  private static final Logger LOG = LoggerFactory.getLogger(SparkCrawlMain.class);
  private static final String REPORT = "report";

  /** The settings that are not those of crawler-core, or have another form. */
  private static final Set<String> OWN =
      Set.of(
          "location",
          "seeds",
          "seedFile",
          "topic",
          "files",
          "keepPages",
          "keepTexts",
          "recrawl",
          REPORT,
          "roundSize",
          "perHost",
          "tasks",
          "roundTime",
          "buckets",
          "leaseTime",
          "longestDelay",
          "randomSeed");

  private SparkCrawlMain() {}

  /**
   * Crawls.
   *
   * @param arguments see the class
   * @throws CrawlException if the crawl failed, or a setting is wrong ({@link SettingException})
   * @throws IOException if a file cannot be read or the report not be written
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String... arguments) throws IOException, InterruptedException {
    Map<String, String> words = read(arguments);
    CrawlPlan plan = plan(words);
    plan.checkPlugins(); // before a cluster is asked for
    try (SparkSession spark = session()) {
      SessionCheck.check(spark);
      CrawlReport report = new SparkCrawl(spark, plan).run();
      String html = words.getOrDefault(REPORT, "");
      if (!html.isEmpty()) {
        report.writeHtml(Path.of(html));
      }
      LOG.info("{} {}", report.stopReason(), report.statistics());
      report.orThrow();
    }
  }

  /** Iceberg's extensions must be there from a session's start. */
  private static SparkSession session() {
    return SparkSession.builder()
        .appName("Dowser")
        .config(SessionCheck.EXTENSIONS_KEY, SessionCheck.EXTENSIONS)
        .getOrCreate();
  }

  private static Map<String, String> read(String... arguments) throws IOException {
    Map<String, String> words = new TreeMap<>();
    for (String argument : arguments) {
      List<String> lines =
          argument.contains("=") ? List.of(argument) : Files.readAllLines(Path.of(argument));
      for (String line : lines) {
        if (!line.isBlank() && !line.startsWith("#")) {
          int equals = line.indexOf('=');
          if (equals <= 0) {
            throw new SettingException(line, "", "key=value");
          }
          words.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
        }
      }
    }
    return words;
  }

  /** Describes a crawl. */
  static CrawlPlan plan(Map<String, String> words) throws IOException {
    var own = new TreeMap<>(words);
    var core = new TreeMap<>(words);
    own.keySet().retainAll(OWN);
    core.keySet().removeAll(own.keySet());
    Settings settings = Settings.of(own);
    var crawl = new SparkCrawl.Builder(null, required(settings, "location")).settings(core);
    what(crawl, settings);
    sizes(crawl, settings);
    settings.text(REPORT, ""); // main reads it
    settings.refuseUnread();
    return crawl.plan();
  }

  private static String required(Settings settings, String key) {
    String value = settings.text(key, "");
    if (value.isEmpty()) {
      throw new SettingException(key, value, "given");
    }
    return value;
  }

  private static void what(SparkCrawl.Builder crawl, Settings settings) throws IOException {
    crawl.seeds(list(settings.text("seeds", "")));
    String seedFile = settings.text("seedFile", "");
    if (!seedFile.isEmpty()) {
      crawl.seeds(
          Files.readAllLines(Path.of(seedFile)).stream().filter(s -> !s.isBlank()).toList());
    }
    List<String> terms = list(settings.text("topic", ""));
    if (!terms.isEmpty()) {
      crawl.topic(Topic.of(terms.toArray(String[]::new)));
    }
    list(settings.text("files", "")).forEach(file -> crawl.file(Path.of(file)));
    if (settings.flag("keepPages", false)) {
      crawl.keepPages();
    }
    if (settings.flag("keepTexts", false)) {
      crawl.keepTexts();
    }
    if (settings.flag("recrawl", false)) {
      crawl.recrawl(Recrawl.builder().build());
    }
  }

  private static void sizes(SparkCrawl.Builder crawl, Settings settings) {
    int most = Integer.MAX_VALUE;
    crawl
        .roundSize(settings.integer("roundSize", 1_000, 1, RoundSettings.MOST_OF_ROUND))
        .perHost(settings.integer("perHost", 100, 1, most))
        .roundTime(settings.duration("roundTime", Duration.ofMinutes(10)))
        .buckets(settings.integer("buckets", 16, 1, 100_000))
        .leaseTime(settings.duration("leaseTime", Duration.ofSeconds(30)))
        .longestDelay(settings.duration("longestDelay", Duration.ofSeconds(30)))
        .randomSeed(settings.integer("randomSeed", 1, Integer.MIN_VALUE, most));
    int tasks = settings.integer("tasks", 0, 0, 1_000_000);
    if (tasks > 0) {
      crawl.tasks(tasks);
    }
  }

  private static List<String> list(String words) {
    return Arrays.stream(words.split(",")).map(String::strip).filter(w -> !w.isEmpty()).toList();
  }
}
