package io.dowser.crawler.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicMatcherTest {

  @ParameterizedTest(name = "''{0}'' in ''{1}'': {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "rain | train raining rain2 2rain | ",
        "rain | Rain, RAIN; rain-fall (rain) | 0-4 6-10 12-16 23-27",
        "rain | 下rain雨 | 1-5",
        "台风 | 超强台风来了 | 2-4",
        "台风 | 台 风 | ",
        "c++ | C++, c++11 and xc++ | 0-3 5-8",
        ".net | ASP.NET or .net | 3-7 11-15",
        "storm surge | storm surge stormsurge storm  surge | 0-11 23-35",
        "ai技术 | AI技术 和 xai技术 | 0-4",
        "cafe | cafe café | 0-4",
        "Parkinson's disease | Parkinson\u2019s  disease, Parkinson\u02bcs disease | 0-20 22-41",
        "Parkinson\u2019s | Parkinson's parkinson`s | 0-11 12-23",
        "COVID-19 | covid\u201119 COVID\u201319 covid\u221219 covid19 | 0-8 9-17 18-26",
        "Navier-Stokes | Navier\u2013Stokes, Navier\u2010Sto\u00adkes | 0-13 15-29",
        "photosynthesis | pho\u00adto\u00adsyn\u00adthe\u00adsis photo\u200bsynthesis | 0-18 19-34",
        "pho\u00adto | photo | 0-5",
        "气候变化 | 气候\u200b变\ufeff化 | 0-6",
      })
  void findsTermsAtWordBounds(String term, String text, String places) {
    assertThat(places(text, term))
        .isEqualTo(places == null ? List.of() : List.of(places.split(" ")));
  }

  @Test
  void takesTheLongestOfTheLeftmost() {
    var matcher = TopicMatcher.of(List.of("storm", "storm surge", "surge"), TextNormalizer.PLAIN);

    TopicMatches matches = matcher.match("Storm surge, surges and a storm");

    assertThat(matches.size()).isEqualTo(2);
    assertThat(matches.count(1)).isEqualTo(1);
    assertThat(matches.count(0)).isEqualTo(1);
    assertThat(matches.count(2)).isZero();
    assertThat(matches.start(1)).isEqualTo(26);
  }

  @Test
  void refusesTermsThatAreTheSame() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopicMatcher.of(List.of("Rain", "ｒａｉｎ"), TextNormalizer.PLAIN))
        .withMessage("terms must differ when normalised, but 'Rain' and 'ｒａｉｎ' are both 'rain'");
  }

  @ParameterizedTest(name = "''{0}'' in ''{1}'': {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "fire | ﬁre in the ﬁreplace, ﬁre | 0-3 21-24",
        "5 km | 5㎞ off, 5 ㎞ | 8-11",
        "km | 5 ㎞! | 2-3",
        "storm | storm\uD83D\uDE00 \uD83D\uDE00storm | 0-5 10-15",
        "ガス | ｶﾞｽ | 0-3",
        "한국 | \u1112\u1161\u11ab국 | 0-4",
        "café | cafe\u0301 cafe\u0301s CAFE\u0301 | 0-5 13-18",
        "\uD840\uDC0B雨 | 大\uD840\uDC0B雨 | 1-4",
        "οδος | ΟΔΟΣ και οδος | 0-4 9-13",
        "rain | 𝐑𝐚𝐢𝐧 ｒａｉｎ | 0-8 9-13",
      })
  void placesAreThoseOfTheTextAsGiven(String term, String text, String places) {
    assertThat(places(text, term)).isEqualTo(List.of(places.split(" ")));
  }

  @Test
  void aTermRefusedByItsNeighboursDoesNotHideAShorterOne() {
    assertThat(places("storm surges", "storm", "storm surge")).containsExactly("0-5");
    assertThat(places("超强台风x", "强台风", "台风x", "超强")).containsExactly("0-2", "2-5");
  }

  @Test
  void aTextWithoutTermsOrWithoutTextHasNoMatches() {
    var matcher = TopicMatcher.of(List.of("rain"), TextNormalizer.PLAIN);

    assertThat(matcher.match("").isEmpty()).isTrue();
    assertThat(matcher.match("  \n ").size()).isZero();
    assertThat(matcher.match("sun").count(0)).isZero();
    assertThat(matcher.match("sun")).hasToString("TopicMatches[0 matches, counts [0]]");
  }

  @Test
  void aNormalizerThatKeepsCaseIsRespected() {
    TopicMatches matches = TopicMatcher.of(List.of("Rain"), text -> text).match("rain Rain RAIN");

    assertThat(matches.size()).isEqualTo(1);
    assertThat(matches.start(0)).isEqualTo(5);
  }

  @Test
  void readsAnyCharacterSequence() {
    TopicMatches matches =
        TopicMatcher.of(List.of("rain"), TextNormalizer.PLAIN).match(CharBuffer.wrap("a rain"));

    assertThat(matches.start(0)).isEqualTo(2);
  }

  @Test
  void matchesInARangeAreThoseWhollyInside() {
    TopicMatches matches =
        TopicMatcher.of(List.of("rain", "台风"), TextNormalizer.PLAIN).match("rain 台风 rain 台风台风");

    assertThat(matches.size()).isEqualTo(5);
    assertThat(matches.termCount()).isEqualTo(2);
    for (int from = -1; from < 20; from++) {
      for (int to = -1; to < 20; to++) {
        int expected = 0;
        for (int match = 0; match < matches.size(); match++) {
          boolean inside = matches.start(match) >= from && matches.end(match) <= to;
          expected += inside && matches.term(match) == 1 ? 1 : 0;
        }
        assertThat(count(matches, 1, from, to)).as("%d to %d", from, to).isEqualTo(expected);
      }
    }
    assertThat(count(matches, 0, 0, Integer.MAX_VALUE)).isEqualTo(2);
  }

  private static long count(TopicMatches matches, int term, int from, int to) {
    return IntStream.range(matches.firstFrom(from), matches.firstBeyond(to))
        .filter(match -> matches.term(match) == term)
        .count();
  }

  @Test
  void termsMadeToBeRetriedAtEachPlaceTakeNoLonger() {
    // reading on behind each short match would take ten billion steps
    String half = "啊".repeat(10_000);
    var matcher = TopicMatcher.of(List.of("啊", half + "哦", "哦" + half), TextNormalizer.PLAIN);

    TopicMatches matches = matcher.match("啊".repeat(1_000_000));

    assertThat(matches.count(0)).isEqualTo(1_000_000);
  }

  @Test
  void aRunOfCombiningCharactersOfAnyLengthTakesLinearTime() {
    var matcher = TopicMatcher.of(List.of("rain"), TextNormalizer.PLAIN);

    TopicMatches matches = matcher.match("rain " + "\u0301".repeat(300_000) + " rain");

    assertThat(matches.size()).isEqualTo(2);
    assertThat(matches.start(1)).isEqualTo(300_006);
  }

  @Test
  void thousandsOfTermsAreFoundAsASearchInASetFindsThem() {
    var random = new SplittableRandom(7);
    var terms = new LinkedHashSet<String>();
    while (terms.size() < 6_000) {
      terms.add(han(random, random.nextInt(1, 7)));
    }
    List<String> list = List.copyOf(terms);
    var matcher = TopicMatcher.of(list, TextNormalizer.PLAIN);
    var text = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      String term = list.get(random.nextInt(list.size()));
      text.append(term, 0, random.nextInt(1, term.length() + 1));
    }

    TopicMatches matches = matcher.match(text);

    int place = 0;
    int match = 0;
    while (place < text.length()) {
      int length = Math.min(6, text.length() - place);
      while (length > 0 && !terms.contains(text.substring(place, place + length))) {
        length--;
      }
      if (length > 0) {
        assertThat(matches.start(match)).as("seed 7, match %d", match).isEqualTo(place);
        assertThat(matches.end(match++)).isEqualTo(place + length);
      }
      place += Math.max(1, length);
    }
    assertThat(matches.size()).isEqualTo(match).isGreaterThan(1_000);
  }

  private static String han(SplittableRandom random, int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (0x4e00 + Math.min(random.nextInt(3_000), random.nextInt(3_000))));
    }
    return text.toString();
  }

  @Test
  void manyThreadsFindTheSame() throws Exception {
    var random = new SplittableRandom(11);
    var text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(i % 50 == 0 ? "台风" : han(random, 1));
    }
    int expected = TopicMatcher.of(List.of("台风"), TextNormalizer.PLAIN).match(text).size();
    for (int round = 0; round < 10; round++) {
      var fresh = TopicMatcher.of(List.of("台风"), TextNormalizer.PLAIN);
      List<Callable<Integer>> tasks =
          Collections.nCopies(4, () -> fresh.match(text.toString()).size());
      ExecutorService pool = Executors.newFixedThreadPool(4);
      try {
        for (Future<Integer> found : pool.invokeAll(tasks)) {
          assertThat(found.get()).isEqualTo(expected);
        }
      } finally {
        pool.shutdownNow();
      }
    }
  }

  @Test
  void refusesNoTermsAndBlankTerms() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopicMatcher.of(List.of(), TextNormalizer.PLAIN))
        .withMessage("a topic matcher needs at least one term");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopicMatcher.of(List.of(" \u3000"), TextNormalizer.PLAIN))
        .withMessageContaining("must not be blank when normalised");
  }

  private static List<String> places(String text, String... terms) {
    TopicMatches matches = TopicMatcher.of(List.of(terms), TextNormalizer.PLAIN).match(text);
    var places = new ArrayList<String>();
    for (int i = 0; i < matches.size(); i++) {
      places.add(matches.start(i) + "-" + matches.end(i));
    }
    return places;
  }

  /** A scan reads some dozens of characters at once, and a term may lie where it continues. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"x", "数", "  ", "é", "😀", "x x"})
  void findsTermsWhereverTheyLieInALongText(String filler) {
    var matcher = TopicMatcher.of(List.of("storm surge", "台风"), TextNormalizer.PLAIN);
    for (int before = 0; before < 140; before++) {
      String start = filler.repeat(before) + " ";
      TopicMatches matches = matcher.match(start + "storm  surge 台风 " + filler.repeat(70));

      assertThat(matches.size()).as("%d times before", before).isEqualTo(2);
      assertThat(matches.start(0)).isEqualTo(start.length());
      assertThat(matches.start(1)).isEqualTo(start.length() + 13);
    }
  }
}
