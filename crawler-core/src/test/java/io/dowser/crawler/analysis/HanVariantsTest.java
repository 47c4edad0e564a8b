package io.dowser.crawler.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HanVariantsTest {

  private final HanNormalizer normalizer = HanNormalizer.create();

  @ParameterizedTest
  @CsvSource({"颱風, 台风", "臺灣, 台湾", "氣壓, 气压", "證券ＡＢ, 证券ab", "Straße, straße", "台风, 台风"})
  void forms(String given, String normal) {
    assertThat(normalizer.normalize(given)).isEqualTo(normal);
    assertThat(normalizer.normalize(normal)).isEqualTo(normal);
  }

  @Test
  void plainTextStaysTheSameObject() {
    String text = "write-ahead log";

    assertThat(normalizer.normalize(text)).isSameAs(text);
  }

  @Test
  void everyCharacterIsNormalOnceItWasNormalised() {
    for (int c = 0x20; c <= Character.MAX_VALUE; c++) {
      if (!Character.isSurrogate((char) c)) {
        String once = normalizer.normalize(Character.toString(c));
        assertThat(normalizer.normalize(once)).as("U+%04X", c).isEqualTo(once);
      }
    }
  }
}
