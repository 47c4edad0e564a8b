package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.wanglandau.WangLandauScorer.PresetTopic;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WangLandauScorerTest {

  private static final String PAGE = "http://a.example/";
  private static final WangLandauScorer RAINSTORM =
      WangLandauScorer.of(Settings.none(), CrawlContext.about(PresetTopic.RAINSTORM.english()));

  @ParameterizedTest
  @CsvSource({
    "storm rain, 0.8",
    "disaster, 0.5",
    "storm rain and disaster, 0.919239",
    "storm rain and weather, 0.636396",
    "'storm rain storm rain storm rain weather prevention', 0.844232",
    "meteorology, 0.1",
    "'storm rain, meteorology, weather, disaster, prevention', 0.804984",
    "sunshine, 0"
  })
  void relevanceIsTheCosineWithinTheTopicsTerms(String text, double relevance) {
    assertThat(relevance(RAINSTORM, CrawlFixtures.page(PAGE, text)))
        .isCloseTo(relevance, within(5e-7));
  }

  @Test
  void presetsHaveThePapersWeightsInBothLanguages() {
    WangLandauScorer typhoon =
        WangLandauScorer.of(Settings.none(), CrawlContext.about(PresetTopic.TYPHOON.english()));
    assertThat(relevance(typhoon, CrawlFixtures.page(PAGE, "typhoon")))
        .isCloseTo(0.777029, within(5e-7));
    assertThat(norm(PresetTopic.RAINSTORM.english())).isCloseTo(1, within(1e-12));
    assertThat(norm(PresetTopic.TYPHOON.english())).isCloseTo(1.02956, within(5e-6));
    for (PresetTopic preset : PresetTopic.values()) {
      assertThat(preset.chinese().weights().values())
          .containsExactlyElementsOf(preset.english().weights().values());
    }
    WangLandauScorer chinese =
        WangLandauScorer.of(Settings.none(), CrawlContext.about(PresetTopic.RAINSTORM.chinese()));
    assertThat(relevance(chinese, CrawlFixtures.page(PAGE, "今天有暴雨和灾害")))
        .isCloseTo(0.919239, within(5e-7));
  }

  @Test
  void aLinkIsRatedByItsAnchorAndItsPage() {
    AnalyzedPage page =
        CrawlFixtures.page(PAGE, "weather", new WebLink("http://b.example/", "storm rain", ""));
    Link link = page.links().get(0);

    assertThat(RAINSTORM.forPage(page).score(link)).isCloseTo(0.685477, within(5e-7));
    Explanation explanation = RAINSTORM.forPage(page).explain(link);
    assertThat(explanation.parts().get(0).value()).isCloseTo(0.24, within(5e-7));
    assertThat(explanation.parts().get(1).value()).isCloseTo(0.445477, within(5e-7));
  }

  @Test
  void aPagePathStatesItsRelevanceForTheFrontiers() {
    AnalyzedPage page = CrawlFixtures.page(PAGE, "storm rain and weather").withRelevance(0.1, true);

    PathState pathState = RAINSTORM.forPage(page).pathState();

    assertThat(RelevancePathState.relevance(Visits.carrying(page, pathState)))
        .isCloseTo(0.636396, within(5e-7));
    assertThat(RelevancePathState.relevance(Visits.carrying(page, PathState.NONE))).isEqualTo(0.1);
  }

  @Test
  void withoutAnAnchorAPageMustHaveTwoSeventhsForItsLinksToBeQueued() {
    double least = 0.2 / (1 - WangLandauScorer.ANCHOR_WEIGHT);
    assertThat(least).isCloseTo(0.285714, within(5e-7));
    AnalyzedPage page =
        CrawlFixtures.page(PAGE, "prevention", new WebLink("http://b.example/", "here", ""));

    double score = RAINSTORM.forPage(page).score(page.links().get(0));

    assertThat(relevance(RAINSTORM, page)).isGreaterThan(least);
    assertThat(score).isGreaterThan(0.2);
  }

  @Test
  void withAnAnchorWeightOfOneTheAnchorAloneCounts() {
    AnalyzedPage page =
        CrawlFixtures.page(PAGE, "weather", new WebLink("http://b.example/", "disaster", ""));
    WangLandauScorer scorer =
        WangLandauScorer.of(
            Settings.of(Map.of("anchorWeight", "1")),
            CrawlContext.about(PresetTopic.RAINSTORM.english()));

    assertThat(scorer.forPage(page).score(page.links().get(0))).isCloseTo(0.5, within(5e-7));
  }

  @Test
  void frozenCountsWeighByRarity() {
    var counts = DocumentFrequencies.Frozen.of(100, Map.of("storm rain", 59, "weather", 19));
    WangLandauScorer scorer =
        WangLandauScorer.of(
            Settings.none(), CrawlContext.about(PresetTopic.RAINSTORM.english()), counts);

    assertThat(relevance(scorer, fourOfOne())).isCloseTo(0.769245, within(5e-7));
  }

  @Test
  void growingCountsAreThoseOfThePagesVisited() {
    WangLandauScorer scorer =
        WangLandauScorer.of(
            Settings.of(Map.of("growingCounts", "true")),
            CrawlContext.about(PresetTopic.RAINSTORM.english()));
    assertThat(relevance(scorer, fourOfOne())).as("before the first page").isZero();
    for (int i = 1; i <= 100; i++) {
      String text = (i <= 59 ? "storm rain " : "") + (i > 81 ? "weather" : "");
      ((VisitObserver) scorer).visited(CrawlFixtures.visit(i, CrawlFixtures.page(PAGE, text)));
    }

    assertThat(relevance(scorer, fourOfOne())).isCloseTo(0.690335, within(5e-7));
  }

  @Test
  void withoutATopicAPresetIsNeeded() {
    var provider = new WangLandauScorer.Provider();
    assertThatThrownBy(() -> provider.create(Settings.none(), CrawlFixtures.context(1)))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("'wang-landau' needs a topic");
    Settings rainstorm = Settings.of(Map.of("preset", "rainstorm"));
    assertThat(provider.create(rainstorm, CrawlFixtures.context(1)).toString())
        .contains("storm rain");
  }

  /** R(page), as the scorer attaches it to the page for the frontiers. */
  private static double relevance(WangLandauScorer scorer, AnalyzedPage page) {
    return RelevancePathState.relevance(Visits.carrying(page, scorer.forPage(page).pathState()));
  }

  private static AnalyzedPage fourOfOne() {
    return CrawlFixtures.page(PAGE, "storm rain, storm rain, storm rain, storm rain, weather");
  }

  private static double norm(Topic topic) {
    return Math.sqrt(topic.weights().values().stream().mapToDouble(w -> w * w).sum());
  }
}
