package io.dowser.crawler.internal.assembly;

import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.OptionalLibrary;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Warns of terms of a topic that few pages can match. */
final class TopicWarnings {

  private static final Set<UnicodeScript> KANA =
      Set.of(UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA);
  private static final Pattern COMMA = Pattern.compile("[,，、]\\D"); // not in 1,000
  private static final Set<UnicodeScript> HANGUL = Set.of(UnicodeScript.HANGUL);

  private TopicWarnings() {}

  /**
   * Returns a warning for each term that is probably several ones, and for each library without
   * which words of the topic are hardly found.
   */
  static List<String> of(Topic topic, Predicate<OptionalLibrary> isPresent) {
    var warnings = new ArrayList<String>(0);
    for (String term : topic.terms()) {
      if (COMMA.matcher(term).find()) {
        warnings.add(
            "the term '"
                + term
                + "' contains a comma but is one term; pass several terms one by one");
      }
      if (has(term, KANA) && !isPresent.test(OptionalLibrary.KUROMOJI)) {
        warnings.add(warning(term, OptionalLibrary.KUROMOJI));
      }
      if (has(term, HANGUL) && !isPresent.test(OptionalLibrary.NORI)) {
        warnings.add(warning(term, OptionalLibrary.NORI));
      }
    }
    return warnings;
  }

  private static boolean has(String term, Set<UnicodeScript> scripts) {
    return term.codePoints().anyMatch(c -> scripts.contains(UnicodeScript.of(c)));
  }

  private static String warning(String term, OptionalLibrary library) {
    return "the term '" + term + "' is found where it stands alone: " + library.missing();
  }
}
