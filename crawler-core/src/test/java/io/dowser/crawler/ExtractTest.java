package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.archive.JsonLinesSink;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  private static List<PageAttributes> attributes(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      return crawler.pages().map(visit -> visit.page().attributes()).toList();
    }
  }
}
