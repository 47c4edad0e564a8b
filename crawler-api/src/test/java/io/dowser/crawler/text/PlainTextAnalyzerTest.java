package io.dowser.crawler.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextAnalyzerTest {

  @ParameterizedTest(name = "''{0}'' has the terms {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Storm-surge, 2023! | storm@0-5 surge@6-11",
        "台风Ａ1来 | 台@0-1 风@1-2 a1@2-4 来@4-5",
        "\uD840\uDC00x\uD840\uDC00 | \uD840\uDC00@0-2 x@2-3 \uD840\uDC00@3-5",
        "\uD835\uDC11ain | rain@0-5",
        "Cafe\u0301s \u0301x | cafés@0-6 x@8-9",
        "２０２３ 1st ٣ | 1st@5-8",
        "don't | don@0-3 t@4-5",
        "' \uD83D\uDE00 ' | ",
      })
  void tokenizesTextIntoTermsWithTheirPlaces(String text, String expected) {
    var terms = new ArrayList<String>();

    TextAnalyzer.PLAIN.analyze(
        text, (term, start, end) -> terms.add(term + "@" + start + "-" + end));

    assertThat(terms).isEqualTo(expected == null ? List.of() : List.of(expected.split(" ")));
  }

  @Test
  void survivesHalvesOfCharacters() {
    var terms = new ArrayList<String>();

    TextAnalyzer.PLAIN.analyze("a\uD840 \uDC00b", (term, start, end) -> terms.add(term));

    assertThat(terms).containsExactly("a", "b");
  }
}
