package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  private static final String MEANING = "a setting of this test";

  private static final Duration DAY = Duration.ofDays(1);

  private enum Shape {
    ROUND,
    HALF_ROUND
  }

  @Test
  void absentKeysMeanTheirDefaults() {
    Settings none = Settings.none();

    assertThat(none.text("a", "x", "any", MEANING)).isEqualTo("x");
    assertThat(none.number("a", 0.5, 0, 1, MEANING)).isEqualTo(0.5);
    assertThat(none.integer("a", 7, 0, 9, MEANING)).isEqualTo(7);
    assertThat(none.flag("a", true, MEANING)).isTrue();
    assertThat(none.choice("a", Shape.ROUND, MEANING)).isEqualTo(Shape.ROUND);
    assertThat(none.duration("a", DAY, Duration.ZERO, DAY, MEANING)).isEqualTo(DAY);
    assertThatCode(none::refuseUnread).doesNotThrowAnyException();
  }

  @Test
  void valuesAreReadAsWhatTheyAre() {
    assertThat(of(" 0.25 ").number("key", 0, 0, 1, MEANING)).isEqualTo(0.25);
    assertThat(of(" 9 ").integer("key", 0, 0, 9, MEANING)).isEqualTo(9);
    assertThat(of("false").flag("key", true, MEANING)).isFalse();
    assertThat(of("half-round").choice("key", Shape.ROUND, MEANING)).isEqualTo(Shape.HALF_ROUND);
    assertThat(of("Half_Round").choice("key", Shape.ROUND, MEANING)).isEqualTo(Shape.HALF_ROUND);
    assertThat(of("PT1.5S").duration("key", DAY, Duration.ZERO, DAY, MEANING))
        .isEqualTo(Duration.ofMillis(1_500));
    assertThat(of(" as it is ").text("key", "", "any", MEANING)).isEqualTo(" as it is ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "NaN", "-0.1", "1.1", "Infinity"})
  void numbersOutOfRangeAreRefused(String value) {
    refused(value, "a number from 0 to 1", settings -> settings.number("key", 0, 0, 1, MEANING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1.5", "-1", "10", "99999999999"})
  void wholeNumbersOutOfRangeAreRefused(String value) {
    refused(
        value, "a whole number from 0 to 9", settings -> settings.integer("key", 0, 0, 9, MEANING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yes", "TRUE", "1"})
  void whatIsNeitherYesNorNoIsRefused(String value) {
    refused(value, "true or false", settings -> settings.flag("key", true, MEANING));
  }

  @Test
  void anUnknownChoiceIsRefusedWithTheChoicesThereAre() {
    refused("square", "one of round, half-round", each -> each.choice("key", Shape.ROUND, MEANING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "1.5h"})
  void whatIsNoDurationIsRefusedWithExamples(String value) {
    refused(
        value,
        "a duration from 0s to 1d, such as 0.5s, 90s, 8h or PT1.5S",
        settings -> settings.duration("key", DAY, Duration.ZERO, DAY, MEANING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0.9S", "PT1M0.1S", "-PT2S"})
  void durationsOutOfRangeAreRefused(String value) {
    Duration second = Duration.ofSeconds(1);
    refused(
        value,
        "a duration from 1s to 1m",
        settings -> settings.duration("key", second, second, Duration.ofMinutes(1), MEANING));
  }

  @ParameterizedTest
  @CsvSource({
    "6h, PT6H",
    "1h30m, PT1H30M",
    "1d2h, PT26H",
    "20ms, PT0.02S",
    "0.5s, PT0.5S",
    "0, PT0S"
  })
  void durationsAreReadInTheirShortForm(String value, Duration duration) {
    assertThat(of(value).duration("key", DAY, Duration.ZERO, Duration.ofDays(9), MEANING))
        .isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1S", "PT1M"})
  void limitsOfADurationAreAllowed(String value) {
    Duration second = Duration.ofSeconds(1);

    assertThat(of(value).duration("key", second, second, Duration.ofMinutes(1), MEANING))
        .isEqualTo(Duration.parse(value));
  }

  @ParameterizedTest
  @CsvSource({"colour, red", "zzz, 1"})
  void keysThatWereNotReadAreRefusedWithThoseThatWereRead(String key, String value) {
    Settings settings = Settings.of(Map.of("beta", "1", key, value));
    settings.number("beta", 0, 0, 1, MEANING);
    settings.flag("deep", false, MEANING);

    assertThatThrownBy(settings::refuseUnread)
        .isInstanceOf(SettingException.class)
        .hasMessage("setting '%s' is '%s', allowed: the settings [beta, deep]", key, value);
  }

  @Test
  void readsDeclareDefaultsRangesAndMeaningsInTheirOrder() {
    Settings settings = Settings.of(Map.of("part.share", "0.5"));
    settings.integer("size", 7, 1, Integer.MAX_VALUE, "most pages");
    settings.under("part.").number("share", 1e-5, Double.MIN_VALUE, 1, "share of pages");
    settings.number("score", 1, -Double.MAX_VALUE, Double.MAX_VALUE, "any score");
    settings.number("low", 1, -Double.MAX_VALUE, 2, "a low score");
    settings.choice("shape", Shape.HALF_ROUND, "the shape");
    settings.duration("time", Duration.ofHours(36), DAY, Duration.ofDays(2), "a time");
    settings.integer("size", 8, 0, 9, "fewest pages");

    assertThat(settings.declared())
        .containsExactly(
            new Settings.Declaration("size", "8", "a whole number from 0 to 9", "fewest pages"),
            new Settings.Declaration(
                "part.share", "0.00001", "a number above 0 and at most 1", "share of pages"),
            new Settings.Declaration("score", "1", "a number", "any score"),
            new Settings.Declaration("low", "1", "a number of at most 2", "a low score"),
            new Settings.Declaration(
                "shape", "half-round", "one of round, half-round", "the shape"),
            new Settings.Declaration("time", "36h", "a duration from 1d to 2d", "a time"));
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT1536H, 64d",
    "PT25H, 25h",
    "PT90S, 90s",
    "PT2M, 2m",
    "PT0.5S, 500ms",
    "PT0.0005S, PT0.0005S",
    "PT2399977H, PT2399977H"
  })
  void durationsAreShownInAFormThatIsReadAgain(Duration duration, String text) {
    Duration most = Duration.ofSeconds(Long.MAX_VALUE);
    Settings none = Settings.none();
    none.duration("time", duration, Duration.ZERO, most, MEANING);

    assertThat(none.inEffect()).containsEntry("time", text);
    assertThat(Settings.of(none.inEffect()).duration("time", DAY, Duration.ZERO, most, MEANING))
        .isEqualTo(duration);
  }

  @Test
  void valuesAreSorted() {
    assertThat(Settings.of(Map.of("b", "1", "a", "2", "c", "3")).asMap().keySet())
        .containsExactly("a", "b", "c");
  }

  @Test
  void valuesAreCopiedAndGivenBack() {
    Map<String, String> values = new HashMap<>(Map.of("a", "1"));
    Settings settings = Settings.of(values);
    values.clear();

    assertThat(settings.asMap()).isEqualTo(Map.of("a", "1"));
    assertThat(settings).hasToString("Settings{a=1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "proxyPassword",
        "CLIENT_SECRET",
        "credentials.a.test",
        "header.Cookie",
        "apiKey",
        "api-key",
        "accessToken"
      })
  void secretsAreNotRepeated(String key) {
    Settings settings = Settings.of(Map.of(key, "hunter2"));

    assertThat(Settings.isSecret(key, "hunter2")).isTrue();
    assertThat(settings.toString()).contains(key).doesNotContain("hunter2");
    assertThatThrownBy(settings::refuseUnread)
        .isInstanceOfSatisfying(
            SettingException.class, refusal -> assertThat(refusal.value()).isEqualTo("(hidden)"))
        .hasMessage("setting '%s' is '(hidden)', allowed: the settings []", key);
    assertThatThrownBy(() -> settings.integer(key, 1, 1, 2, MEANING))
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void userInformationOfAUrlIsNotRepeated() {
    assertThat(Settings.isSecret("proxy", "http://me:hunter2@a.test/")).isTrue();
    assertThatThrownBy(Settings.of(Map.of("proxy", "http://me:hunter2@a.test/"))::refuseUnread)
        .hasMessage("setting 'proxy' is 'http://(hidden)@a.test/', allowed: the settings []");
  }

  @ParameterizedTest
  @ValueSource(strings = {"maxTokens", "userAgent", "model", "key", "tokenizer"})
  void otherSettingsAreNoSecrets(String key) {
    assertThat(Settings.isSecret(key, "https://a.test/@x")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void flagsAreNoSecrets(String value) {
    assertThat(Settings.isSecret("keepCookies", value)).isFalse();
    assertThat(Settings.of(Map.of("cookies", value)).toString()).contains("cookies=" + value);
  }

  private static Settings of(String value) {
    return Settings.of(Map.of("key", value));
  }

  private static void refused(String value, String allowed, Function<Settings, Object> read) {
    assertThatThrownBy(() -> read.apply(of(value)))
        .isInstanceOfSatisfying(
            SettingException.class,
            refusal -> {
              assertThat(refusal.key()).isEqualTo("key");
              assertThat(refusal.value()).isEqualTo(value);
              assertThat(refusal.allowed()).isEqualTo(allowed);
            });
  }

  @Test
  void settingsUnderAPrefixCountAsReadInTheWhole() {
    Settings whole = Settings.of(Map.of("a.x", "1", "a.y", "2", "b.x", "3"));
    assertThat(whole.integer("a.y", 0, 0, 9, MEANING)).isEqualTo(2);

    Settings part = whole.under("a.");

    assertThat(part.asMap()).containsOnly(Map.entry("x", "1"));
    assertThat(part.integer("x", 0, 0, 9, MEANING)).isEqualTo(1);
    assertThat(part.text("z", "default", "any", MEANING)).isEqualTo("default");
    assertThat(whole.inEffect())
        .containsOnly(Map.entry("a.x", "1"), Map.entry("a.y", "2"), Map.entry("a.z", "default"));
    assertThatThrownBy(whole::refuseUnread)
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("b.x");
  }
}
