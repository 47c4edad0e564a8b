package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both kinds of report, opened in a real browser. */
@Tag("slow")
class ReportInBrowserTest {

  private static final String[] STRATEGIES = {"random", "breadth-first", "best-first", "oracle"};

  @TempDir Path directory;

  /** In a wide window that is light, and in a narrow one that is dark. */
  @ParameterizedTest
  @CsvSource({"1200, false", "520, true"})
  void comparisonShowsEverySeriesInEveryChart(int width, boolean dark) throws Exception {
    Browser browser = Browser.find();

    Browser.Opened report = browser.open(comparison(), width, dark, directory);

    assertThat(report.console()).isEmpty();
    assertThat(report.document().select("figure")).hasSize(3);
    for (Element metric : report.document().select("figure")) {
      assertThat(metric.select("svg.chart g[data-series]").eachAttr("data-series"))
          .containsExactlyInAnyOrder(STRATEGIES);
      assertThat(metric.select("path.line").eachAttr("d")).allMatch(path -> path.startsWith("M"));
      assertThat(metric.select(".legend li").eachText()).containsExactlyInAnyOrder(STRATEGIES);
    }
    assertThat(Integer.parseInt(report.document().select("svg.chart").get(0).attr("width")))
        .isBetween(280, width);
    assertThat(report.picture().getWidth()).isEqualTo(width);
    assertThat(report.brightnessOfPaper() < 64).isEqualTo(dark);
    assertThat(report.brightnessOfPaper() > 192).isEqualTo(!dark);
    assertThat(report.colours()).isGreaterThan(20);
  }

  private Path comparison() throws IOException {
    SmallWeb web = SmallWeb.in(directory);
    String names = String.join(",", STRATEGIES);
    CommandRun run = CommandRun.of(web.compare("--strategies=" + names, "--budget=8", "--runs=2"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return web.file("out/report.html");
  }

  @Test
  void comparisonCanBePrinted() throws Exception {
    Browser browser = Browser.find();

    byte[] pdf = browser.print(comparison(), directory);

    String text = new String(pdf, StandardCharsets.ISO_8859_1);
    assertThat(text).startsWith("%PDF-").contains("/Type /Page");
    assertThat(text.split("/Type /Page\\b", -1)).hasSizeGreaterThan(3); // and not cut after one
  }

  @Test
  void errorOfAScriptWouldBeSeen() throws Exception {
    Browser browser = Browser.find();
    Path page =
        Files.writeString(
            directory.resolve("bad.html"), "<!DOCTYPE html><script>tide.high();</script>");

    assertThat(browser.open(page, 520, false, directory).console())
        .singleElement()
        .asString()
        .contains("tide is not defined");
  }

  @Test
  void crawlReportShowsAllItsCharts() throws Exception {
    Browser browser = Browser.find();
    Path page = directory.resolve("crawl.html");
    crawl(page);

    Browser.Opened report = browser.open(page, 1000, false, directory);

    assertThat(report.console()).isEmpty();
    Document document = report.document();
    assertThat(document.select("figcaption").eachText())
        .containsExactly(
            "Relevant pages found",
            "Share of relevant pages",
            "Pages over time",
            "Pages by host, relevant ones in brackets",
            "Pages by links from the nearest seed",
            "By reason");
    assertThat(document.select("figure"))
        .allSatisfy(metric -> assertThat(metric.select("svg.chart [data-series]")).isNotEmpty());
    assertThat(document.select("#list a").eachAttr("href")).contains(SmallWeb.ROOT + "page7a");
    assertThat(document.select("#list mark")).isNotEmpty();
  }

  private void crawl(Path page) throws IOException {
    SmallWeb web = SmallWeb.in(directory);
    try (ReplayFetcher archive = web.archive();
        Crawler crawler =
            Crawler.builder()
                .seed(SmallWeb.ROOT)
                .topic(SmallWeb.TOPIC)
                .fetcher(archive)
                .politeness(Politeness.builder().delay(Duration.ZERO).build())
                .build()) {
      crawler.run().orThrow().writeHtml(page);
    }
  }
}
