package io.dowser.crawler.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicWarningsTest {

  @Test
  void japaneseAndKoreanTermsAreWarnedOfWhereTheirLibrariesAreMissing() {
    Topic topic = Topic.of("tide", "潮汐", "高潮の予報", "태풍");

    assertThat(TopicWarnings.of(topic, library -> false))
        .containsExactly(
            "the term '高潮の予報' is found where it stands alone: segmenting Japanese text needs the"
                + " library org.apache.lucene:lucene-analysis-kuromoji, which is not on the class"
                + " path",
            "the term '태풍' is found where it stands alone: segmenting Korean text needs the library"
                + " org.apache.lucene:lucene-analysis-nori, which is not on the class path");
    assertThat(TopicWarnings.of(topic, library -> true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tide, ebb", "台风，暴雨", "台风、暴雨"})
  void termThatIsProbablySeveralIsWarnedOf(String term) {
    assertThat(TopicWarnings.of(Topic.of(term), library -> true))
        .containsExactly(
            "the term '"
                + term
                + "' contains a comma but is one term; pass several terms one by one");
  }

  @Test
  void commaInANumberIsNoWarning() {
    assertThat(TopicWarnings.of(Topic.of("1,000 islands"), library -> true)).isEmpty();
  }
}
