package io.dowser.crawler.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageDetectionTest {

  private static final String ENGLISH =
      "The storm surge flooded the coast of England. Thousands of people had to leave their homes"
          + " when the sea walls broke during the night, and the rescue took several days.";
  private static final String GERMAN =
      "Die Sturmflut überschwemmte die Küste. Tausende Menschen mussten ihre Häuser verlassen, als"
          + " die Deiche in der Nacht brachen, und die Rettung dauerte mehrere Tage.";

  private final LanguageDetection detection = new LanguageDetection();

  @ParameterizedTest
  @CsvSource({
    "中央气象台发布了台风和暴雨的警报。, zh",
    "颱風登陸臺灣東部，氣象局發佈暴雨警報。, zh",
    "大型の台風が九州に上陸し、各地で激しい雨が降りました。, ja",
    "태풍이 제주도에 상륙하면서 강한 비가 내렸습니다., ko",
  })
  void scriptsDecideWithoutADeclarationAndAgainstIt(String text, String language) {
    assertThat(detection.language(text, "")).contains(language);
    assertThat(detection.language(text, "en-us")).contains(language);
  }

  @Test
  void longTextIsStrongerThanItsDeclaration() {
    assertThat(detection.language(ENGLISH, "de")).contains("en");
    assertThat(detection.language(GERMAN, "en-gb")).contains("de");
    assertThat(detection.language(GERMAN.repeat(100), "en")).contains("de");
  }

  @ParameterizedTest
  @CsvSource({"en, en", "en-gb, en", "en_us, en", "de-at, de", "'', ''", "xx, ''", "zh, ''"})
  void declarationDecidesAboutAShortTextInItsScript(String declared, String language) {
    assertThat(detection.language("Kontakt Home", declared).orElse("")).isEqualTo(language);
  }

  @Test
  void shortTextOfHanCharactersMayBeJapanese() {
    assertThat(detection.language("東京駅", "ja")).contains("ja");
    assertThat(detection.language("东京", "zh-cn")).contains("zh");
  }

  @ParameterizedTest
  @CsvSource({"''", "'  '", "'12345 67'", "'... !!'"})
  void textWithoutLettersHasNoLanguage(String text) {
    assertThat(detection.language(text, "de")).isEmpty();
  }

  @Test
  void menuInAnotherLanguageDoesNotDecideAboutALongText() {
    assertThat(detection.language(GERMAN + ENGLISH.repeat(20) + GERMAN, "")).contains("en");
  }
}
