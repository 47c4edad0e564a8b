package io.dowser.crawler.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpandedTopicJudgeTest {

  private static final Topic TOPIC = Topic.of("rain", "wind", "snow", "high tide");
  private static final String OTHER = "bread and butter on the table of the kitchen";

  private final ExpandedTopicJudge judge = ExpandedTopicJudge.builder(TOPIC).build();

  @Test
  void aPageWithoutLearnedTermsOrTermsOfTheTopicIsNotRelevantAtAll() {
    assertThat(judge.relevance(page(""))).isZero();
    assertThat(judge.relevance(page(OTHER))).isZero();
    crawl();
    assertThat(judge.relevance(page(OTHER))).isZero();
  }

  @Test
  void theFirstPageIsRelevantIfItHasMuchOfTheTopic() {
    assertThat(judge.relevance(page("rain and wind"))).isGreaterThan(judge.threshold());
    assertThat(judge.relevance(page("once rain among many " + OTHER))).isBetween(0.0, 1.0);
  }

  @Test
  void whereTheBestPagesSayLittleOfTheTopicLittleIsEnough() {
    Topic wide = Topic.of("rain", "wind", "snow", "hail", "fog", "frost", "storm", "thunder");
    ExpandedTopicJudge strict = ExpandedTopicJudge.builder(wide).build();
    AnalyzedPage little = page("some rain in " + OTHER);
    assertThat(strict.relevance(little)).isLessThan(strict.threshold());

    for (int i = 1; i <= 100; i++) {
      strict.visited(CrawlFixtures.visit(i, i % 10 == 0 ? little : page(OTHER)));
    }

    assertThat(strict.relevance(little)).isGreaterThan(strict.threshold());
  }

  @Test
  void whereTheBestPagesSayMuchOfTheTopicLittleIsNotEnough() {
    visits(200, OTHER);
    visits(60, "rain and wind and snow at high tide");

    assertThat(judge.relevance(page("some snow in " + OTHER))).isLessThan(judge.threshold());
  }

  @Test
  void aTermOfTheBestPagesMakesAPageMoreRelevant() {
    String without = "wind in the harbour";
    String with = "wind in the cyclone";
    assertThat(judge.relevance(page(with))).isEqualTo(judge.relevance(page(without)));

    crawl();

    assertThat(judge.relevance(page(with))).isGreaterThan(judge.relevance(page(without)));
    assertThat(judge).asString().contains("cyclone");
  }

  @Test
  void learnedTermsAloneHaveAtMostAQuarterOfTheWeight() {
    crawl();

    assertThat(judge.relevance(page("cyclone"))).isPositive();
    assertThat(judge.relevance(page("cyclone")))
        .isLessThan(judge.relevance(page("rain wind snow")) / 2);
  }

  @Test
  void withoutExpansionTheTopicAloneCounts() {
    ExpandedTopicJudge plain = ExpandedTopicJudge.builder(TOPIC).expansion(0).build();
    for (int i = 1; i <= 100; i++) {
      plain.visited(CrawlFixtures.visit(i, page(i % 10 == 0 ? "rain cyclone" : OTHER)));
    }

    assertThat(plain.relevance(page("cyclone"))).isZero();
    assertThat(plain.relevance(page("rain"))).isGreaterThan(plain.threshold());
  }

  @Test
  void aTermOfSeveralWordsCountsWhereTheyStandTogether() {
    assertThat(judge.relevance(page("at high tide"))).isPositive();
    assertThat(judge.relevance(page("the tide is high"))).isZero();
  }

  @Test
  void whatWasLearnedSurvivesARestartBetweenTwoRecalibrations() throws IOException {
    crawl();
    visits(7, "rain cyclone"); // not yet learned
    var bytes = new ByteArrayOutputStream();
    judge.save(StateWriter.to(bytes));
    ExpandedTopicJudge restored = ExpandedTopicJudge.builder(TOPIC).build();
    restored.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    for (int i = 1; i <= 40; i++) {
      AnalyzedPage page = page("wind and cyclone " + "rain ".repeat(i % 3));
      assertThat(restored.relevance(page)).isEqualTo(judge.relevance(page));
      judge.visited(CrawlFixtures.visit(i, page));
      restored.visited(CrawlFixtures.visit(i, page));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -0.1, 1.1})
  void refusesThresholdsOutOfRange(double threshold) {
    assertThatThrownBy(() -> ExpandedTopicJudge.builder(TOPIC).threshold(threshold))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("threshold must be 0.0 to 1.0, but was " + threshold);
  }

  @Test
  void refusesATopicWithoutTokens() {
    TextAnalyzer deaf = (text, sink) -> {};

    assertThatThrownBy(() -> ExpandedTopicJudge.builder(TOPIC).textAnalyzer(deaf).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no term of the topic has tokens");
  }

  private void crawl() {
    visits(90, OTHER);
    visits(10, "rain and snow bring a cyclone");
  }

  private void visits(int times, String text) {
    for (int i = 1; i <= times; i++) {
      judge.visited(CrawlFixtures.visit(i, page(text)));
    }
  }

  private static AnalyzedPage page(String text) {
    return CrawlFixtures.page("http://a.example/", text);
  }
}
