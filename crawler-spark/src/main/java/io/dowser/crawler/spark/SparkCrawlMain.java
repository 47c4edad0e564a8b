package io.dowser.crawler.spark;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Recrawl;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.internal.Durations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
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
  private static final String LOCATION = "location";
  private static final String REPORT = "report";

  /** The settings that are not those of crawler-core, or have another form. */
  static final Map<String, BiConsumer<SparkCrawl.Builder, String>> OWN = own();

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

  private static Map<String, BiConsumer<SparkCrawl.Builder, String>> own() {
    Map<String, BiConsumer<SparkCrawl.Builder, String>> own = new LinkedHashMap<>();
    own.put("seeds", (crawl, text) -> crawl.seeds(list(text)));
    own.put("seedFile", (crawl, text) -> crawl.seeds(lines(text)));
    own.put("topic", (crawl, text) -> crawl.topic(Topic.of(list(text).toArray(String[]::new))));
    own.put("files", (crawl, text) -> list(text).forEach(file -> crawl.file(Path.of(file))));
    own.put("keepPages", (crawl, text) -> when(text, crawl::keepPages));
    own.put("keepTexts", (crawl, text) -> when(text, crawl::keepTexts));
    own.put("recrawl", (crawl, text) -> when(text, () -> crawl.recrawl(Recrawl.builder().build())));
    own.put("roundSize", (crawl, text) -> crawl.roundSize(Integer.parseInt(text)));
    own.put("perHost", (crawl, text) -> crawl.perHost(Integer.parseInt(text)));
    own.put("tasks", (crawl, text) -> crawl.tasks(Integer.parseInt(text)));
    own.put("roundTime", (crawl, text) -> crawl.roundTime(Durations.parse(text)));
    own.put("buckets", (crawl, text) -> crawl.buckets(Integer.parseInt(text)));
    own.put("leaseTime", (crawl, text) -> crawl.leaseTime(Durations.parse(text)));
    own.put("longestDelay", (crawl, text) -> crawl.longestDelay(Durations.parse(text)));
    own.put("randomSeed", (crawl, text) -> crawl.randomSeed(Long.parseLong(text)));
    return Collections.unmodifiableMap(own);
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
  static CrawlPlan plan(Map<String, String> words) {
    String location = words.getOrDefault(LOCATION, "");
    if (location.isEmpty()) {
      throw new SettingException(LOCATION, location, "given");
    }
    var core = new TreeMap<>(words);
    core.keySet().removeAll(OWN.keySet());
    core.keySet().removeAll(Set.of(LOCATION, REPORT));
    var crawl = new SparkCrawl.Builder(null, location).settings(core);
    OWN.forEach(
        (name, method) -> {
          String text = words.getOrDefault(name, "");
          if (!text.isEmpty()) {
            set(crawl, name, method, text);
          }
        });
    return crawl.plan();
  }

  private static void set(
      SparkCrawl.Builder crawl,
      String name,
      BiConsumer<SparkCrawl.Builder, String> method,
      String text) {
    try {
      method.accept(crawl, text);
    } catch (NumberFormatException | DateTimeParseException e) {
      throw new SettingException(name, text, "a number, or a duration such as 10m");
    } catch (IllegalArgumentException e) { // out of range
      throw new SettingException(name, text, String.valueOf(e.getMessage()));
    }
  }

  private static void when(String text, Runnable call) {
    if (Settings.of(Map.of("flag", text)).flag("flag", false, "on or off")) {
      call.run();
    }
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file)).stream().filter(s -> !s.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> list(String words) {
    return Arrays.stream(words.split(",")).map(String::strip).filter(w -> !w.isEmpty()).toList();
  }
}
