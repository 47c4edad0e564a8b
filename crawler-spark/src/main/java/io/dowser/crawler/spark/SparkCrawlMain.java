package io.dowser.crawler.spark;

import com.google.common.base.Splitter;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
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
 * <p>An argument is {@code key=value}, or the path of a UTF-8 file with one such line each. The
 * keys are the names that {@link SparkCrawl.Builder#settings} takes, and those that docs/spark.md
 * lists. Each round is logged when it is committed.
 */
public final class SparkCrawlMain {

  private static final Logger LOG = LoggerFactory.getLogger(SparkCrawlMain.class);
  private static final String REPORT = "report";
  private static final Splitter COMMA = Splitter.on(',').trimResults().omitEmptyStrings();

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
      LOG.info(report.toText());
      String html = words.getOrDefault(REPORT, "");
      if (!html.isEmpty()) {
        report.writeHtml(Path.of(html));
      }
      report.orThrow();
    }
  }

  /** The arguments that are no settings of a builder. */
  record Arguments(String location, String seedFile, String files, String report) {

    static Arguments of(Settings words) {
      return new Arguments(
          words.text(
              "location",
              "",
              "a path of Hadoop, or iceberg:CATALOG.NAMESPACE",
              "place of the tables; required"),
          words.text("seedFile", "", "a local file", "seeds, one a line"),
          words.text(
              "files",
              "",
              "local files with commas between them",
              "files of plugins that executors need"),
          words.text(REPORT, "", "a local file", "file for the report as HTML"));
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
          String key = line.substring(0, equals).strip();
          String value = line.substring(equals + 1).strip();
          if (words.putIfAbsent(key, value) != null) {
            throw new SettingException(key, value, "given once");
          }
        }
      }
    }
    return words;
  }

  /** Describes a crawl. */
  static CrawlPlan plan(Map<String, String> words) {
    Settings all = Settings.of(words);
    Arguments own = Arguments.of(all);
    if (own.location().isEmpty()) {
      throw new SettingException("location", "", "given");
    }
    Map<String, String> settings = new TreeMap<>(words);
    settings.keySet().removeAll(all.inEffect().keySet());
    var crawl = new SparkCrawl.Builder(null, own.location()).settings(settings);
    if (!own.seedFile().isEmpty()) {
      take("seedFile", own.seedFile(), file -> crawl.seeds(lines(file)));
    }
    for (String file : COMMA.splitToList(own.files())) {
      take("files", file, crawl::file);
    }
    return crawl.plan();
  }

  private static void take(String name, String file, Consumer<Path> method) {
    try {
      method.accept(Path.of(file));
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new SettingException(name, file, "a file that can be read: " + e.getMessage());
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
