package io.dowser.crawler.spark;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class for {@code spark-submit}: a crawl by settings.
 *
 * <pre>{@code
 * spark-submit --class io.dowser.crawler.spark.SparkCrawlMain crawl.jar \
 *     directory=hdfs:///crawls/lasers seeds=https://example.org/ topic=laser,lens maxPages=1000000
 * }</pre>
 *
 * <p>An argument is {@code key=value}, or the path of a UTF-8 file with one such line each. The
 * keys are {@code directory}; {@code seeds} and {@code topic}, separated by commas, or {@code
 * seedFile} with one URL on each line; {@code files} to be shipped, separated by commas; {@code
 * scorer}, {@code analyzer}, {@code fetcher} and {@code judge} with their settings as in {@code
 * scorer.model=file:m.bin}; {@code order} ({@code best-first}, {@code breadth-first}, {@code
 * pagerank}, {@code shark}, {@code wang-landau}); {@code maxPages}, {@code roundSize}, {@code
 * perHost}, {@code maxDepth}, {@code tasks}, {@code workers}, {@code roundTime}, {@code delay},
 * {@code connectionsPerHost}, {@code longestDelay}, {@code robotName}, {@code randomSeed}; {@code
 * wholeSites} and {@code ignoreRobots}, {@code true} or {@code false}; {@code pages} ({@code none},
 * {@code parquet}, {@code warc}, {@code parquet-and-warc}); {@code report}, the local file for the
 * HTML report. What is left out has the default of {@link SparkCrawlBuilder}; clocks are for
 * programs. Each round is logged when it is committed.
 */
public final class SparkCrawlMain {

  private static final Logger LOG = LoggerFactory.getLogger(SparkCrawlMain.class);
  private static final String REPORT = "report";

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
    try (SparkSession spark = SparkSession.builder().appName("Dowser").getOrCreate()) {
      CrawlReport report = crawl(spark, words).run();
      String html = words.getOrDefault(REPORT, "");
      if (!html.isEmpty()) {
        report.writeHtml(Path.of(html));
      }
      LOG.info("{} {}", report.stopReason(), report.statistics());
      report.orThrow();
    }
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
  static SparkCrawl crawl(SparkSession spark, Map<String, String> words) throws IOException {
    var own = new TreeMap<String, String>();
    words.forEach(
        (key, value) -> {
          if (!key.contains(".")) {
            own.put(key, value);
          }
        });
    Settings settings = Settings.of(own);
    settings.text(REPORT, "");
    SparkCrawlBuilder crawl = SparkCrawl.builder(spark, required(settings, "directory"));
    what(crawl, settings);
    plugins(crawl, settings, words);
    sizes(crawl, settings);
    politeness(crawl, settings);
    settings.refuseUnread();
    return crawl.listener(progress -> LOG.info("{}", progress)).build();
  }

  private static String required(Settings settings, String key) {
    String value = settings.text(key, "");
    if (value.isEmpty()) {
      throw new SettingException(key, value, "given");
    }
    return value;
  }

  private static void what(SparkCrawlBuilder crawl, Settings settings) throws IOException {
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
    crawl.pages(settings.choice("pages", PageOutput.NONE));
    crawl.order(VisitOrder.named(settings.text("order", "best-first")));
  }

  private static void plugins(
      SparkCrawlBuilder crawl, Settings settings, Map<String, String> words) {
    Map<String, String> kinds = new LinkedHashMap<>();
    kinds.put("scorer", "best-first");
    kinds.put("analyzer", "html");
    kinds.put("fetcher", "okhttp");
    kinds.put("judge", "topic-terms");
    kinds.replaceAll(settings::text);
    crawl.scorer(kinds.get("scorer"), section(words, "scorer."));
    crawl.judge(kinds.get("judge"), section(words, "judge."));
    crawl.pageAnalyzer(kinds.get("analyzer"), section(words, "analyzer."));
    crawl.fetcher(kinds.get("fetcher"), section(words, "fetcher."));
    for (String key : words.keySet()) {
      int dot = key.indexOf('.');
      if (dot >= 0 && !kinds.containsKey(key.substring(0, dot))) {
        throw new SettingException(key, words.get(key), "a setting of " + kinds.keySet());
      }
    }
  }

  private static Map<String, String> section(Map<String, String> words, String prefix) {
    Map<String, String> section = new TreeMap<>();
    words.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            section.put(key.substring(prefix.length()), value);
          }
        });
    return section;
  }

  private static void sizes(SparkCrawlBuilder crawl, Settings settings) {
    int most = Integer.MAX_VALUE;
    crawl
        .maxPages(settings.integer("maxPages", most, 1, most))
        .roundSize(settings.integer("roundSize", 1_000, 1, RoundSettings.MOST_OF_ROUND))
        .perHost(settings.integer("perHost", 100, 1, most))
        .maxDepth(settings.integer("maxDepth", most, 0, most))
        .workers(settings.integer("workers", 20, 1, 10_000))
        .roundTime(settings.duration("roundTime", Duration.ofMinutes(10)))
        .randomSeed(settings.integer("randomSeed", 1, Integer.MIN_VALUE, most));
    int tasks = settings.integer("tasks", 0, 0, 1_000_000);
    if (tasks > 0) {
      crawl.tasks(tasks);
    }
  }

  private static void politeness(SparkCrawlBuilder crawl, Settings settings) {
    HostPoliteness usual = HostPoliteness.DEFAULT;
    crawl
        .delay(settings.duration("delay", usual.delay()))
        .connectionsPerHost(
            settings.integer("connectionsPerHost", usual.connectionsPerHost(), 1, 10_000))
        .longestDelay(settings.duration("longestDelay", usual.longestDelay()));
    String robotName = settings.text("robotName", usual.robotName());
    if (!robotName.isEmpty()) {
      crawl.robotName(robotName);
    }
    if (settings.flag("wholeSites", usual.wholeSites())) {
      crawl.wholeSites();
    }
    if (settings.flag("ignoreRobots", !usual.obeysRobots())) {
      crawl.ignoreRobots();
    }
  }

  private static List<String> list(String words) {
    return Arrays.stream(words.split(",")).map(String::strip).filter(w -> !w.isEmpty()).toList();
  }
}
