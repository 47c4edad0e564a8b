package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Host;
import io.dowser.crawler.report.CrawlMetrics.Progress;
import io.dowser.crawler.report.CrawlMetrics.Step;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report says, beside queries of the tables. */
class ReportMetricsTest {

  private static final RandomWeb WEB = WebFetcherProvider.web(7, 80, 6);
  private static final String GONE = "http://gone.example/";

  @TempDir Path directory;

  private final SparkSession spark = LocalSpark.session();

  private CrawlReport crawl() throws InterruptedException {
    return SparkCrawl.builder(spark, directory.resolve("crawl").toString())
        .seed(WEB.seed().toString())
        .seed(GONE)
        .topic(WEB.topic())
        .fetcher("random-web", Map.of("pages", "80", "hosts", "6", "seed", "7"))
        .delay(Duration.ZERO)
        .roundSize(40)
        .perHost(40)
        .build()
        .run();
  }

  private Dataset<Row> visits() {
    return CrawlTables.open(spark, directory.resolve("crawl").toString()).visits();
  }

  private List<Row> visitedBy(String column) {
    return visits()
        .filter("outcome = 'VISITED'")
        .groupBy(column)
        .agg(count("*"), count_if(col("relevant")))
        .orderBy(column)
        .collectAsList();
  }

  @Test
  void sumsAreThoseOfTheTables() throws Exception {
    CrawlReport report = crawl();
    CrawlMetrics metrics = report.metrics();
    List<Row> hosts = visitedBy("host");
    assertThat(metrics.hosts().stream().filter(host -> host.visited() > 0))
        .extracting(host -> host.name() + " " + host.visited() + " " + host.relevant())
        .containsExactlyInAnyOrderElementsOf(
            hosts.stream()
                .map(row -> row.getString(0) + " " + row.getLong(1) + " " + row.getLong(2))
                .toList());
    assertThat(metrics.hosts())
        .extracting(Host::visited)
        .isSortedAccordingTo((a, b) -> (int) (b - a));
    assertThat(metrics.hosts().stream().filter(host -> host.name().equals("gone.example")))
        .extracting(Host::failed)
        .containsExactly(1L);
    assertThat(metrics.depths())
        .isEqualTo(visitedBy("depth").stream().map(row -> row.getLong(1)).toList());
    List<Row> rounds = visitedBy("round");
    assertThat(metrics.progress()).hasSameSizeAs(rounds);
    Progress last = metrics.progress().get(rounds.size() - 1);
    assertThat(last.visited()).isEqualTo(report.statistics().visited());
    assertThat(last.relevant()).isEqualTo(report.statistics().relevant());
    Row ofLast = rounds.get(rounds.size() - 1);
    assertThat(last.windowedHarvestRate())
        .isEqualTo((double) ofLast.getLong(2) / ofLast.getLong(1));
  }

  @Test
  void failedSeedsAndWaysToRelevantPagesAreReported() throws Exception {
    CrawlReport report = crawl();
    assertThat(report.failedSeeds()).containsOnlyKeys(CrawlUrl.of(GONE));
    assertThat(report.failedSeeds().get(CrawlUrl.of(GONE))).startsWith("FETCH_FAILED ");
    List<List<Step>> paths = report.metrics().paths();
    assertThat(paths).isNotEmpty();
    for (List<Step> path : paths) {
      assertThat(path.get(0).url()).isEqualTo(WEB.seed().toString());
      assertThat(path).extracting(Step::number).isSorted().doesNotHaveDuplicates();
    }
    assertThat(paths).extracting(List::size).isSortedAccordingTo((a, b) -> b - a);
  }
}
