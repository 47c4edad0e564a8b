package io.dowser.crawler.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PageAnalyzerProvider;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class HtmlPageAnalyzerProviderTest {

  private final CrawlContext context =
      CrawlContext.builder().textAnalyzer((text, sink) -> sink.accept("fixed", 0, 0)).build();

  @Test
  void providerIsFoundByItsName() {
    assertThat(ServiceLoader.load(PageAnalyzerProvider.class))
        .extracting(PageAnalyzerProvider::name)
        .contains("html");
  }

  @Test
  void settingsReachTheAnalyzerAndTextIsTokenizedByTheCrawl() {
    AnalyzedPage page =
        analyze(
            Map.of(
                "obeyNofollow", "false",
                "obeyNoindex", "false",
                "followFrames", "false",
                "maxLinks", "1",
                "maxCharacters", "100"));
    assertThat(page.links()).hasSize(1);
    assertThat(page.isIndexable()).isTrue();
    assertThat(page.terms().count("fixed")).isEqualTo(page.terms().total()).isPositive();
  }

  @Test
  void directivesAreObeyedByDefault() {
    AnalyzedPage page = analyze(Map.of());
    assertThat(page.isIndexable()).isFalse();
    assertThat(page.links()).hasSize(2);
  }

  @Test
  void unknownSettingAndBadValueAreRefused() {
    assertThatThrownBy(() -> analyze(Map.of("maxLink", "1"))).isInstanceOf(SettingException.class);
    assertThatThrownBy(() -> HtmlPageAnalyzer.of(Settings.of(Map.of("maxLink", "1"))))
        .isInstanceOf(SettingException.class);
    assertThatThrownBy(() -> analyze(Map.of("maxLinks", "-1")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("maxLinks");
  }

  @Test
  void analyzerByCodeCutsChineseByItself() {
    byte[] body = "<p>台風登陸".getBytes(UTF_8);
    AnalyzedPage page =
        HtmlPages.analyze(HtmlPageAnalyzer.create(), body, Map.of("content-type", "text/html"));
    assertThat(page.terms().count("台风")).isEqualTo(1);
  }

  private AnalyzedPage analyze(Map<String, String> values) {
    String html =
        "<meta name=robots content=noindex><iframe src=f></iframe><a rel=nofollow href=x>a</a>"
            + "<a href=y>b</a>";
    Settings settings = Settings.of(values);
    var analyzer = new HtmlPageAnalyzer.Provider().create(settings, context);
    settings.refuseUnread();
    return analyzer.analyze(
        HtmlPages.fetched(HtmlPages.URL, html.getBytes(UTF_8), Map.of()),
        Candidate.seed(HtmlPages.URL, 0));
  }
}
