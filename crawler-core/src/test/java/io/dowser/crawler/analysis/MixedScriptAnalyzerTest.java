package io.dowser.crawler.analysis;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

class MixedScriptAnalyzerTest {

  private final MixedScriptAnalyzer analyzer = MixedScriptAnalyzer.create();

  @Test
  void chineseIsTokenizedAndFunctionWordsAreLeftOut() {
    assertThat(terms("中央气象台发布了台风和暴雨的警报。"))
        .contains("台风", "暴雨", "警报", "发布")
        .doesNotContain("了", "和", "的", "。");
  }

  @ParameterizedTest
  @CsvSource({
    "颱風登陸臺灣東部，氣象局發佈暴雨警報, 台风登陆台湾东部，气象局发布暴雨警报",
    "低氣壓, 低气压",
    "乾旱, 干旱",
    "看著天氣, 看着天气",
  })
  void bothScriptsGiveTheSameTerms(String traditional, String simplified) {
    assertThat(terms(traditional)).isEqualTo(terms(simplified)).isNotEmpty();
  }

  @Test
  void englishIsStemmedLoweredAndStopped() {
    assertThat(terms("The Storms' warnings are running, it's John's RAIN"))
        .containsExactly("storm", "warn", "run", "john", "rain");
  }

  @Test
  void wordsThatAreNotPlainLettersAreNotStemmed() {
    assertThat(terms("the U.S. needs 5g caf\u00e9s example.org"))
        .containsExactly("u.s", "need", "5g", "caf\u00e9s", "example.org");
  }

  @Test
  void punctuationAndNumbersAreLeftOut() {
    assertThat(terms("-- 2019 3.14 ... ①②③ １２３ 。，！ \uD83D\uDE00 ___ $")).isEmpty();
    assertThat(terms("")).isEmpty();
  }

  @Test
  void wideLatinLettersAreAsNarrowOnes() {
    assertThat(terms("ＷＴＯ会议 wto")).containsExactly("wto", "会议", "wto");
  }

  @Test
  void otherScriptsAreWordsToo() {
    assertThat(terms("Прогноз погоды")).containsExactly("прогноз", "погоды");
    assertThat(terms("テキスト")).containsExactly("テキスト");
    assertThat(terms("태풍 경보")).containsExactly("태풍", "경보");
  }

  @Test
  void placesReferToTheGivenText() {
    String text = "  颱風Storms ＡＢ-\uD840\uDC00中国\uD83D\uDE00 e\u0301tat 暴雨";
    List<String> found = new ArrayList<>();
    analyzer.analyze(
        text, (term, start, end) -> found.add(term + "=" + text.substring(start, end)));
    assertThat(found)
        .containsExactly(
            "台风=颱風",
            "storm=Storms",
            "ab=ＡＢ",
            "\uD840\uDC00=\uD840\uDC00",
            "中国=中国",
            "\u00e9tat=e\u0301tat",
            "暴雨=暴雨");
  }

  @Test
  void anchorTermsOfAPageAreFoundByPlace() {
    Tokens tokens = Tokens.of("台风 暴雨 flood", analyzer);
    assertThat(tokens.term(tokens.indexFrom(3))).isEqualTo("暴雨");
  }

  @Test
  void charactersBeyondTheBasicPlaneAreNotCutInHalf() {
    assertThat(terms("\uD842\uDFB7野家\uD840\uDC0B"))
        .contains("\uD842\uDFB7", "\uD840\uDC0B")
        .allMatch(term -> !Character.isSurrogate(term.charAt(0)) || term.length() == 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD840", "\uDC00", "中\uD840文", "a\uDC00b", "\uD83D中"})
  void brokenSurrogatesDoNoHarm(String text) {
    assertThat(terms(text)).allMatch(term -> !term.isEmpty());
  }

  @Test
  void hanBeyondTheLimitGivesNoTermsAndOtherTextDoes() {
    MixedScriptAnalyzer few = MixedScriptAnalyzer.builder().maxHanCharacters(4).build();
    assertThat(terms(few, "台风，暴雨，警报 flood")).containsExactly("台风", "暴雨", "flood");
    assertThat(terms(MixedScriptAnalyzer.builder().maxHanCharacters(0).build(), "台风 rain"))
        .containsExactly("rain");
  }

  @Test
  void defaultLimitIsTwentyThousandHanCharacters() {
    String text = "台风，".repeat(15_000);
    assertThat(terms(text)).hasSize(10_000).containsOnly("台风");
  }

  @Test
  void textBeyondTheLimitGivesNoTerms() {
    MixedScriptAnalyzer few = MixedScriptAnalyzer.builder().maxCharacters(9).build();
    assertThat(terms(few, "sun 台风 two three")).containsExactly("sun", "台风", "tw");
  }

  @Test
  void veryLongRunsAndWordsAreCut() {
    assertThat(terms("台风".repeat(3_000))).isNotEmpty();
    assertThat(terms("a".repeat(100_000))).hasSizeGreaterThan(1);
  }

  @Test
  void stemmingAndStopWordsCanBeSwitchedOff() {
    MixedScriptAnalyzer plain =
        MixedScriptAnalyzer.builder().stemming(false).stopWords(Set.of()).build();
    assertThat(terms(plain, "The storms 和 rains")).containsExactly("the", "storms", "和", "rains");
    MixedScriptAnalyzer own = MixedScriptAnalyzer.builder().stopWords(Set.of("台风")).build();
    assertThat(terms(own, "颱風 the")).containsExactly("the");
  }

  @Test
  void repeatedTextGivesTheSameTerms() {
    var random = new SplittableRandom(5);
    for (int round = 0; round < 2_000; round++) { // more distinct runs than are kept
      String text = randomText(random);
      List<String> first = terms(text);
      assertThat(terms(text)).as("seed 5, %s", text).isEqualTo(first);
      if (round % 40 == 0) {
        assertThat(terms(MixedScriptAnalyzer.create(), text))
            .as("seed 5, %s", text)
            .isEqualTo(first);
      }
    }
  }

  @Test
  void manyThreadsGetTheSameTermsAsOne() throws Exception {
    List<String> texts =
        IntStream.range(0, 60).mapToObj(i -> randomText(new SplittableRandom(i))).toList();
    String expected = texts.stream().map(text -> terms(text).toString()).collect(joining());
    Callable<String> work =
        () -> texts.stream().map(text -> terms(text).toString()).collect(joining());
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<String>> works = IntStream.range(0, 40).mapToObj(i -> work).toList();
      for (Future<String> result : threads.invokeAll(works)) {
        assertThat(result.get()).as("texts of seeds 0 to 59").isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void sinkThatThrowsDoesNotSpoilTheNextText() {
    String text = "the storms of 台风暴雨";
    List<String> expected = terms(text);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(
              () ->
                  analyzer.analyze(
                      text,
                      (term, start, end) -> {
                        throw new IllegalStateException("full");
                      }))
          .hasMessage("full");
      assertThat(terms(text)).isEqualTo(expected);
    }
  }

  @Test
  void sinkMayAnalyzeAnotherText() {
    List<String> inner = new ArrayList<>();
    analyzer.analyze("storm 台风", (term, start, end) -> inner.addAll(terms("flood 暴雨")));
    assertThat(inner).containsExactly("flood", "暴雨", "flood", "暴雨");
  }

  @Test
  void limitsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> MixedScriptAnalyzer.builder().maxHanCharacters(-1))
        .hasMessage("maxHanCharacters must be 0 or more, but was -1");
    assertThatThrownBy(() -> MixedScriptAnalyzer.builder().maxCharacters(-1))
        .hasMessage("maxCharacters must be 0 or more, but was -1");
  }

  @Test
  void countsOfAPageAreCounts() {
    TermCounts counts = TermCounts.of(Tokens.of("台风 颱風 storm storms", analyzer));
    assertThat(counts.count("台风")).isEqualTo(2);
    assertThat(counts.count("storm")).isEqualTo(2);
  }

  private List<String> terms(String text) {
    return terms(analyzer, text);
  }

  private static List<String> terms(MixedScriptAnalyzer analyzer, String text) {
    List<String> terms = new ArrayList<>();
    analyzer.analyze(text, (term, start, end) -> terms.add(term));
    return terms;
  }

  private static String randomText(SplittableRandom random) {
    String[] chunks = {
      "台风",
      "暴雨",
      "氣象",
      "的",
      "中国",
      "经济",
      "，",
      " ",
      "storm",
      "Rains ",
      "2019",
      "\uD840\uDC00",
      "の",
      "é",
      "科学技术",
      "人民",
      "下",
      "雪"
    };
    var text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append(chunks[random.nextInt(chunks.length)]);
    }
    return text.toString();
  }
}
