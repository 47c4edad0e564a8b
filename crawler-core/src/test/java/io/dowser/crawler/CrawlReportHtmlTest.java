package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlReportHtmlTest {

  @TempDir Path directory;

  private static CrawlReport run(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      return crawler.run();
    }
  }

  private Document html(CrawlReport report) throws IOException {
    Path page = directory.resolve("crawl.html");
    report.writeHtml(page);
    return Jsoup.parse(Files.readString(page));
  }

  private static InMemoryWeb web() {
    return InMemoryWeb.builder()
        .page("http://a.test/", "start", "nothing", "/in", "http://b.test/", "/gone", "/moved")
        .page("http://a.test/in", "inside", "laser", "/deep")
        .page("http://a.test/deep", "deep", "laser laser")
        .page("http://b.test/", "other", "nothing")
        .failure("http://a.test/gone", FailureReason.TIMEOUT)
        .redirect("http://a.test/moved", "ftp://a.test/")
        .build();
  }

  @Test
  void reportHasHarvestHostsDepthsReasonsSlowestHostsAndPaths() throws IOException {
    CrawlReport report = run(Crawls.of(web(), "http://a.test/", "http://none.test/"));

    Document page = html(report);

    assertThat(page.select("h2").eachText())
        .containsExactly(
            "Harvest",
            "Hosts",
            "Depth",
            "What was not fetched or not queued",
            "Crawl paths",
            "Settings");
    assertThat(page.select("table:has(caption:containsOwn(About)) td").eachText())
        .containsSequence("name", "dowser")
        .containsSequence("topic", "laser");
    assertThat(page.select("#data").get(0).data())
        .containsSubsequence("\"results\":", "http://a.test/in\",\"title\":\"inside\"")
        .containsSubsequence("\"results\":", "http://a.test/deep\",\"title\":\"deep\"")
        .containsSubsequence("fetch failed: timeout", "\"examples\":[\"http://a.test/gone\"]");
    assertThat(page.select("figcaption").eachText())
        .contains("Share of relevant pages", "Pages over time", "By reason");
    assertThat(page.select("table:has(caption:containsOwn(Totals)) td").eachText())
        .containsSequence("pages visited", "4", "relevant pages", "2");
    assertThat(page.select("table:has(caption:containsOwn(Slowest)) td").eachText())
        .contains("a.test", "b.test");
    assertThat(page.select("table:has(caption:containsOwn(Seeds that))").text())
        .contains("http://none.test/");
    assertThat(page.select("h2:contains(Crawl paths) ~ div table").get(0).text())
        .containsSubsequence("seed", "http://a.test/in", "http://a.test/deep");
    assertThat(page.select("h2:contains(Crawl paths) ~ div table").get(0).select("th").eachText())
        .containsExactly("visit", "link", "score", "relevance", "page");
    assertThat(page.text()).doesNotContain("went on where an earlier one had stopped");
  }

  @Test
  void metricsCountWhatHappened() {
    CrawlMetrics metrics = run(Crawls.of(web(), "http://a.test/")).metrics();

    assertThat(metrics.depths()).containsExactly(1L, 2L, 1L);
    assertThat(metrics.progress()).extracting(CrawlMetrics.Progress::visited).endsWith(4L);
    assertThat(metrics.hosts())
        .extracting(
            CrawlMetrics.Host::name, CrawlMetrics.Host::visited, CrawlMetrics.Host::relevant)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("a.test", 3L, 2L),
            org.assertj.core.groups.Tuple.tuple("b.test", 1L, 0L));
    assertThat(metrics.problems()).containsKey("fetch failed: timeout");
    assertThat(metrics.paths().get(0))
        .extracting(CrawlMetrics.Step::url)
        .containsExactly("http://a.test/", "http://a.test/in", "http://a.test/deep");
  }

  @Test
  void pagesJustBelowTheThresholdAreCounted() throws IOException {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "0.5", "", "/4", "/3", "/2")
            .page("http://a.test/4", "0.499", "")
            .page("http://a.test/3", "0.4", "")
            .page("http://a.test/2", "0.399", "")
            .build();

    CrawlReport report =
        run(
            Crawls.of(web, "http://a.test/")
                .judge(page -> Double.parseDouble(page.title()))
                .directory(directory.resolve("crawl")));

    assertThat(report.metrics().nearlyRelevant()).isEqualTo(2);
    assertThat(report.toText()).contains(" 1 relevant (", " pending, 2 just below the threshold, ");
    Path stored = directory.resolve("stored.html");
    try (CrawlHistory history = CrawlHistory.open(directory.resolve("crawl"))) {
      history.writeHtml(stored);
    }
    for (Document page : List.of(html(report), Jsoup.parse(Files.readString(stored)))) {
      assertThat(page.select("table:has(caption:containsOwn(Totals)) td").eachText())
          .containsSequence("relevant pages", "1", "pages just below the threshold", "2");
    }
  }

  @Test
  void stepsOfPathsHaveTheTextsOfTheirLinksShortened() {
    String word = "\uD83D\uDD2D"; // two chars, which must stay together
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(
                new WebPage(
                    CrawlUrl.of("http://a.test/"),
                    "start",
                    "nothing",
                    List.of(link("/in", " "), link("/in", "to the laser"), link("/in", "later"))))
            .page(
                new WebPage(
                    CrawlUrl.of("http://a.test/in"),
                    "in",
                    "laser",
                    List.of(link("/deep", "x" + word.repeat(60)))))
            .page("http://a.test/deep", "deep", "laser laser")
            .build();

    CrawlMetrics metrics = run(Crawls.of(web, "http://a.test/")).metrics();

    assertThat(metrics.paths().get(0))
        .extracting(CrawlMetrics.Step::anchor)
        .containsExactly("", "to the laser", "x" + word.repeat(39) + "\u2026");
  }

  private static WebLink link(String path, String text) {
    return WebLink.to(path, text);
  }

  @Test
  void pointsAndPathsStayFewHoweverLongTheCrawl() {
    RandomWeb web = RandomWeb.builder(3).pages(1_200).build();

    CrawlMetrics metrics = run(Crawls.of(web)).metrics();

    assertThat(metrics.progress()).hasSizeBetween(250, 512);
    assertThat(metrics.progress()).extracting(CrawlMetrics.Progress::visited).isSorted();
    assertThat(metrics.progress().get(metrics.progress().size() - 1).visited()).isEqualTo(1_200);
    assertThat(metrics.paths()).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void crawlThatVisitedNothingHasAReportToo() throws IOException {
    Document page = html(run(Crawls.of(InMemoryWeb.builder().build(), "http://none.test/")));

    assertThat(page.text()).contains("no seed could be fetched", "http://none.test/");
    assertThat(page.select("figcaption").eachText()).doesNotContain("Pages over time");
  }

  @Test
  void resumedCrawlSaysWhatItsChartsAreOf() throws IOException {
    Path kept = directory.resolve("kept");
    InMemoryWeb web = Crawls.chain(9);
    run(Crawls.of(web, "http://chain.test/0").directory(kept).maxPages(4));

    CrawlReport report = run(Crawls.of(web, "http://chain.test/0").directory(kept).maxPages(9));

    assertThat(report.statistics().visited()).isEqualTo(9);
    assertThat(html(report).text()).contains("of the 5 pages visited since then");
  }

  @Test
  void crawlThatWentOnAndFoundNothingNewHasAReportToo() throws IOException {
    Path kept = directory.resolve("kept");
    InMemoryWeb web = Crawls.chain(3);
    run(Crawls.of(web, "http://chain.test/0").directory(kept));

    Document page = html(run(Crawls.of(web, "http://chain.test/0").directory(kept)));

    assertThat(page.text()).contains("pages visited 3", "of the 0 pages visited since then");
  }

  @Test
  void olderFileIsOverwritten() throws IOException {
    Path page = Files.writeString(directory.resolve("crawl.html"), "x".repeat(2_000_000));

    run(Crawls.of(web(), "http://a.test/")).writeHtml(page);

    assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    assertThat(List.of(directory.toFile().list())).containsExactly("crawl.html");
  }
}
