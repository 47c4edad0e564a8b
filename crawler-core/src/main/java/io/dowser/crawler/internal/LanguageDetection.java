package io.dowser.crawler.internal;

import com.github.pemistahl.lingua.api.IsoCode639_1;
import com.github.pemistahl.lingua.api.Language;
import com.github.pemistahl.lingua.api.LanguageDetector;
import com.github.pemistahl.lingua.api.LanguageDetectorBuilder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Detects the language of a text by lingua, from samples of it, with the small models, which take
 * some 60 MB of heap once they are loaded. Of a short text these are not sure: then the declared
 * language decides, if the scripts of the text allow it. Thread-safe.
 */
final class LanguageDetection {

  /** lingua's authors recommend the small models for longer texts alone. */
  private static final int SHORT = 120;

  private static final int SAMPLES = 3;
  private static final int SAMPLE_CHARACTERS = 170;

  private static final Map<String, Language> BY_CODE =
      Arrays.stream(Language.values())
          .filter(language -> language != Language.UNKNOWN)
          .collect(Collectors.toUnmodifiableMap(LanguageDetection::code, Function.identity()));

  private final LanguageDetector detector =
      LanguageDetectorBuilder.fromAllLanguages().withLowAccuracyMode().build();

  /** Returns the ISO 639-1 codes of all languages that can be detected. */
  static Set<String> languages() {
    return BY_CODE.keySet();
  }

  private static String code(Language language) {
    IsoCode639_1 code = language.getIsoCode639_1();
    return code.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the ISO 639-1 code of a text's language, if it can be known.
   *
   * @param declared a language tag or the empty string
   */
  Optional<String> language(String text, String declared) {
    String sample = sample(text);
    SortedMap<Language, Double> candidates = detector.computeLanguageConfidenceValues(sample);
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    Language first = candidates.firstKey();
    if (sample.length() >= SHORT) {
      return Optional.of(code(first));
    }
    Language named = BY_CODE.get(declared.split("[-_]", 2)[0]);
    if (named != null && (candidates.containsKey(named) || mayBe(named, first))) {
      return Optional.of(code(named));
    }
    return candidates.size() == 1 ? Optional.of(code(first)) : Optional.empty();
  }

  /** Han characters alone count as Chinese, and may be Japanese. */
  private static boolean mayBe(Language named, Language detected) {
    return named == Language.JAPANESE && detected == Language.CHINESE;
  }

  /** Returns a text, or three parts of a long one, because menus differ from the rest. */
  private static String sample(String text) {
    if (text.length() <= SAMPLES * SAMPLE_CHARACTERS) {
      return text;
    }
    var sample = new StringBuilder();
    for (int i = 1; i <= SAMPLES; i++) {
      int middle = text.length() / (SAMPLES + 1) * i;
      int start = Math.max(0, middle - SAMPLE_CHARACTERS / 2);
      sample.append(text, start, start + SAMPLE_CHARACTERS).append('\n');
    }
    return sample.toString();
  }
}
