package io.dowser.crawler.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.net.AddressRules;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DowserMetricsTest {

  private static final Pattern SAMPLE = Pattern.compile("(?m)^(dowser_\\S+) (\\S+)$");
  private static final Pattern NAME = Pattern.compile("dowser_\\w+");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private LocalServer server;

  @BeforeEach
  void serve() throws Exception {
    server = new LocalServer(registry::scrape);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Crawler.Builder crawl(String name) {
    return Crawler.builder()
        .means(Means.builder().name(name).build())
        .seed(server.uri("/"))
        .topic(Topic.of("tide"))
        .politeness(
            Politeness.builder()
                .delay(Duration.ZERO)
                .connectionsPerHost(4)
                .backOff(Duration.ofMillis(1), Duration.ofMillis(4))
                .addressRules(AddressRules.publicAnd("127.0.0.1"))
                .build());
  }

  /** Reads the metrics over HTTP, by name and tags as Prometheus writes them. */
  private Map<String, Double> scrape() throws Exception {
    Map<String, Double> samples = new TreeMap<>();
    for (MatchResult sample : SAMPLE.matcher(server.scrape()).results().toList()) {
      samples.put(sample.group(1), Double.valueOf(sample.group(2)));
    }
    return samples;
  }

  @Test
  void prometheusReadsWhatTheReportSays(@TempDir Path directory) throws Exception {
    try (Crawler crawler = crawl("tides").directory(directory).build()) {
      DowserMetrics metrics = DowserMetrics.bind(crawler, registry);
      assertThat(scrape()).containsEntry("dowser_pages_total{crawl=\"tides\"}", 0.0);

      CrawlReport report = crawler.run().orThrow();

      CrawlStatistics statistics = report.statistics();
      long pages = LocalServer.PAGES + 3;
      assertThat(statistics.visited()).isEqualTo(pages);
      assertThat(scrape())
          .containsEntry("dowser_pages_total{crawl=\"tides\"}", (double) pages)
          .containsEntry("dowser_pages_relevant{crawl=\"tides\"}", 2.0)
          .containsEntry("dowser_pages_bytes_total{crawl=\"tides\"}", (double) statistics.bytes())
          .containsEntry("dowser_harvest_rate{crawl=\"tides\"}", statistics.harvestRate())
          .containsEntry("dowser_urls_pending{crawl=\"tides\"}", 0.0)
          .containsEntry("dowser_urls_active{crawl=\"tides\"}", 0.0)
          .containsEntry("dowser_urls_known{crawl=\"tides\"}", (double) statistics.known())
          .containsEntry("dowser_hosts{crawl=\"tides\",state=\"given_up\"}", 0.0)
          .containsEntry("dowser_requests_seconds_count" + outcome("page"), (double) pages)
          .containsEntry("dowser_requests_seconds_count" + outcome("redirect"), 1.0)
          .containsEntry("dowser_requests_seconds_count" + outcome("http_status"), 2.0)
          .containsEntry("dowser_retries_total{crawl=\"tides\",reason=\"http_status\"}", 1.0)
          .containsEntry("dowser_failures_total{crawl=\"tides\",reason=\"http_status\"}", 1.0)
          .containsEntry("dowser_urls_dropped_total{crawl=\"tides\",reason=\"forbidden\"}", 1.0)
          .containsEntry(
              "dowser_commits_seconds_count{crawl=\"tides\"}",
              (double) statistics.load().commits());
      assertThat(scrape().get("dowser_commits_seconds_sum{crawl=\"tides\"}")).isPositive();
      assertThat(scrape().get("dowser_requests_seconds_sum" + outcome("page"))).isPositive();

      metrics.close();
      assertThat(scrape()).isEmpty();
    }
  }

  private static String outcome(String outcome) {
    return "{crawl=\"tides\",outcome=\"" + outcome + "\"}";
  }

  @Test
  void gaugesShowTheCrawlWhileItRuns() throws Exception {
    var judged = new CountDownLatch(1);
    try (Crawler crawler =
        crawl("tides")
            .means(Means.builder().workers(4).maxConcurrentAnalyses(1).build())
            .judge(page -> page.url().path().equals("/") || awaits(judged) ? 1 : 0)
            .build()) {
      DowserMetrics.bind(crawler, registry);
      crawler.start();
      long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      var started =
          Map.of(
              "dowser_urls_active{crawl=\"tides\"}",
              4.0,
              "dowser_pages_total{crawl=\"tides\"}",
              1.0);
      Map<String, Double> scraped = scrape();
      while (!scraped.entrySet().containsAll(started.entrySet()) && System.nanoTime() < deadline) {
        scraped = scrape(); // the meters of one scrape are read one after the other
      }
      assertThat(scraped).containsAllEntriesOf(started);
      assertThat(scraped.get("dowser_urls_pending{crawl=\"tides\"}")).isPositive();
      judged.countDown();
    }
  }

  private static boolean awaits(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  /** The dashboard's names are compared with those of a crawl that had all of them. */
  @Test
  void dashboardQueriesOnlyMetersThatThereAre(@TempDir Path directory) throws Exception {
    String dashboard = Files.readString(Path.of("src/main/grafana/dowser.json"));
    try (Crawler crawler =
        crawl("tides")
            .directory(directory)
            .scorer(
                page -> {
                  if (page.url().path().equals("/1")) {
                    throw new IllegalStateException("no score");
                  }
                  return link -> 1;
                })
            .build()) {
      DowserMetrics.bind(crawler, registry);
      crawler.run();

      var exposed =
          new TreeSet<>(NAME.matcher(server.scrape()).results().map(MatchResult::group).toList());
      List<String> queried =
          NAME.matcher(dashboard).results().map(MatchResult::group).distinct().toList();
      assertThat(queried).hasSizeGreaterThan(15);
      assertThat(exposed).contains("dowser_failures_total").containsAll(queried);
    }
  }

  @Test
  void twoCrawlsOfOneNameAreRefusedUntilTheFirstIsClosed() {
    try (Crawler first = crawl("tides").build();
        Crawler second = crawl("tides").build()) {
      DowserMetrics metrics = DowserMetrics.bind(first, registry);

      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> DowserMetrics.bind(second, registry))
          .withMessageContaining("a crawl named 'tides'");

      metrics.close();
      metrics.close();
      DowserMetrics.bind(second, registry).close();
    }
  }

  @Test
  void registryTakesAHundredCrawlsAndNoMore() {
    var few = new SimpleMeterRegistry();
    List<Crawler> crawlers = new ArrayList<>();
    for (int i = 0; i < DowserMetrics.MOST_CRAWLS; i++) {
      crawlers.add(crawl("crawl " + i).build());
      DowserMetrics.bind(crawlers.get(i), few);
    }
    try (Crawler oneMore = crawl("tides").build()) {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> DowserMetrics.bind(oneMore, few))
          .withMessageContaining("no room for 'tides'");
    }
    crawlers.forEach(Crawler::close);
  }

  @Test
  void crawlThatHasStartedIsRefusedAndLeavesNoMeters() {
    try (Crawler crawler = crawl("tides").build()) {
      crawler.run();

      assertThatExceptionOfType(CrawlException.class)
          .isThrownBy(() -> DowserMetrics.bind(crawler, registry))
          .withMessageContaining("was started before");
      assertThat(registry.getMeters()).isEmpty();
    }
  }

  @Test
  void closedMetricsStayAwayWhileTheCrawlContinues() throws Exception {
    try (Crawler crawler = crawl("tides").build()) {
      DowserMetrics.bind(crawler, registry).close();
      crawler.run();

      assertThat(scrape()).isEmpty();
    }
  }
}
