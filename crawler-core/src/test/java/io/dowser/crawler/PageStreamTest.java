package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageStreamTest {

  @Test
  void handsOutEveryPageInCrawlOrder() {
    try (Crawler crawler = Crawls.of(Crawls.chain(100), "http://chain.test/0").build();
        Stream<Visit> pages = crawler.pages()) {
      List<Long> numbers = pages.map(Visit::number).toList();

      assertThat(numbers).hasSize(100).isSorted().startsWith(1L).endsWith(100L);
    }
  }

  @Test
  void crawlWaitsForASlowReaderAndEndsWhenTheStreamIsClosed() {
    InMemoryWeb web = Crawls.chain(5_000);
    InMemoryFetcher fetcher = web.fetcher();
    try (Crawler crawler = Crawls.of(web, "http://chain.test/0").fetcher(fetcher).build()) {
      Stream<Visit> pages = crawler.pages();

      assertThat(pages.limit(3).map(Visit::number).toList()).containsExactly(1L, 2L, 3L);
      pages.close();

      assertThat(fetcher.order().size()).isLessThan(100);
    }
  }

  @Test
  void crawlThatFailsThrowsAtTheEndOfTheStream() {
    InMemoryWeb web = InMemoryWeb.builder().failure("http://gone.test/", FailureReason.DNS).build();
    try (Crawler crawler = Crawls.of(web, "http://gone.test/").build();
        Stream<Visit> pages = crawler.pages()) {
      assertThatThrownBy(pages::toList)
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("ALL_SEEDS_FAILED");
    }
  }

  @Test
  void crawlCanBeStartedOnce() {
    try (Crawler crawler = Crawls.of(Crawls.chain(2), "http://chain.test/0").build()) {
      crawler.run();

      assertThatThrownBy(crawler::pages)
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("started before");
    }
  }
}
