package io.dowser.crawler.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Topic;
import org.junit.jupiter.api.Test;

class TopicLibrariesTest {

  @Test
  void japaneseAndKoreanTermsAreWarnedOfWhereTheirLibrariesAreMissing() {
    Topic topic = Topic.of("tide", "潮汐", "高潮の予報", "태풍");

    assertThat(TopicLibraries.warnings(topic, library -> false))
        .containsExactly(
            "the term '高潮の予報' is found where it stands alone: segmenting Japanese text needs the"
                + " library org.apache.lucene:lucene-analysis-kuromoji, which is not on the class"
                + " path",
            "the term '태풍' is found where it stands alone: segmenting Korean text needs the library"
                + " org.apache.lucene:lucene-analysis-nori, which is not on the class path");
    assertThat(TopicLibraries.warnings(topic, library -> true)).isEmpty();
  }
}
