package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageLinksTest {

  private static final CrawlUrl HOME = CrawlUrl.of("http://tides.example/");

  private final AnalyzedPage page = page();
  private final Link first = page.links().get(0);
  private final Link second = page.links().get(1);

  private static AnalyzedPage page() {
    return AnalyzedPage.builder(Candidate.seed(HOME, 0))
        .text("see ")
        .link(CrawlUrl.of("http://tides.example/high"), "high tide")
        .text(" and ")
        .link(CrawlUrl.of("http://tides.example/low"), "low tide")
        .build();
  }

  @Test
  void linksCanBeGivenInAnotherOrderAndKeepTheirPlaces() {
    AnalyzedPage turned = page.withRelevance(0.25, true).withLinks(List.of(second, first));

    assertThat(turned.links()).containsExactly(second, first);
    assertThat(turned.links()).extracting(Link::position).containsExactly(1, 0);
    assertThat(turned.relevance()).isEqualTo(0.25);
    assertThat(turned.text()).isEqualTo(page.text());
    assertThat(turned.contextTerms(second, AnalyzedPage.CONTEXT_TOKENS))
        .isEqualTo(page.contextTerms(second, AnalyzedPage.CONTEXT_TOKENS));
  }

  @Test
  void someOfTheLinksCanBeLeftOut() {
    assertThat(page.withLinks(List.of(second)).links()).containsExactly(second);
    assertThat(page.withLinks(List.of()).links()).isEmpty();
  }

  @Test
  void linksOfAnotherPageAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> page.withLinks(page().links()))
        .withMessageContaining("http://tides.example/");
  }

  @Test
  void linksGivenTwiceAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> page.withLinks(List.of(first, second, first)))
        .withMessageContaining("twice");
  }
}
