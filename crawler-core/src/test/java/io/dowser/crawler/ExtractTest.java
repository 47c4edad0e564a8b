package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Path;
import java.util.List;
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

  private static List<PageAttributes> attributes(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      return crawler.pages().map(visit -> visit.page().attributes()).toList();
    }
  }
}
