package io.dowser.crawler.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CrawlScopeTest {

  private static final CrawlUrl PORTAL = CrawlUrl.of("http://portal.test/");
  private static final CrawlUrl DOCS = CrawlUrl.of("http://a.test/docs/");

  @Test
  void seedsOutOfTheirScopeAreWarnedOf() {
    assertThat(scope(Scope.of("a.test"), Map.of()).warning())
        .hasValue(
            "seeds out of scope: 1, such as http://portal.test/; only their links into the scope"
                + " are followed");
    assertThat(scope(Scope.HOST, Map.of(DOCS, Scope.of("b.test"))).warning().orElseThrow())
        .contains("seeds out of scope: 1, such as http://a.test/docs/;");
  }

  @Test
  void seedsWithinTheirScopeAreNoWarning() {
    assertThat(scope(Scope.HOST, Map.of()).warning()).isEmpty();
    assertThat(scope(Scope.of("a.test"), Map.of(PORTAL, Scope.HOST)).warning()).isEmpty();
  }

  private static CrawlScope scope(Scope scope, Map<CrawlUrl, Scope> own) {
    return CrawlScope.of(List.of(PORTAL, DOCS), scope, own, List.of());
  }
}
