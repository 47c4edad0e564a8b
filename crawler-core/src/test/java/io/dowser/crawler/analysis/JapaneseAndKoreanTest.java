package io.dowser.crawler.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.judge.TopicTermsJudge;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.text.TopicMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JapaneseAndKoreanTest {

  private static final String JAPANESE = "大型の台風が九州に上陸し、各地で激しい雨が降りました。気象庁は警報を発表した。";
  private static final String KOREAN = "태풍이 제주도에 상륙하면서 강한 비가 내렸습니다. 기상청은 경보를 발표했다.";

  private final MixedScriptAnalyzer analyzer = MixedScriptAnalyzer.create();

  private List<String> terms(String text) {
    Tokens tokens = Tokens.of(text, analyzer);
    return IntStream.range(0, tokens.size()).mapToObj(tokens::term).toList();
  }

  @Test
  void japaneseIsSegmentedWithoutParticlesAndInBaseForms() {
    assertThat(terms(JAPANESE))
        .contains("台风", "九州", "上陆", "激しい", "雨", "警报", "発表")
        .doesNotContain("が", "に", "し", "の", "ました", "。");
  }

  @Test
  void koreanIsSegmentedWithoutParticlesAndEndings() {
    assertThat(terms(KOREAN))
        .contains("태풍", "제주", "상륙", "비", "기상", "경보", "발표")
        .doesNotContain("이", "에", "은", "를", "태풍이", "기상청은", ".");
  }

  @ParameterizedTest
  @CsvSource({
    "台風情報, 台風の情報をお知らせします",
    "東京駅, 東京駅から歩く",
    "気象庁, 気象庁が発表した",
    "태풍 경보, 태풍에 경보가 내렸다",
    "기상청, 기상청은 말했다",
  })
  void wordsOfATermAreThoseOfAText(String term, String text) {
    assertThat(terms(text)).containsAll(terms(term));
  }

  @ParameterizedTest
  @CsvSource({
    "台風, 大型の台風が上陸した",
    "データベース, 分散データベースの設計",
    "とうふ, おいしいとうふを食べる",
    "태풍, 태풍이 상륙했다",
    "데이터베이스, 데이터베이스를 설계한다",
  })
  void topicTermsAreFoundWithinText(String term, String text) {
    TopicMatcher matcher = TopicMatcher.of(List.of(term), HanNormalizer.create());
    assertThat(matcher.match(text).isEmpty()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "台風, 大型の台風が九州に上陸した。台風は強い。, おいしい豆腐の料理を食べました。",
    "태풍, 태풍이 제주도에 상륙했다. 태풍은 강하다., 맛있는 두부 요리를 먹었습니다.",
  })
  void pageOnTheTopicIsTheMoreRelevantOne(String term, String relevant, String other) {
    Topic topic = Topic.of(term);
    RelevanceJudge judge =
        TopicTermsJudge.of(
            Settings.of(Map.of("measure", "full-cosine")),
            CrawlContext.about(topic, HanNormalizer.create(), analyzer));

    assertThat(page(relevant).judgedBy(judge).relevant()).isTrue();
    assertThat(judge.relevance(page(other))).isZero();
  }

  private AnalyzedPage page(String text) {
    Candidate seed = Candidate.seed(CrawlUrl.of("http://example.org/"), 0);
    return AnalyzedPage.builder(seed).textAnalyzer(analyzer).text(text).build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        JAPANESE + KOREAN,
        "Windowsのテキスト・エディター ver. 3",
        "サーバー",
        "々",
        "ーー",
        "優の良品",
        "の",
        "のの",
        "한국어テキスト中文text",
        "\u1112\u1161\u11ab국",
        "각각 1 2 3 각",
        "됐다 했어요 갔습니다"
      })
  void placesAreInOrderAndWithinTheText(String text) {
    var ends = new ArrayList<>(List.of(0));
    analyzer.analyze(
        text,
        (term, start, end) -> {
          assertThat(term).isNotEmpty();
          assertThat(start).isGreaterThanOrEqualTo(ends.get(ends.size() - 1));
          assertThat(end).isGreaterThan(start).isLessThanOrEqualTo(text.length());
          ends.add(end);
        });
  }

  @Test
  void placesAreThoseOfTheGivenText() {
    var places = new ArrayList<String>();
    String text = "storm 台風が来た 태풍이 왔다";
    analyzer.analyze(text, (term, start, end) -> places.add(text.substring(start, end)));
    assertThat(places).contains("storm", "台風", "来", "태풍");
  }

  @Test
  void chineseWithOneJapaneseParticleStaysChinese() {
    assertThat(terms("鲜の每日台风警报")).contains("台风", "警报");
    assertThat(terms("中国的经济和股票市场")).containsExactly("中国", "经济", "股票", "市场");
  }

  @Test
  void japaneseBeyondTheLimitGivesNoTerms() {
    MixedScriptAnalyzer few = MixedScriptAnalyzer.builder().maxHanCharacters(6).build();
    Tokens tokens = Tokens.of("大型の台風が上陸、九州 rain", few);
    assertThat(IntStream.range(0, tokens.size()).mapToObj(tokens::term))
        .containsExactly("大型", "台风", "rain");
  }
}
