package io.dowser.crawler.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicTermsJudgeTest {

  private static final Topic TOPIC = Topic.of(Map.of("rain", 0.8, "weather", 0.6));
  private static final Offset<Double> SIX_DIGITS = within(5e-7);

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "'nothing of the kind', 0",
    "'one rain among many other words of a long page', 0.8",
    "'Weather. WEATHER!', 0.6",
    "'rain rain rain rain weather', 0.921635",
    "'train rains weathered', 0"
  })
  void withinTheTopicsTermsRelevanceIsTheirCosine(String text, double relevance) {
    RelevanceJudge judge = TopicTermsJudge.builder(TOPIC).build();

    assertThat(judge.relevance(page(text))).isCloseTo(relevance, SIX_DIGITS);
  }

  @Test
  void rarityComesFromFrozenCountsSmoothed() {
    RelevanceJudge judge =
        TopicTermsJudge.builder(TOPIC)
            .frozenCounts(DocumentFrequencies.Frozen.of(100, Map.of("rain", 59, "weather", 19)))
            .build();

    // weights 4 * 0.425969 and 0.778151
    assertThat(judge.relevance(page("rain rain rain rain weather")))
        .isCloseTo(0.976956, SIX_DIGITS);
  }

  @Test
  void withAllTermsTheRestOfThePageMakesItLessRelevant() {
    RelevanceJudge judge = TopicTermsJudge.builder(TOPIC).scope(TopicVector.Scope.FULL).build();

    assertThat(judge.relevance(page("rain and weather or rain again")))
        .isCloseTo(0.777817, SIX_DIGITS);
    assertThat(judge.relevance(page("nothing of the kind"))).isZero();
    assertThat(judge.threshold()).isEqualTo(0.3);
  }

  @Test
  void withinTheTopicsTermsNoTextIsTokenized() {
    TextAnalyzer refusing =
        (text, sink) -> {
          throw new AssertionError("tokens were asked for");
        };
    AnalyzedPage page =
        AnalyzedPage.builder(page("").arrival()).textAnalyzer(refusing).text("rain").build();

    assertThat(TopicTermsJudge.builder(TOPIC).build().relevance(page)).isEqualTo(0.8);
  }

  @Test
  void termsAreComparedAsTheNormalizerWritesThem() {
    TextNormalizer folding = text -> text.toLowerCase(Locale.ROOT).replace('雲', '云');
    RelevanceJudge judge = TopicTermsJudge.builder(Topic.of("暴雨云")).textNormalizer(folding).build();

    assertThat(judge.relevance(page("有一片暴雨雲"))).isEqualTo(1);
  }

  @Test
  void twoOfThreeTermsReachTheDefaultThresholdAndOneDoesNot() {
    RelevanceJudge judge = TopicTermsJudge.builder(Topic.of("rain", "storm", "surge")).build();

    assertThat(judge.threshold()).isEqualTo(0.62);
    assertThat(judge.relevance(page("rain and storm"))).isGreaterThan(judge.threshold());
    assertThat(judge.relevance(page("rain and rain"))).isLessThan(judge.threshold());
  }

  @Test
  void withGrowingCountsAPageIsTheLessRelevantTheLaterItIsMet() {
    TopicTermsJudge judge = TopicTermsJudge.builder(TOPIC).growingCounts().build();
    AnalyzedPage both = page("rain rain rain rain weather");

    assertThat(judge.relevance(both)).as("before the first page").isZero();
    visit(judge, 41, "neither");
    visit(judge, 59, "rain");
    // 4 * lg(100/60) for rain, lg(100/1) for weather
    assertThat(judge.relevance(both)).isCloseTo(0.872893, SIX_DIGITS);
    visit(judge, 900, "rain");
    // 4 * lg(1000/960) for rain, lg(1000/1) for weather: the rare term decides
    assertThat(judge.relevance(both)).isCloseTo(0.618738, SIX_DIGITS);
  }

  @Test
  void withGrowingCountsATermOfEveryPageCountsForNothing() {
    TopicTermsJudge judge = TopicTermsJudge.builder(TOPIC).growingCounts().build();
    visit(judge, 18, "rain"); // lg(18/19) is below 0

    assertThat(judge.relevance(page("rain"))).isZero();
    assertThat(judge.relevance(page("rain weather"))).isCloseTo(0.6, SIX_DIGITS);
  }

  @Test
  void growingCountsSurviveARestart() throws IOException {
    TopicTermsJudge judge = TopicTermsJudge.builder(TOPIC).growingCounts().build();
    visit(judge, 41, "neither");
    visit(judge, 59, "rain");
    var bytes = new ByteArrayOutputStream();
    ((Resumable) judge).save(StateWriter.to(bytes));

    TopicTermsJudge restored = TopicTermsJudge.builder(TOPIC).growingCounts().build();
    ((Resumable) restored).restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    AnalyzedPage both = page("rain weather");
    assertThat(restored.relevance(both)).isEqualTo(judge.relevance(both)).isGreaterThan(0);
  }

  @Test
  void growingCountsOfAllTermsCountTheRestOfThePageToo() {
    TopicTermsJudge judge =
        TopicTermsJudge.builder(TOPIC).scope(TopicVector.Scope.FULL).growingCounts().build();
    visit(judge, 50, "sunshine");
    visit(judge, 1, "neither");

    double withCommonWord = judge.relevance(page("rain sunshine"));
    assertThat(withCommonWord).isGreaterThan(judge.relevance(page("rain moonlight")));
  }

  @Test
  void doesNotObserveVisitsUnlessCountsGrow() {
    assertThat(TopicTermsJudge.builder(TOPIC).build()).isNotInstanceOf(VisitObserver.class);
    assertThat(TopicTermsJudge.builder(TOPIC).growingCounts().build())
        .isInstanceOf(VisitObserver.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -0.1, 1.1})
  void refusesThresholdsOutOfRange(double threshold) {
    assertThatThrownBy(() -> TopicTermsJudge.builder(TOPIC).threshold(threshold))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("threshold must be 0.0 to 1.0, but was " + threshold);
  }

  @Test
  void refusesATopicWithOneTermInTwoForms() {
    assertThatThrownBy(() -> TopicTermsJudge.builder(Topic.of("Rain", "rain")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'rain'");
  }

  private static AnalyzedPage page(String text) {
    return CrawlFixtures.page("http://a.example/", text);
  }

  private static void visit(TopicTermsJudge judge, int times, String text) {
    for (int i = 1; i <= times; i++) {
      ((VisitObserver) judge).visited(CrawlFixtures.visit(i, page(text)));
    }
  }
}
