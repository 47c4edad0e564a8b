package io.dowser.crawler.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextNormalizerTest {

  @ParameterizedTest(name = "''{0}'' becomes ''{1}''")
  @CsvSource({
    "Storm SURGE, storm surge",
    "ＡＢＣ１２３, abc123",
    "ﾀｲﾌｳ, タイフウ",
    "ｶﾞ, ガ",
    "ﬁre, fire",
    "Cafe\u0301, café",
    "ÉCOLE, école",
    "𝐑ain, rain",
    "台风ＡＢ, 台风ab",
    "ΟΔΟΣ, οδος",
    "İ, i\u0307",
    "Parkinson\u2019s, parkinson's",
    "Hawai\u02bbi, hawai'i",
    "don\u00b4t, don't",
    "covid\u201119, covid-19",
    "Navier\u2013Stokes, navier-stokes",
    "photo\u00adsynthesis, photosynthesis",
    "climate\u200b, climate",
    "e\u200d\u0301, é",
    "Jean\u30fbPaul, jean·paul",
    "AC\u2215DC, ac/dc",
    "½, 1/2",
    "\u201eLa\u201c, \"la\"",
    "\u301c, ~",
  })
  void bringsFormsToOneForm(String text, String normal) {
    assertThat(TextNormalizer.PLAIN.normalize(text)).isEqualTo(normal);
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {"", "storm surge, 12!", "台风", "café"})
  void givesTheSameObjectIfNothingChanges(String text) {
    assertThat(TextNormalizer.PLAIN.normalize(text)).isSameAs(text);
  }

  @Test
  void normalisingEachCodePointTwiceChangesNothing() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      String once = TextNormalizer.PLAIN.normalize(Character.toString(c));
      if (!TextNormalizer.PLAIN.normalize(once).equals(once)) {
        assertThat(TextNormalizer.PLAIN.normalize(once)).as("U+%04X", c).isEqualTo(once);
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void normalisingRandomTextTwiceChangesNothing(long seed) {
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 5_000; round++) {
      var text = new StringBuilder();
      for (int i = random.nextInt(1, 8); i > 0; i--) {
        text.appendCodePoint(random.nextInt(random.nextBoolean() ? 0x500 : 0x11000));
      }
      String once = TextNormalizer.PLAIN.normalize(text.toString());
      assertThat(TextNormalizer.PLAIN.normalize(once)).as("'%s'", text).isEqualTo(once);
    }
  }
}
