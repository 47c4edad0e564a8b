package io.dowser.crawler.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the matcher with a search that tries every term at every place. */
class TopicMatcherReferenceTest {

  private static final List<String> LATIN = List.of("a", "b", "a", "b", "A", " ", "-");
  private static final List<String> HAN = List.of("台", "风", "台", "风", "颱", "雨");
  private static final List<String> MIXED =
      List.of(
          "a",
          "b",
          "B",
          " ",
          " ",
          "\t",
          "\u00a0",
          "+",
          "2",
          "ａ",
          "台",
          "风",
          "颱",
          "ﬁ",
          "fi",
          "½",
          "e\u0301",
          "é",
          "e",
          "\u0301",
          "😀",
          "𠀀",
          "𝐚",
          "が",
          "か\u3099",
          "か",
          "한",
          "\u1112\u1161\u11ab",
          "Σ",
          "σ",
          "ς",
          "İ",
          "\u200b");
  private static final TextNormalizer ONE_SCRIPT =
      text -> TextNormalizer.PLAIN.normalize(text).replace('颱', '台').replace("\u200b", "");
  private static final Pattern CHUNK =
      Pattern.compile(
          "(?:[\\P{M}&&[^\\u1160-\\u11ff]][\\p{M}\\u1160-\\u11ff]*|[\\p{M}\\u1160-\\u11ff]+)");

  static LongStream seeds() {
    return LongStream.range(0, 3_000);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void findsWhatTryingEveryTermAtEveryPlaceFinds(long seed) {
    var random = new SplittableRandom(seed);
    List<String> alphabet = List.of(LATIN, HAN, MIXED).get((int) (seed % 3));
    var terms = new LinkedHashMap<String, String>();
    for (int i = random.nextInt(1, 9); i > 0 || terms.isEmpty(); i--) {
      String term = text(random, alphabet, random.nextInt(1, 6));
      String form = form(units(term)).strip();
      if (!form.isEmpty()) {
        terms.putIfAbsent(form, term);
      }
    }
    String text = text(random, alphabet, random.nextInt(0, 60));

    TopicMatches matches = TopicMatcher.of(List.copyOf(terms.values()), ONE_SCRIPT).match(text);

    List<String> expected = reference(List.copyOf(terms.keySet()), text);
    assertThat(triples(matches)).as("terms %s in '%s'", terms, text).isEqualTo(expected);
    for (int term = 0; term < terms.size(); term++) {
      String prefix = term + ":";
      assertThat(matches.count(term))
          .isEqualTo((int) expected.stream().filter(m -> m.startsWith(prefix)).count());
    }
  }

  private static List<String> triples(TopicMatches matches) {
    var triples = new ArrayList<String>();
    for (int i = 0; i < matches.size(); i++) {
      triples.add(matches.term(i) + ":" + matches.start(i) + "-" + matches.end(i));
    }
    return triples;
  }

  private static String text(SplittableRandom random, List<String> alphabet, int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(alphabet.get(random.nextInt(alphabet.size())));
    }
    return text.toString();
  }

  private static List<String> reference(List<String> forms, String text) {
    List<Unit> units = units(text);
    var found = new ArrayList<String>();
    int place = 0;
    while (place < units.size()) {
      int best = -1;
      for (int term = 0; term < forms.size(); term++) {
        boolean longer = best < 0 || forms.get(term).length() > forms.get(best).length();
        if (longer && fits(forms.get(term), units, place)) {
          best = term;
        }
      }
      if (best >= 0) {
        int end = place + forms.get(best).length();
        found.add(best + ":" + units.get(place).start + "-" + units.get(end - 1).end);
        place = end;
      } else {
        place++;
      }
    }
    return found;
  }

  private static boolean fits(String form, List<Unit> units, int place) {
    int end = place + form.length();
    return end <= units.size()
        && form(units.subList(place, end)).equals(form)
        && !(place > 0 && units.get(place - 1).word && units.get(place).word)
        && !(end < units.size() && units.get(end - 1).word && units.get(end).word);
  }

  private static String form(List<Unit> units) {
    var form = new StringBuilder();
    units.forEach(unit -> form.append(unit.c));
    return form.toString();
  }

  private static List<Unit> units(String text) {
    var units = new ArrayList<Unit>();
    for (Matcher chunk = CHUNK.matcher(text); chunk.find(); ) {
      String normal = ONE_SCRIPT.normalize(chunk.group());
      boolean same = normal.length() == chunk.end() - chunk.start();
      for (int i = 0; i < normal.length(); i++) {
        int start = same ? chunk.start() + i : chunk.start();
        addUnit(units, normal, i, start, same ? start + 1 : chunk.end());
      }
    }
    return units;
  }

  private static void addUnit(List<Unit> units, String normal, int index, int start, int end) {
    char c = normal.charAt(index);
    if (c == 'ς') {
      c = 'σ';
    }
    if (Character.isWhitespace(c)) {
      if (units.isEmpty() || units.get(units.size() - 1).c != ' ') {
        units.add(new Unit(' ', false, start, end));
      }
      return;
    }
    int codePoint =
        Character.isLowSurrogate(c) ? normal.codePointAt(index - 1) : normal.codePointAt(index);
    units.add(new Unit(c, isWord(codePoint), start, end));
  }

  private static boolean isWord(int c) {
    Map<String, Boolean> scripts = Map.of("HAN", false, "HIRAGANA", false, "HANGUL", false);
    boolean letter =
        Character.isLetterOrDigit(c) || Character.getType(c) == Character.NON_SPACING_MARK;
    return letter && scripts.getOrDefault(Character.UnicodeScript.of(c).name(), true);
  }

  private record Unit(char c, boolean word, int start, int end) {}
}
