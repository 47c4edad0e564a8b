package io.dowser.crawler.html;

import static io.dowser.crawler.html.HtmlPages.analyze;
import static io.dowser.crawler.html.HtmlPages.anchors;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlPageAnalyzerRobotsTest {

  private static final String LINKS = "<a href=x>one</a> <a rel='nofollow' href=y>two</a>";

  @Test
  void linksNotToFollowAreLeftOutAndTheirTextStays() {
    AnalyzedPage page = analyze(LINKS);
    assertThat(anchors(page)).containsExactly("one");
    assertThat(page.text()).isEqualTo("one two");
    assertThat(page.isIndexable()).isTrue();
  }

  @Test
  void linksNotToFollowAreTakenIfSoWished() {
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.of(Settings.of(Map.of("obeyNofollow", "false")));
    AnalyzedPage page = analyze(analyzer, "<meta name=robots content=nofollow>" + LINKS);
    assertThat(anchors(page)).containsExactly("one", "two");
    assertThat(page.links().get(1).rel()).containsExactly("nofollow");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nofollow",
        "ugc",
        "sponsored",
        "noopener UGC",
        "sponsored nofollow",
        "nofollow,noopener",
        "noopener , UGC"
      })
  void linksOfVisitorsAndAdvertisersAreLeftOut(String rel) {
    assertThat(anchors(analyze("<a href=x rel='" + rel + "'>one</a><a href=y>two</a>")))
        .containsExactly("two");
  }

  @Test
  void eachKindOfLinkIsTakenIfSoWished() {
    HtmlPageAnalyzer analyzer =
        HtmlPageAnalyzer.of(Settings.of(Map.of("obeyUgc", "false", "obeySponsored", "false")));
    String page = "<a rel=ugc href=1>one</a><a rel=sponsored href=2>two</a><a rel=nofollow href=3>";

    assertThat(anchors(analyze(analyzer, page))).containsExactly("one", "two");
  }

  @Test
  void canonicalFormIsALinkUnlessItIsThePageItselfOrNotWished() {
    String page = "<link rel=canonical href='/canonical'><a href=x>one</a>";
    HtmlPageAnalyzer plain = HtmlPageAnalyzer.of(Settings.of(Map.of("obeyCanonical", "false")));

    AnalyzedPage analyzed = analyze(page);
    assertThat(analyzed.links()).hasSize(2);
    assertThat(analyzed.links().get(1).target().path()).isEqualTo("/canonical");
    assertThat(analyzed.links().get(1).rel()).containsExactly("canonical");
    assertThat(analyze(plain, page).links()).hasSize(1);
    assertThat(analyze(plain, page).canonical()).isPresent();
    assertThat(analyze("<link rel=canonical href='" + analyzed.url() + "'>").links()).isEmpty();
    assertThat(analyze("<meta name=robots content=nofollow>" + page).links()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "noindex | false | 1",
        "nofollow | true | 0",
        "NONE | false | 0",
        "'index,follow' | true | 1",
        "' noindex , noarchive ' | false | 1",
        "'noindex nofollow' | false | 0",
        "noindexing | true | 1",
        "max-image-preview:none | true | 1",
        "'max-snippet:-1, nofollow' | true | 0",
      })
  void metaElementIsObeyed(String content, boolean indexable, int links) {
    AnalyzedPage page = analyze("<meta name=ROBOTS content='" + content + "'>" + LINKS);
    assertThat(page.isIndexable()).isEqualTo(indexable);
    assertThat(page.links()).hasSize(links);
  }

  @Test
  void metaElementBehindTheLinksCountsForThemToo() {
    AnalyzedPage page = analyze("<p>" + LINKS + "<meta name=robots content=nofollow>");
    assertThat(page.links()).isEmpty();
    assertThat(page.text()).isEqualTo("one two");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "noindex | false | 1",
        "none | false | 0",
        "otherbot: noindex, nofollow | true | 1",
        "dowserbot: nofollow | true | 0",
        "otherbot: noindex, DowserBot: nofollow | true | 0",
        "unavailable_after: 25 Jun 2030 15:00:00 PST | true | 1",
        "unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow | true | 0",
        "max-image-preview:large, noindex, nofollow | false | 0",
      })
  void headerIsObeyed(String value, boolean indexable, int links) {
    HtmlPageAnalyzer analyzer = named("DowserBot");
    AnalyzedPage page = analyze(analyzer, LINKS.getBytes(UTF_8), Map.of("x-robots-tag", value));
    assertThat(page.isIndexable()).isEqualTo(indexable);
    assertThat(page.links()).hasSize(links);
  }

  @Test
  void nameOfTheCrawlCountsIfItHasOne() {
    String html = "<meta name=dowserbot content=noindex>";
    HtmlPageAnalyzer analyzer = named("dowserbot");

    assertThat(analyze(analyzer.withRobotName(""), html).isIndexable()).isFalse();
    assertThat(analyze(analyzer.withRobotName("otherbot"), html).isIndexable()).isTrue();
  }

  private static HtmlPageAnalyzer named(String robot) {
    CrawlContext context = CrawlContext.builder().robotName(robot).build();
    return HtmlPageAnalyzer.of(Settings.none(), context);
  }

  @Test
  void everyHeaderLineCounts() {
    AnalyzedPage page =
        analyze(
            HtmlPageAnalyzer.create(),
            LINKS.getBytes(UTF_8),
            Map.of("x-robots-tag", "noindex\nnofollow"));
    assertThat(page.isIndexable()).isFalse();
    assertThat(page.links()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "otherbot"})
  void directivesForOtherRobotsAreNotRead(String name) {
    HtmlPageAnalyzer analyzer = named(name);
    AnalyzedPage page = analyze(analyzer, "<meta name=dowserbot content=none>" + LINKS);
    assertThat(page.isIndexable()).isTrue();
    assertThat(page.links()).hasSize(1);
  }

  @Test
  void noindexIsIgnoredIfSoWished() {
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.of(Settings.of(Map.of("obeyNoindex", "false")));
    assertThat(analyze(analyzer, "<meta name=robots content=noindex>").isIndexable()).isTrue();
  }

  @Test
  void headerOfAPageThatIsNotReadStillCounts() {
    AnalyzedPage page =
        analyze(
            HtmlPageAnalyzer.create(),
            new byte[0],
            Map.of("x-robots-tag", "noindex", "content-type", "image/png"));
    assertThat(page.isIndexable()).isFalse();
  }
}
