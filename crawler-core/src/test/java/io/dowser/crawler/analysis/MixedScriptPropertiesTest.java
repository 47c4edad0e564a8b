package io.dowser.crawler.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MixedScriptPropertiesTest {

  private final MixedScriptAnalyzer analyzer = MixedScriptAnalyzer.create();

  @Test
  void englishIsStemmedWithoutFunctionWordsAndNumbers() {
    assertThat(terms("The crawlers are crawling 300 pages, 3.14 hosts and 2nd chances."))
        .containsExactly("crawler", "crawl", "page", "host", "2nd", "chanc");
  }

  @Test
  void chineseIsSegmentedIntoWordsWithoutFunctionWords() {
    assertThat(terms("中国的经济和股票市场")).containsExactly("中国", "经济", "股票", "市场");
  }

  @ParameterizedTest
  @CsvSource({"颱風, 台风", "暴雨, 暴雨", "氣壓, 气压", "臺灣, 台湾", "證券市場, 证券市场"})
  void traditionalAndSimplifiedGiveTheSameTerms(String traditional, String simplified) {
    assertThat(terms(traditional)).isNotEmpty().isEqualTo(terms(simplified));
  }

  @Test
  void wideLettersAreNarrowed() {
    assertThat(terms("ＳＱＬｉｔｅ数据库")).containsExactly("sqlite", "数据库");
  }

  @Test
  void placesAreThoseOfTheGivenText() {
    String text = "Über die 資料庫 of Mail";
    var places = new ArrayList<String>();

    analyzer.analyze(text, (term, start, end) -> places.add(text.substring(start, end)));

    assertThat(String.join("|", places)).startsWith("Über|die|資料").endsWith("|Mail");
  }

  @Test
  void charactersOutsideTheBasicPlaneStayWhole() {
    assertThat(terms("古\ud840\udc0b字 \ud83d\ude00 ok")).contains("\ud840\udc0b", "ok");
    assertThat(terms("\ud840")).allSatisfy(term -> assertThat(term).isNotEmpty());
  }

  @Test
  void nothingComesOfNothing() {
    assertThat(terms("")).isEmpty();
    assertThat(terms("  ,.!? 。，！ 123 ４５６")).isEmpty();
  }

  @Test
  void textBeyondTheLimitIsNotCut() {
    assertThat(
            Tokens.of("alpha beta gamma", MixedScriptAnalyzer.builder().maxCharacters(10).build())
                .size())
        .isEqualTo(2);
    assertThatThrownBy(() -> MixedScriptAnalyzer.builder().maxCharacters(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  @Test
  void manyThreadsGetTheSameTerms() {
    List<String> texts =
        IntStream.range(0, 200).mapToObj(i -> "第" + i + "届全国运动会 opened in town " + i).toList();
    List<List<String>> alone = texts.stream().map(this::terms).toList();

    List<List<String>> together = texts.parallelStream().map(this::terms).toList();

    assertThat(together).isEqualTo(alone);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void anyTextGivesTermsInOrderAndWithinTheText(long seed) {
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 300; round++) {
      String text = randomText(random);
      int[] last = {0};
      analyzer.analyze(
          text,
          (term, start, end) -> {
            assertThat(term).as(text).isNotEmpty();
            assertThat(start).as(text).isGreaterThanOrEqualTo(last[0]);
            assertThat(end).as(text).isGreaterThan(start).isLessThanOrEqualTo(text.length());
            last[0] = start;
          });
    }
  }

  private static String randomText(SplittableRandom random) {
    int[] starts = {0x20, 0x41, 0x4e00, 0xff00, 0x3040, 0xac00, 0xd800, 0x1f600, 0x20000, 0x300};
    var text = new StringBuilder();
    for (int i = random.nextInt(40); i > 0; i--) {
      text.appendCodePoint(starts[random.nextInt(starts.length)] + random.nextInt(60));
    }
    return text.toString();
  }

  private List<String> terms(String text) {
    Tokens tokens = Tokens.of(text, analyzer);
    return IntStream.range(0, tokens.size()).mapToObj(tokens::term).toList();
  }
}
