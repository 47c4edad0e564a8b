package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.archive.JsonLinesSink;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.ExtractCounts;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractTest {

  @TempDir Path directory;

  @Test
  void visitsHaveWhatTheSelectorsMatchAndAResumedCrawlHasTheSameSelectors() {
    InMemoryWeb web = Crawls.chain(4);
    Crawler.Builder first =
        Crawls.of(web, "http://chain.test/0")
            .strategy(
                Strategy.builder()
                    .extract("name", "title")
                    .extract("links", "a[href*='/']")
                    .build())
            .directory(directory);

    assertThat(attributes(first.maxPages(2)))
        .extracting(PageAttributes::extracted)
        .allSatisfy(extracted -> assertThat(extracted).containsOnlyKeys("name", "links"))
        .extracting(extracted -> extracted.get("name"))
        .containsExactly(List.of("page 0"), List.of("page 1"));
    assertThat(attributes(Crawls.of(web, "http://chain.test/0").directory(directory).maxPages(4)))
        .extracting(each -> each.extracted().get("name"))
        .containsExactly(List.of("page 2"), List.of("page 3"));
  }

  @Test
  void selectorsAreRefusedBesideAnAnalyzerThatHasNone() {
    Crawler.Builder crawl =
        Crawls.of(Crawls.chain(1), "http://chain.test/0")
            .strategy(
                Strategy.builder()
                    .extract("name", "title")
                    .pageAnalyzer((fetched, arrival) -> AnalyzedPage.builder(arrival).build())
                    .build());

    assertThatThrownBy(crawl::build)
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("extract is for the analyzer 'html'");
  }

  @Test
  void sameNameWithTwoTypesAndPartWithoutParentAreRefused() {
    Strategy.Builder twice = Strategy.builder().extract("price", "b");
    assertThatThrownBy(() -> twice.extract("price:number", "i"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'price'");

    Crawler.Builder orphan =
        Crawls.of(Crawls.chain(1), "http://chain.test/0")
            .strategy(Strategy.builder().extract("offers.price", "b").build());
    assertThatThrownBy(orphan::build).hasMessageContaining("'offers.price'");
  }

  @Test
  void textFormHasTypesPartsAndAttributes() {
    Crawler.Builder crawl =
        Crawls.of(Crawls.chain(2), "http://chain.test/0")
            .settings(
                Map.of("extract", "all=body\nall.links:url=a@href\ntitle=title\nhead:number=title"))
            .maxPages(1);

    assertThat(attributes(crawl))
        .extracting(PageAttributes::extracted)
        .containsExactly(
            Map.of(
                "all",
                List.of(Map.of("links", List.of(CrawlUrl.of("http://chain.test/1")))),
                "title",
                List.of("page 0"),
                "head",
                List.of(BigDecimal.ZERO)));
  }

  @Test
  void linesOfJsonHaveNumbersTimesUrlsAndObjects() throws IOException {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .document(
                "http://a.test/",
                "text/html",
                "<p>tides</p><div><b>1.299,00</b><b>ask</b><time>2024-03-01</time><a href=/b>b</a></div>")
            .build();
    Path file = directory.resolve("pages.jsonl");
    Crawler.Builder crawl =
        Crawls.of(web, "http://a.test/")
            .strategy(
                Strategy.builder()
                    .extract("o", "div")
                    .extract("o.price:number", "b")
                    .extract("o.time:date", "time")
                    .extract("o.link:url", "a")
                    .build())
            .maxPages(1)
            .persistence(Persistence.builder().pageSink(JsonLinesSink.to(file)).build());
    attributes(crawl);

    assertThat(Files.readString(file))
        .contains(
            "\"extracted\":{\"o\":[{\"link\":[\"http://a.test/b\"],\"price\":[1299.00],"
                + "\"time\":[\"2024-03-01T00:00:00Z\"]}]},\"unread\":{\"o.price\":[\"ask\"]}");
  }

  @Test
  void reportCountsRelevantPagesOfEachHostWithAndWithoutValues() throws IOException {
    var links = new StringBuilder();
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < 4; i++) {
      String price = i == 0 ? "<p class=o><b>12 EUR</b>" : i == 3 ? "<p class=o><b>ask</b>" : "";
      web.document("http://a.test/" + i, "text/html", "<p>laser laser " + i + price);
      web.document(
          "http://b.test/" + i, "text/html", "<p>laser light " + i + "<p class=o><b>7</b>");
      links.append("<a href=http://a.test/" + i + ">a</a><a href=http://b.test/" + i + ">b</a>");
    }
    web.document("http://a.test/", "text/html", "<p>nothing" + links);
    Crawler.Builder crawl =
        Crawls.of(web.build(), "http://a.test/")
            .strategy(
                Strategy.builder()
                    .extract("offers", ".o")
                    .extract("offers.price:number", "b")
                    .extract("none", "i")
                    .build());

    CrawlReport report = Crawls.run(crawl);

    assertThat(report.metrics().hosts())
        .extracting(CrawlMetrics.Host::name, CrawlMetrics.Host::extracts)
        .containsExactly(
            tuple(
                "a.test",
                Map.of(
                    "offers", new ExtractCounts(2, 2, 0),
                    "offers.price", new ExtractCounts(1, 0, 1),
                    "none", new ExtractCounts(0, 4, 0))),
            tuple(
                "b.test",
                Map.of(
                    "offers", new ExtractCounts(4, 0, 0),
                    "offers.price", new ExtractCounts(4, 0, 0),
                    "none", new ExtractCounts(0, 4, 0))));
    assertThat(report.toText().lines())
        .filteredOn(line -> line.startsWith("no value"))
        .containsExactly(
            "no value of none on 4 of 4 relevant pages of a.test, 4 of 4 relevant pages of b.test");
    Path html = directory.resolve("report.html");
    report.writeHtml(html);
    assertThat(
            Jsoup.parse(Files.readString(html))
                .select("table:has(caption:containsOwn(Relevant pages with values)) td")
                .eachText())
        .containsSequence("a.test", "offers.price", "1", "0", "1");
  }

  @Test
  void textNamesThreeHostsAndCountsTheOthers() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] seeds = new String[5];
    for (int i = 0; i < seeds.length; i++) {
      seeds[i] = "http://h" + i + ".test/";
      web.document(seeds[i], "text/html", "<p>laser laser " + i + "<b>3 or 4</b>");
    }
    CrawlReport report =
        Crawls.run(
            Crawls.of(web.build(), seeds)
                .strategy(Strategy.builder().extract("price:number", "b").build()));

    assertThat(report.toText())
        .contains("no value of price on 1 of 1 relevant page of h0.test (1 unread), ")
        .contains(" of h2.test (1 unread), and on most of 2 other hosts")
        .doesNotContain("h3.test");
  }

  private static List<PageAttributes> attributes(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      return crawler.pages().map(visit -> visit.page().attributes()).toList();
    }
  }
}
