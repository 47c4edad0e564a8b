package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VisitTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://a.test/");
  private static final Candidate SEED = Candidate.seed(URL, 0);
  private static final AnalyzedPage PAGE =
      AnalyzedPage.builder(SEED).build().withRelevance(0.7, true);
  private static final FetchResult.Fetched FETCHED =
      new FetchResult.Fetched(
          URL,
          200,
          HttpHeaders.of(Map.of("content-type", List.of("text/html")), (name, value) -> true),
          Body.of(new byte[0]),
          FetchResult.Truncation.NONE,
          Duration.ZERO);

  @Test
  void visitOfANewPageIsItsFirstVersion() {
    var visit = new Visit(3, SEED, PAGE, FETCHED, Instant.EPOCH, links(1, 2), PathState.NONE);

    assertThat(visit.version()).isEqualTo(1);
    assertThat(visit.url()).isEqualTo(URL);
    assertThat(visit.relevance()).isEqualTo(0.7);
    assertThat(visit.relevant()).isTrue();
    assertThat(visit.fetched().contentType()).isEqualTo("text/html");
  }

  @Test
  void numbersAndVersionsBeginAtOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> visit(0, 1))
        .withMessage("number must be above 0, but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> visit(1, 0))
        .withMessage("version must be above 0, but was 0");
    assertThat(visit(1, 2).version()).isEqualTo(2);
  }

  private static Visit visit(long number, int version) {
    return new Visit(number, SEED, PAGE, FETCHED, Instant.EPOCH, links(), PathState.NONE, version);
  }

  private static Visit.OutLinks links(long... targets) {
    return Visit.OutLinks.of(targets);
  }

  @Test
  void outLinksAreEqualByTheirTargets() {
    assertThat(links(1, 2)).isEqualTo(links(1, 2)).hasSameHashCodeAs(links(1, 2));
    assertThat(links(1, 2)).isNotEqualTo(links(2, 1)).hasToString("OutLinks[1, 2]");
    assertThat(links(1, 2).size()).isEqualTo(2);
    assertThat(links(1, 2).get(1)).isEqualTo(2);
    assertThat(links(1, 2).stream()).containsExactly(1L, 2L);
  }

  @Test
  void answersHaveTheUsualValues() {
    assertThat(new FetchResult.NotModified(URL).headers().map()).isEmpty();
    assertThat(new FetchResult.Redirect(URL, 301, "/a").location()).isEqualTo("/a");
    assertThat(FetchResult.Failed.of(URL, FetchResult.FailureReason.DNS, "unknown").retryable())
        .isTrue();
  }
}
