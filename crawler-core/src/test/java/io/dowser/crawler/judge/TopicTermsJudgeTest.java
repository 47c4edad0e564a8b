package io.dowser.crawler.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
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
    RelevanceJudge judge = judge(TOPIC, "measure", "cosine");

    assertThat(judge.relevance(page(text))).isCloseTo(relevance, SIX_DIGITS);
  }

  @Test
  void rarityComesFromFrozenCountsSmoothed() {
    RelevanceJudge judge =
        TopicTermsJudge.of(
            Settings.of(Map.of("measure", "cosine")),
            CrawlContext.about(TOPIC),
            DocumentFrequencies.Frozen.of(100, Map.of("rain", 59, "weather", 19)));

    // weights 4 * 0.425969 and 0.778151
    assertThat(judge.relevance(page("rain rain rain rain weather")))
        .isCloseTo(0.976956, SIX_DIGITS);
  }

  @Test
  void withAllTermsTheRestOfThePageMakesItLessRelevant() {
    RelevanceJudge judge = judge(TOPIC, "measure", "full-cosine");

    assertThat(judge.relevance(page("rain and weather or rain again")))
        .isCloseTo(0.777817, SIX_DIGITS);
    assertThat(judge.relevance(page("nothing of the kind"))).isZero();
    assertThat(judge.threshold()).isEqualTo(0.3);
  }

  @Test
  void noTextIsTokenized() {
    TextAnalyzer refusing =
        (text, sink) -> {
          throw new AssertionError("tokens were asked for");
        };
    AnalyzedPage page =
        AnalyzedPage.builder(page("").arrival()).textAnalyzer(refusing).text("rain").build();

    assertThat(judge(TOPIC).relevance(page)).isPositive();
    assertThat(judge(TOPIC, "measure", "cosine").relevance(page)).isEqualTo(0.8);
  }

  @Test
  void termsAreComparedAsTheNormalizerWritesThem() {
    TextNormalizer folding = text -> text.toLowerCase(Locale.ROOT).replace('雲', '云');
    RelevanceJudge judge =
        TopicTermsJudge.of(
            Settings.none(), CrawlContext.about(Topic.of("暴雨云"), folding, TextAnalyzer.PLAIN));

    assertThat(judge.relevance(page("有一片暴雨雲"))).isGreaterThan(judge.threshold());
  }

  @Test
  void twoOfThreeTermsReachTheThresholdOfTheCosineAndOneDoesNot() {
    RelevanceJudge judge = judge(Topic.of("rain", "storm", "surge"), "measure", "cosine");

    assertThat(judge.threshold()).isEqualTo(0.62);
    assertThat(judge.relevance(page("rain and storm"))).isGreaterThan(judge.threshold());
    assertThat(judge.relevance(page("rain and rain"))).isLessThan(judge.threshold());
  }

  @Test
  void withGrowingCountsAPageIsTheLessRelevantTheLaterItIsMet() {
    TopicTermsJudge judge = judge(TOPIC, "measure", "cosine", "growingCounts", "true");
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
    TopicTermsJudge judge = judge(TOPIC, "measure", "cosine", "growingCounts", "true");
    visit(judge, 18, "rain"); // lg(18/19) is below 0

    assertThat(judge.relevance(page("rain"))).isZero();
    assertThat(judge.relevance(page("rain weather"))).isCloseTo(0.6, SIX_DIGITS);
  }

  @Test
  void settingThatNeedsAnotherMeasureIsNamed() {
    var provider = new TopicTermsJudge.Provider();
    Settings settings = Settings.of(Map.of("growingCounts", "true"));

    assertThatThrownBy(() -> provider.create(settings, CrawlFixtures.context(TOPIC, 1)))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "setting 'growingCounts' is 'true', allowed: false, or the measure cosine or full-cosine");
  }

  @Test
  void growingCountsSurviveARestart() throws IOException {
    TopicTermsJudge judge = judge(TOPIC, "measure", "cosine", "growingCounts", "true");
    visit(judge, 41, "neither");
    visit(judge, 59, "rain");
    var bytes = new ByteArrayOutputStream();
    ((Resumable) judge).save(StateWriter.to(bytes));

    TopicTermsJudge restored = judge(TOPIC, "measure", "cosine", "growingCounts", "true");
    ((Resumable) restored).restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    AnalyzedPage both = page("rain weather");
    assertThat(restored.relevance(both)).isEqualTo(judge.relevance(both)).isGreaterThan(0);
  }

  @Test
  void growingCountsOfAllTermsCountTheRestOfThePageToo() {
    TopicTermsJudge judge = judge(TOPIC, "measure", "full-cosine", "growingCounts", "true");
    visit(judge, 50, "sunshine");
    visit(judge, 1, "neither");

    double withCommonWord = judge.relevance(page("rain sunshine"));
    assertThat(withCommonWord).isGreaterThan(judge.relevance(page("rain moonlight")));
  }

  @Test
  void doesNotObserveVisitsUnlessCountsGrow() {
    assertThat(judge(TOPIC)).isNotInstanceOf(VisitObserver.class);
    assertThat(judge(TOPIC, "measure", "cosine", "growingCounts", "true"))
        .isInstanceOf(VisitObserver.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -0.1, 1.1})
  void refusesThresholdsOutOfRange(double threshold) {
    assertThatThrownBy(() -> judge(TOPIC, "threshold", "" + threshold))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'threshold' is '" + threshold);
  }

  @Test
  void refusesATopicWithOneTermInTwoForms() {
    assertThatThrownBy(() -> judge(Topic.of("Rain", "rain")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'rain'");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 12, 100})
  void pageThatMentionsOneTermInEachSentenceIsRelevantHoweverManyTermsTheTopicHas(int terms) {
    RelevanceJudge judge = judge(terms(terms));

    assertThat(judge.threshold()).isEqualTo(0.5);
    assertThat(page(words(40, "t0").repeat(10)).judgedBy(judge).relevant()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"4, 900, true", "4, 1000, false", "3, 600, true", "3, 800, false", "1, 400, false"})
  void relevanceIsOneHalfWhereFourTermsAreMentionedOnceIn940Words(
      int mentioned, int words, boolean relevant) {
    RelevanceJudge judge = judge(terms(8));
    var text = new StringBuilder();
    for (int term = 0; term < mentioned; term++) {
      text.append(words(words / mentioned, "t" + term));
    }

    assertThat(page(text.toString()).judgedBy(judge).relevant()).isEqualTo(relevant);
  }

  @Test
  void relevanceGrowsWithTheDensityOfMentionsAndWithTheNumberOfTerms() {
    RelevanceJudge judge = judge(terms(8));
    double once = judge.relevance(page(words(100, "t0") + words(100, "x")));
    double twice = judge.relevance(page(words(100, "t0") + words(100, "t0")));
    double both = judge.relevance(page(words(100, "t0") + words(100, "t1")));

    assertThat(judge.relevance(page(words(200, "x")))).isZero();
    assertThat(once).isPositive().isLessThan(twice);
    assertThat(twice).as("a second term is worth more than a second mention").isLessThan(both);
    assertThat(both).isLessThan(1);
  }

  @Test
  void termsThatNoPageHasDoNotMakeTheJudgeBlind() {
    AnalyzedPage page = page(words(50, "t0") + words(50, "t1") + words(50, "t2"));

    assertThat(page.judgedBy(judge(terms(3))).relevant()).isTrue();
    assertThat(page.judgedBy(judge(terms(60))).relevant()).isTrue();
  }

  @Test
  void pageThatListsAllTermsOnceInAMenuIsNotRelevant() {
    String menu = "t0 t1 | t2 and t3 | t4 | t5 and t6 | t7 | ";
    RelevanceJudge judge = judge(terms(8));

    assertThat(page(menu + words(300, "x")).judgedBy(judge).relevant()).isFalse();
    assertThat(page(words(300, "x") + menu).judgedBy(judge).relevant()).isFalse();
  }

  @Test
  void titleAloneCanBeRelevant() {
    assertThat(page("t7 of the day").judgedBy(judge(terms(8))).relevant()).isTrue();
  }

  @Test
  void chineseTextIsAsLongAsItsTranslation() {
    Topic topic = Topic.of("rain", "暴雨");
    RelevanceJudge judge = judge(topic);

    assertThat(judge.relevance(page("暴雨" + "我们".repeat(99))))
        .isCloseTo(judge.relevance(page("rain " + "words ".repeat(99))), within(0.01));
  }

  @Test
  void mentionsOfWeightierTermsSayMore() {
    RelevanceJudge judge = judge(TOPIC);

    assertThat(judge.relevance(page(words(100, "rain"))))
        .isGreaterThan(judge.relevance(page(words(100, "weather"))));
  }

  @Test
  void documentsAreCountedForCosinesAlone() {
    assertThatThrownBy(
            () ->
                TopicTermsJudge.of(
                    Settings.none(),
                    CrawlContext.about(TOPIC),
                    DocumentFrequencies.Frozen.of(1, Map.of("rain", 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("document counts need the measure cosine or full-cosine, but it was mentions");
  }

  private static TopicTermsJudge judge(Topic topic, String... namesAndValues) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return TopicTermsJudge.of(Settings.of(settings), CrawlContext.about(topic));
  }

  /** A topic of the terms t0, t1 and so on, of one weight. */
  private static Topic terms(int count) {
    return Topic.of(IntStream.range(0, count).mapToObj(i -> "t" + i).toArray(String[]::new));
  }

  /** A term and as many words of five letters. */
  private static String words(int count, String term) {
    return term + " " + "words ".repeat(count);
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
