package io.dowser.crawler.scorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.judge.TopicTermsJudge;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BestFirstScorerTest {

  private static final Topic TOPIC = Topic.of(Map.of("rain", 0.8, "weather", 0.6));
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final String TARGET = "http://b.example/x";

  private final LinkScorer scorer = BestFirstScorer.of(Settings.none(), CrawlContext.about(TOPIC));

  @Test
  void addsParentRelevanceAnchorAndContextByTheirWeights() {
    AnalyzedPage page = page("some weather", WebLink.to(TARGET, "rain"));

    // 0.5 * 0.7 + 0.4 * 0.8 + 0.1 * (0.8 + 0.6) / sqrt(2)
    assertThat(score(scorer, page, 0)).isCloseTo(0.7689949493661167, CLOSE);
  }

  @Test
  void aLinkWithoutTopicTermsNearbyHasItsPagesShareOnly() {
    AnalyzedPage page = page("rain " + "word ".repeat(40), WebLink.to(TARGET, "elsewhere"));

    assertThat(score(scorer, page, 0)).isEqualTo(0.5 * 0.7);
  }

  @Test
  void contextReachesBothWaysAndIntoOtherLinks() {
    AnalyzedPage page =
        page(
            "",
            WebLink.to(TARGET, "rain"),
            WebLink.to(TARGET, "other"),
            WebLink.to(TARGET, "more"));
    LinkScorer near = reaching(5);

    assertThat(score(near, page, 1)).isCloseTo(0.35 + 0.1 * 0.8, CLOSE);
    assertThat(score(near, page, 2)).isEqualTo(0.35);
    assertThat(score(scorer, page, 2)).isCloseTo(0.35 + 0.1 * 0.8, CLOSE);
  }

  @Test
  void aTermCutByTheBorderOfTheContextDoesNotCount() {
    AnalyzedPage page = page("rain", WebLink.to(TARGET, "x"));

    assertThat(score(reaching(5), page, 0)).isCloseTo(0.43, CLOSE);
    assertThat(score(reaching(4), page, 0)).isEqualTo(0.35);
  }

  @Test
  void withoutContextCharactersTheContextIsTheAnchor() {
    LinkScorer narrow = reaching(0);
    AnalyzedPage page = page("weather", WebLink.to(TARGET, "rain"));

    assertThat(score(narrow, page, 0)).isCloseTo(0.35 + 0.4 * 0.8 + 0.1 * 0.8, CLOSE);
  }

  @Test
  void explainsTheScoreAsASum() {
    AnalyzedPage page = page("", WebLink.to(TARGET, "rain"));
    PageScoring scoring = scorer.forPage(page);

    assertThat(scoring.explain(page.links().get(0)).toTree())
        .isEqualTo(
            """
            best-first = 0.75
              parent relevance x 0.5 = 0.35
              anchor cosine x 0.4 = 0.32000000000000006
              context cosine x 0.1 = 0.08000000000000002""");
  }

  @Test
  void cutsNoTextIntoTokens() {
    TextAnalyzer refusing =
        (text, sink) -> {
          throw new AssertionError("tokens were asked for");
        };
    AnalyzedPage page =
        AnalyzedPage.builder(page("").arrival())
            .textAnalyzer(refusing)
            .link(page("").url(), "rain")
            .build();

    assertThat(score(scorer, page, 0)).isGreaterThan(0);
  }

  @Test
  void judgeAndScorerOfOneTopicScanAPageOnce() {
    var normalized = new AtomicInteger();
    TextNormalizer counting =
        text -> {
          normalized.incrementAndGet();
          return TextNormalizer.PLAIN.normalize(text);
        };
    var context = CrawlContext.about(TOPIC, counting, TextAnalyzer.PLAIN);
    LinkScorer counted = BestFirstScorer.of(Settings.none(), context);
    var judge = TopicTermsJudge.of(Settings.none(), context);
    // ligatures are normalised again in each scan
    AnalyzedPage page = CrawlFixtures.page("http://a.example/", "ﬁﬀ rain ﬁﬀ");
    judge.relevance(page);
    int afterJudge = normalized.get();

    counted.forPage(page.withRelevance(0.8, true));

    assertThat(normalized).hasValue(afterJudge);
    assertThat(page.matches(TopicMatcher.of(TOPIC.terms(), counting)))
        .isSameAs(page.matches(TopicMatcher.of(TOPIC.terms(), counting)));
  }

  @Test
  void isFoundByNameAndReadsItsSettings() {
    LinkScorer found =
        create(
            Map.of("parentWeight", "0", "anchorWeight", "1", "contextWeight", "0"),
            CrawlFixtures.context(TOPIC, 1));

    assertThat(score(found, page("", WebLink.to(TARGET, "rain")), 0)).isCloseTo(0.8, CLOSE);
  }

  @ParameterizedTest
  @CsvSource({"parentWeight, 2", "anchorWeight, NaN", "contextCharacters, -1", "color, red"})
  void refusesBadAndUnknownSettings(String key, String value) {
    assertThatThrownBy(() -> create(Map.of(key, value), CrawlFixtures.context(TOPIC, 1)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'" + key + "' is '" + value + "'");
  }

  @Test
  void withoutATopicInWordsOnlyTheParentCounts() {
    LinkScorer found = create(Map.of(), CrawlFixtures.context(1));

    assertThat(score(found, page("rain", WebLink.to(TARGET, "rain")), 0)).isEqualTo(0.35);
  }

  private static LinkScorer reaching(int characters) {
    return create(Map.of("contextCharacters", "" + characters), CrawlFixtures.context(TOPIC, 1));
  }

  private static LinkScorer create(Map<String, String> settings, CrawlContext context) {
    return PluginRegistry.linkScorers(BestFirstScorer.class.getClassLoader())
        .create("best-first", Settings.of(settings), context);
  }

  private static AnalyzedPage page(String text, WebLink... links) {
    return CrawlFixtures.page("http://a.example/", text, links).withRelevance(0.7, true);
  }

  private static double score(LinkScorer scorer, AnalyzedPage page, int link) {
    return scorer.forPage(page).score(page.links().get(link));
  }
}
