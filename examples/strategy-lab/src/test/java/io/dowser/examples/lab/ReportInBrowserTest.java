package io.dowser.examples.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both kinds of report, opened in a real browser. */
class ReportInBrowserTest {

  private static final String[] STRATEGIES = {"random", "breadth-first", "best-first", "oracle"};

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1200, 520})
  void comparisonShowsEverySeriesInEveryChart(int width) throws Exception {
    Browser browser = Browser.find();
    SmallWeb web = SmallWeb.in(directory);
    String names = String.join(",", STRATEGIES);
    CommandRun.of(web.compare("--strategies=" + names, "--budget=8", "--runs=2"));

    Browser.Opened report = browser.open(web.file("out/report.html"), width, directory);

    assertThat(report.console()).isEmpty();
    assertThat(report.document().select("figure")).hasSize(3);
    for (Element figure : report.document().select("figure")) {
      assertThat(figure.select("svg.chart g[data-series]").eachAttr("data-series"))
          .containsExactlyInAnyOrder(STRATEGIES);
      assertThat(figure.select("path.line").eachAttr("d")).allMatch(path -> path.startsWith("M"));
      assertThat(figure.select(".legend li").eachText()).containsExactlyInAnyOrder(STRATEGIES);
    }
    assertThat(Integer.parseInt(report.document().select("svg.chart").get(0).attr("width")))
        .isLessThan(width);
  }

  @Test
  void crawlReportShowsAllItsCharts() throws Exception {
    Browser browser = Browser.find();
    Path page = directory.resolve("crawl.html");
    crawl(page);

    Browser.Opened report = browser.open(page, 1000, directory);

    assertThat(report.console()).isEmpty();
    Document document = report.document();
    assertThat(document.select("figcaption").eachText())
        .containsExactly(
            "Share of relevant pages",
            "Pages over time",
            "Pages by host, relevant ones in brackets",
            "Pages by links from the nearest seed",
            "By reason");
    assertThat(document.select("figure"))
        .allSatisfy(figure -> assertThat(figure.select("svg.chart [data-series]")).isNotEmpty());
    assertThat(document.select("table").text()).contains(SmallWeb.ROOT + "page7a");
  }

  private void crawl(Path page) throws IOException {
    SmallWeb web = SmallWeb.in(directory);
    try (ReplayFetcher archive = web.archive();
        Crawler crawler =
            Crawler.builder()
                .seed(SmallWeb.ROOT)
                .topic(SmallWeb.TOPIC)
                .fetcher(archive)
                .delay(Duration.ZERO)
                .build()) {
      crawler.run().orThrow().writeHtml(page);
    }
  }
}
