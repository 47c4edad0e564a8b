package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.sites.Sites;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RoundSelectionTest {

  private static final long NOW = 1_000_000;

  @TempDir Path directory;

  private final SparkSession spark = LocalSpark.session();
  private CrawlCatalog catalog;

  @BeforeEach
  void create() {
    catalog = CrawlCatalog.of(spark, directory.toString());
    catalog.create(spark, 2);
  }

  private RoundSelection selection(String order, int perHost) {
    return new RoundSelection(
        new SparkCrawl.Builder(spark, directory.toString())
            .topic(Topic.of("laser"))
            .frontier(order, Map.of())
            .perHost(perHost)
            .politeness(Politeness.builder().delay(Duration.ofSeconds(1)).build())
            .plan());
  }

  /** Writes URLs 0 to {@code count - 1}: URL n is on host n mod 10 and has score n. */
  private Dataset<Row> urls(int count) {
    return urls(count, "concat('http://', id)", "concat('host', id % 10)");
  }

  private Dataset<Row> urls(int count, String url, String host) {
    String table = catalog.sql(TableSchemas.URLS);
    spark.sql(
        "INSERT INTO "
            + table
            + " SELECT xxhash64("
            + url
            + "), "
            + url
            + ", "
            + host
            + ", if(id = 7, 'VISITED', NULL), 0, id, 0, 1, 1, -id, false,"
            + " '', 0, array(1.0D), array(1), NULL FROM range("
            + count
            + ")");
    return spark.table(table);
  }

  private Dataset<Row> hosts(String values) {
    String table = catalog.sql(TableSchemas.HOSTS);
    spark.sql("INSERT INTO " + table + " VALUES " + values);
    return Maintenance.latest(spark.table(table), "host");
  }

  private static List<Integer> numbers(RoundSelection by, Dataset<Row> urls, Dataset<Row> hosts) {
    List<Integer> numbers = new ArrayList<>();
    by.select(by.pending(urls, 100), hosts, 20, NOW, true)
        .collect()
        .forEach(url -> numbers.add(url._1().<Double>getAs("score").intValue()));
    return numbers;
  }

  @Test
  void selectsTheBestOfEachHostUpToItsShare() {
    Dataset<Row> hosts =
        hosts(
            "(1, 'host8', "
                + (NOW + 1)
                + ", 1, 5, 1000, map())," // delayed
                + "(2, 'host9', 0, 0, 5, 4000, map())," // takes four times as long as a host should
                + "(1, 'host9', "
                + (NOW + 1)
                + ", 0, 5, 0, map())," // not its latest row
                + "(1, 'host6', 0, 0, 9999, 1000, map())"); // has one page left
    List<Integer> numbers = numbers(selection("best-first", 4), urls(10_000), hosts);

    assertThat(numbers)
        .containsExactly(
            9999, 9997, 9996, 9995, 9994, 9993, 9992, 9991, 9990, 9987, 9985, 9984, 9983, 9982,
            9981, 9980, 9977, 9975, 9974, 9973);
  }

  /** Returns a row of a host on which URLs with some parameters wait for a number of requests. */
  private static String waiting(String host, Map<String, Integer> parameters) {
    String shapes =
        parameters.entrySet().stream()
            .map(
                each -> {
                  CrawlUrl url = CrawlUrl.of("http://" + host + "/p?" + each.getKey() + "=1");
                  long shape = Sites.shapes(url).get(1);
                  return shape + ", " + each.getValue();
                })
            .collect(Collectors.joining(", "));
    return "(1, '" + host + "', 0, 0, 5, 1000, map(" + shapes + "))";
  }

  /** Page, page, {@code ?print}, {@code ?edit}, and so on. */
  private static String pagesAndForms(String host) {
    return "concat('http://', "
        + host
        + ", '/', if(id % 4 < 2, 'page', if(id % 4 = 2, 'x?print=', 'x?edit=')), id)";
  }

  @Test
  void urlsOfDeferredShapesAreLeftOutExceptTheBestWhoseTurnComes() {
    Dataset<Row> urls = urls(40, pagesAndForms("'wiki'"), "'wiki'");
    Dataset<Row> hosts = hosts(waiting("wiki", Map.of("edit", 3, "print", 500)));

    assertThat(numbers(selection("best-first", 8), urls, hosts))
        .containsExactly(39, 37, 36, 33, 32, 29, 28, 25);
    assertThat(numbers(selection("best-first", 3), urls, hosts))
        .as("when the turn comes in a later round")
        .containsExactly(37, 36, 33);
    assertThat(numbers(selection("best-first", 40), urls.filter("score < 6"), hosts))
        .as("more others than the turn waits for")
        .containsExactly(5, 4, 3, 1, 0);
    assertThat(numbers(selection("best-first", 40), urls.filter("score < 5"), hosts))
        .as("as many others")
        .containsExactly(4, 1, 0);
    assertThat(numbers(selection("best-first", 40), urls.filter("url LIKE '%print%'"), hosts))
        .as("nothing else is pending")
        .containsExactly(38, 34, 30, 26, 22, 18, 14, 10, 6, 2);
  }

  @Test
  void urlsOfDeferredShapesDoNotRaiseTheThresholdOfOthers() {
    String host = "concat('host', id % 10)";
    String form = "concat('http://', " + host + ", if(id < 5000, '/page', '/x?edit='), id)";
    Dataset<Row> hosts =
        hosts(
            IntStream.range(0, 10)
                .mapToObj(i -> waiting("host" + i, Map.of("edit", 200)))
                .collect(Collectors.joining(", ")));

    assertThat(numbers(selection("best-first", 4), urls(10_000, form, host), hosts))
        .containsExactlyElementsOf(IntStream.range(0, 20).mapToObj(i -> 4_999 - i).toList());
  }

  @Test
  void seedsAndRechecksAreNotDeferred() {
    Dataset<Row> urls = urls(8, pagesAndForms("'wiki'"), "'wiki'");
    Dataset<Row> hosts = hosts(waiting("wiki", Map.of("edit", 200, "print", 200)));
    Column isRecheck = col("score").equalTo(6);

    assertThat(
            numbers(
                selection("best-first", 3),
                urls.withColumn("seed", col("score").equalTo(3)),
                hosts))
        .containsExactly(5, 4, 3);
    RoundSelection selection = selection("best-first", 3);
    Dataset<Row> pages =
        urls.withColumn("outcome", when(isRecheck, "VISITED")).withColumn("key", col("score"));
    assertThat(
            selection
                .select(pages, hosts, 1, NOW, true)
                .collect()
                .get(0)
                ._1()
                .<Double>getAs("score"))
        .isEqualTo(6);
  }

  @Test
  void seedsAndOldUrlsComeFirstInBreadthFirstOrder() {
    Dataset<Row> urls = urls(1_000); // the highest numbers are the oldest here
    Dataset<Row> none = hosts("(1, 'elsewhere', 0, 0, 0, 0, map())");
    assertThat(numbers(selection("breadth-first", 100), urls, none)).startsWith(999, 998, 997);
  }

  @Test
  void readsOnlyWhatOrdersUrlsAndNoTaskHasAllOfThem() {
    RoundSelection best = selection("best-first", 4);
    Dataset<Row> urls = urls(100);
    Dataset<Row> none = hosts("(1, 'elsewhere', 0, 0, 0, 0, map())");
    Dataset<Row> pending = best.pending(urls, 0);

    String keys = best.keys(pending, none, NOW).queryExecution().executedPlan().toString();
    String scan =
        Pattern.compile("BatchScan \\S*urls\\[([^]]*)]")
            .matcher(keys)
            .results()
            .map(MatchResult::group)
            .findFirst()
            .orElseThrow(() -> new AssertionError(keys));
    assertThat(scan)
        .as("the URL is for its shapes")
        .contains("url#", "host", "outcome", "score", "tie", "born");
    assertThat(scan).doesNotContain("path_state").doesNotContain("features");
    assertThat(scan).doesNotContain("parent").doesNotContain("hash");
    String sorted = best.sorted(pending).queryExecution().executedPlan().toString();
    assertThat(sorted).contains("rangepartitioning").doesNotContain("SinglePartition");
  }
}
