package io.dowser.crawler.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code adaptive} with this artifact on the class path. */
class SignalOfAdaptiveTest {

  private static final String TEXT = "The cat sat on the mat and looked at the birds in the garden";
  private static final Topic TOPIC = Topic.of("physicist");

  @Test
  void theMeaningOfAnchorsIsASignalByDefault() {
    LinkScorer adaptive = scorer("adaptive", Map.of(), CrawlFixtures.context(TOPIC, 1));

    assertThat(adaptive.forPage(page("biologist", TEXT)).explain(link("biologist")).parts())
        .extracting(part -> part.name())
        .contains("1.000 x standardised best-first", "1.000 x standardised meaning-of-anchor");
  }

  @Test
  void withoutATopicOrWithOtherSignalsItIsNone() {
    CrawlContext nothing = CrawlContext.builder().build();
    CrawlContext topic = CrawlFixtures.context(TOPIC, 1);

    for (LinkScorer adaptive :
        new LinkScorer[] {
          scorer("adaptive", Map.of(), nothing),
          scorer("adaptive", Map.of("signals", "best-first"), topic)
        }) {
      assertThat(adaptive.forPage(page("biologist", TEXT)).explain(link("biologist")).parts())
          .extracting(part -> part.name())
          .contains("2.000 x standardised best-first")
          .noneMatch(part -> part.contains("meaning"));
    }
  }

  @Test
  void aSignalIsTheCosineOfTheAnchorOrOfThePage() {
    CrawlContext context = CrawlFixtures.context(TOPIC, 1);
    LinkScorer ofAnchor = scorer("meaning-of-anchor", Map.of(), context);
    LinkScorer ofPage = scorer("meaning-of-page", Map.of(), context);

    assertThat(score(ofAnchor, "biologist", TEXT)).isGreaterThan(score(ofAnchor, "sofa", TEXT));
    assertThat(score(ofPage, "sofa", "Albert Einstein was a famous scientist of the last century"))
        .isGreaterThan(score(ofPage, "sofa", TEXT));
  }

  @Test
  void inAnotherLanguageASignalIsZero() {
    CrawlContext context = CrawlFixtures.context(TOPIC, 1);
    String chinese = "物理学家在实验室里研究光的性质，并发表了关于激光的论文。";

    assertThat(score(scorer("meaning-of-anchor", Map.of(), context), "physicist", chinese))
        .isZero();
    assertThat(score(scorer("meaning-of-page", Map.of(), context), "physicist", chinese)).isZero();
  }

  private static double score(LinkScorer scorer, String anchor, String text) {
    AnalyzedPage page = page(anchor, text);
    return scorer.forPage(page).score(page.links().get(0));
  }

  private static AnalyzedPage page(String anchor, String text) {
    return CrawlFixtures.page("http://a.test/", text, WebLink.to("http://a.test/1", anchor));
  }

  private static Link link(String anchor) {
    return page(anchor, TEXT).links().get(0);
  }

  private static LinkScorer scorer(
      String name, Map<String, String> settings, CrawlContext context) {
    return PluginRegistry.linkScorers(SignalOfAdaptiveTest.class.getClassLoader())
        .create(name, Settings.of(settings), context);
  }
}
