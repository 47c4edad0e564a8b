package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Fetched;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenderPolicyTest {

  private static final FetchRequest REQUEST = FetchRequest.of(CrawlUrl.of("http://www.a.test/"));
  private static final String SCRIPT = "<script src=/app.js></script>";

  private static Fetched page(String html) {
    return new Fetched(
        REQUEST.url(),
        200,
        FetchResult.NO_HEADERS,
        Body.of(html.getBytes(UTF_8)),
        FetchResult.Truncation.NONE,
        Duration.ZERO);
  }

  private static boolean looksEmpty(String html) {
    return RenderPolicy.looksEmpty().renders(REQUEST, page(html));
  }

  @Test
  void pageWithAScriptAndLittleTextLooksEmpty() {
    assertThat(looksEmpty("<div id=root></div>" + SCRIPT)).isTrue();
    assertThat(looksEmpty("<div id=root></div><script type=module>1</script>")).isTrue();
    assertThat(looksEmpty(SCRIPT + "<noscript>" + "Enable scripts. ".repeat(99) + "</noscript>"))
        .isTrue();
    assertThat(looksEmpty(SCRIPT + "<a href='javascript:x()'>menu</a>".repeat(20))).isTrue();
    assertThat(looksEmpty("<title>" + "A title. ".repeat(99) + "</title>" + SCRIPT)).isTrue();
  }

  @Test
  void pageWithTextOrLinksOrWithoutScriptsDoesNot() {
    assertThat(looksEmpty("<p>short")).isFalse();
    assertThat(looksEmpty("")).isFalse();
    assertThat(looksEmpty("<script type=application/ld+json>{}</script>")).isFalse();
    assertThat(looksEmpty(SCRIPT + "x".repeat(200))).isFalse();
    assertThat(looksEmpty(SCRIPT + "x".repeat(199))).isTrue();
    assertThat(looksEmpty(SCRIPT + "潮".repeat(67))).isFalse();
    assertThat(looksEmpty(SCRIPT + "<a href=/x>x</a> ".repeat(5))).isFalse();
    assertThat(looksEmpty("<meta http-equiv=refresh content='0; url=/x'>" + SCRIPT)).isFalse();
    assertThat(looksEmpty(SCRIPT + "<frameset><frame src=/x></frameset>")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "www.a.test, true",
    "*.a.test, true",
    "*.test, true",
    "a.test, false",
    "*.www.a.test, true",
    "b.test, false",
    "*.b.test, false"
  })
  void hostsAreChosenByPattern(String pattern, boolean chosen) {
    RenderPolicy policy = RenderPolicy.hosts(List.of("other.test", pattern));

    assertThat(policy.renders(REQUEST, page(""))).isEqualTo(chosen);
  }

  @Test
  void patternThatIsNoneIsRefused() {
    assertThatThrownBy(() -> RenderPolicy.hosts(List.of("http://a.test/")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("http://a.test/");
  }

  @Test
  void scoreIsThatOfTheCandidate() {
    Candidate seed = Candidate.seed(REQUEST.url(), 0);
    RenderPolicy policy = RenderPolicy.minScore(0.5);

    assertThat(policy.renders(REQUEST, page(""))).isFalse();
    assertThat(policy.renders(REQUEST.withCandidate(seed), page(""))).isTrue();
    assertThat(policy.renders(REQUEST.withCandidate(seed.withScore(0.5)), page(""))).isTrue();
    assertThat(policy.renders(REQUEST.withCandidate(seed.withScore(0.4)), page(""))).isFalse();
  }

  @Test
  void policiesAreCombined() {
    RenderPolicy always = RenderPolicy.always();
    RenderPolicy never = (request, page) -> false;

    assertThat(always.and(never).renders(REQUEST, page(""))).isFalse();
    assertThat(always.or(never).renders(REQUEST, page(""))).isTrue();
    assertThat(never.or(never).renders(REQUEST, page(""))).isFalse();
  }
}
