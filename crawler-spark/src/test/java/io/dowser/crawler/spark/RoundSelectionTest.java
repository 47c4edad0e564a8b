package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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
    String table = catalog.sql(TableSchemas.URLS);
    spark.sql(
        "INSERT INTO "
            + table
            + " SELECT xxhash64(concat('http://', id)), concat('http://', id),"
            + " concat('host', id % 10), if(id = 7, 'VISITED', NULL), 0, id, 0, 1, 1, -id, false,"
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
    by.select(by.pending(urls, 100), hosts, 20, NOW)
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
                + ", 1, 5, 1000)," // delayed
                + "(2, 'host9', 0, 0, 5, 4000)," // takes four times as long as a host should
                + "(1, 'host9', "
                + (NOW + 1)
                + ", 0, 5, 0)," // not its latest row
                + "(1, 'host6', 0, 0, 9999, 1000)"); // has one page left
    List<Integer> numbers = numbers(selection("best-first", 4), urls(10_000), hosts);

    assertThat(numbers)
        .containsExactly(
            9999, 9997, 9996, 9995, 9994, 9993, 9992, 9991, 9990, 9987, 9985, 9984, 9983, 9982,
            9981, 9980, 9977, 9975, 9974, 9973);
  }

  @Test
  void seedsAndOldUrlsComeFirstInBreadthFirstOrder() {
    Dataset<Row> urls = urls(1_000); // the highest numbers are the oldest here
    Dataset<Row> none = hosts("(1, 'elsewhere', 0, 0, 0, 0)");
    assertThat(numbers(selection("breadth-first", 100), urls, none)).startsWith(999, 998, 997);
  }

  @Test
  void readsOnlyWhatOrdersUrlsAndNoTaskHasAllOfThem() {
    RoundSelection best = selection("best-first", 4);
    Dataset<Row> urls = urls(100);
    Dataset<Row> none = hosts("(1, 'elsewhere', 0, 0, 0, 0)");
    Dataset<Row> pending = best.pending(urls, 0);

    String keys = best.keys(pending, none, NOW).queryExecution().executedPlan().toString();
    String scan =
        Pattern.compile("BatchScan \\S*urls\\[([^]]*)]")
            .matcher(keys)
            .results()
            .map(MatchResult::group)
            .findFirst()
            .orElseThrow(() -> new AssertionError(keys));
    assertThat(scan).contains("host", "outcome", "score", "tie", "born").doesNotContain("url#");
    assertThat(scan).doesNotContain("path_state").doesNotContain("features");
    assertThat(scan).doesNotContain("parent").doesNotContain("hash");
    String sorted = best.sorted(pending).queryExecution().executedPlan().toString();
    assertThat(sorted).contains("rangepartitioning").doesNotContain("SinglePartition");
  }
}
