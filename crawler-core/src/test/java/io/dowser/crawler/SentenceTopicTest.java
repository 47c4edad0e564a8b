package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.judge.TopicTermsJudge;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.text.TextNormalizer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Topics in the words of users. */
class SentenceTopicTest {

  private static CrawlContext about(Topic topic) {
    return CrawlContext.about(topic, TextNormalizer.PLAIN, MixedScriptAnalyzer.create());
  }

  private static Map<String, Double> words(String... terms) {
    return about(Topic.of(terms)).topic().orElseThrow().weights();
  }

  @Test
  void sentenceCountsByItsWordsWithoutStopWords() {
    assertThat(words("presidents of the United States of America"))
        .containsOnlyKeys("presidents", "United", "States", "America");
  }

  @Test
  void chineseSentenceCountsByItsWords() {
    assertThat(words("如何使用图层调整照片的颜色和亮度")).containsKeys("调整", "照片", "颜色", "亮度");
  }

  @Test
  void shorterTermsStayAsTheyAre() {
    assertThat(words("C functions of SQLite", "storm surge", "粤港澳大湾区"))
        .containsOnlyKeys("C functions of SQLite", "storm surge", "粤港澳大湾区");
  }

  @Test
  void wordsKeepTheWeightOfTheirSentenceAndCountOnce() {
    Topic topic =
        Topic.of(Map.of("kings and queens of England, king of Scotland", 0.5, "king", 2.0));

    assertThat(about(topic).topic().orElseThrow().weights())
        .containsEntry("king", 2.0)
        .containsEntry("queens", 0.5)
        .containsEntry("Scotland", 0.5);
  }

  @Test
  void sentenceOfStopWordsAloneStays() {
    assertThat(words("it is of the and")).containsOnlyKeys("it is of the and");
  }

  @Test
  void defaultJudgeFindsPagesAboutASentence() {
    CrawlContext context = about(Topic.of("How do hurricanes form over the warm sea?"));
    RelevanceJudge judge = TopicTermsJudge.of(Settings.none(), context);

    assertThat(
            judge.relevance(
                CrawlFixtures.page(
                    "http://a.test/", "Hurricanes form where the sea is warm. ".repeat(20))))
        .isGreaterThan(judge.threshold());
  }
}
