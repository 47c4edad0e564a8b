package io.dowser.crawler.meaning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.judge.ExpandedTopicJudge;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.text.TextNormalizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeaningJudgeTest {

  private static final Topic WEATHER = Topic.of("weather", "storm", "rain");
  private static final String HURRICANE = "A hurricane is a tropical cyclone with gale winds";
  private static final List<String> OTHERS =
      List.of(
          "The violin has four strings and a bow",
          "Parliament passed the law after a long debate",
          "A prime number has no divisors except itself",
          "The goalkeeper saved two penalties",
          "Bread is made of flour and yeast");

  private static RelevanceJudge judge(Topic topic, Map<String, String> settings) {
    CrawlContext context =
        CrawlContext.about(topic, TextNormalizer.PLAIN, MixedScriptAnalyzer.create());
    return PluginRegistry.relevanceJudges(MeaningJudgeTest.class.getClassLoader())
        .create("meaning", Settings.of(settings), context);
  }

  private static AnalyzedPage page(String text) {
    return CrawlFixtures.page("http://a.test/", text);
  }

  private static void crawl(RelevanceJudge judge, int pages) {
    for (int i = 1; i <= pages; i++) {
      String text = i % 10 == 0 ? "Heavy rain and storm, bad weather" : OTHERS.get(i % 5);
      ((VisitObserver) judge).visited(CrawlFixtures.visit(i, page(text)));
    }
  }

  @Test
  void ratesPagesAboutTheTopicHigherThatHaveNoneOfItsWords() {
    RelevanceJudge judge = judge(WEATHER, Map.of());
    crawl(judge, 200);

    double relevance = judge.relevance(page(HURRICANE));
    assertThat(OTHERS)
        .allSatisfy(text -> assertThat(judge.relevance(page(text))).isLessThan(relevance / 5));
  }

  @Test
  void topicMayBeASentence() {
    RelevanceJudge judge =
        judge(Topic.of("How does bad weather with storm and rain arise?"), Map.of());
    crawl(judge, 200);

    assertThat(judge.relevance(page("The weather brings rain"))).isGreaterThan(judge.threshold());
    assertThat(judge.relevance(page(HURRICANE)))
        .isGreaterThan(3 * judge.relevance(page(OTHERS.get(0))));
  }

  @Test
  void examplesGoToTheJudgeByWords(@TempDir Path directory) throws Exception {
    Path example = Files.writeString(directory.resolve("a.html"), "<p>marmalade</p>");
    Map<String, String> settings = Map.of("words", "expanded-topic");
    RelevanceJudge without = judge(WEATHER, settings);
    RelevanceJudge with =
        judge(
            WEATHER,
            Map.of("words", "expanded-topic", "expanded-topic.examples", example.toString()));
    crawl(without, 100);
    crawl(with, 100);

    assertThat(with.relevance(page("marmalade in a jar")))
        .isGreaterThan(without.relevance(page("marmalade in a jar")));
  }

  @Test
  void answersMoveTheTopicToPagesThatHaveNoneOfItsWords() throws Exception {
    CrawlContext context =
        CrawlContext.about(WEATHER, TextNormalizer.PLAIN, MixedScriptAnalyzer.create());
    var judges = new ArrayList<MeaningJudge>();
    for (boolean isRelevant : List.of(true, false)) {
      ExpandedTopicJudge words =
          ExpandedTopicJudge.builder(Settings.none(), context)
              .example("Heavy rain and storm, bad weather", true)
              .example("A violin concerto for strings", isRelevant)
              .build();
      judges.add(MeaningJudge.of(Settings.none(), context, words));
    }
    judges.forEach(judge -> crawl(judge, 100));
    AnalyzedPage cello = page("The cello and the orchestra");

    double relevance = judges.get(0).relevance(cello);
    assertThat(relevance).isGreaterThan(1.1 * judges.get(1).relevance(cello));
    var bytes = new ByteArrayOutputStream();
    judges.get(0).save(StateWriter.to(bytes));
    judges.get(1).restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(judges.get(1).relevance(cello)).isEqualTo(relevance);
  }

  @Test
  void irrelevantPagesAloneDoNotMoveTheTopic() {
    var meaning = new TopicMeaning(MeaningTable.english(), WEATHER);
    double before = meaning.closeness("cello");

    meaning.know("a violin concerto", false);
    assertThat(meaning.closeness("cello")).isCloseTo(before, within(1e-6));
    meaning.know("a string quartet", true);
    assertThat(meaning.closeness("cello")).isGreaterThan(before);
  }

  @Test
  void answersMoveTheTopicUntilTheyAreWithdrawn() {
    RelevanceJudge judge = judge(Topic.of("music"), Map.of("words", "topic-terms"));
    crawl(judge, 30);
    double before = judge.relevance(page(HURRICANE));

    var taught = (RelevanceJudge.Taught) judge;
    taught.answered(
        List.of(new RelevanceJudge.Answer("Storms", "Rain and storm over the sea", 0, true)));
    assertThat(judge.relevance(page(HURRICANE))).isGreaterThan(before);

    taught.answered(List.of());
    assertThat(judge.relevance(page(HURRICANE))).isEqualTo(before);
  }

  @Test
  void scoresOfAJudgedPageAreNotComputedAgainWhenItIsVisited() {
    var texts = new ArrayList<String>();
    MeaningJudge judge =
        MeaningJudge.of(
            Settings.none(),
            CrawlContext.about(WEATHER),
            page -> {
              texts.add(page.text());
              return 0.5;
            });
    AnalyzedPage page = page(HURRICANE);

    ((VisitObserver) judge).visited(CrawlFixtures.visit(1, page.judgedBy(judge)));
    assertThat(texts).containsExactly(HURRICANE);

    ((VisitObserver) judge).visited(CrawlFixtures.visit(2, page));
    assertThat(texts).as("a page that was not judged").hasSize(2);
  }

  @Test
  void pagesInOtherLanguagesHaveTheRelevanceByWords() {
    Topic topic = Topic.of("storm", "台风");
    MeaningJudge judge =
        MeaningJudge.of(
            Settings.none(),
            CrawlContext.about(topic),
            new RelevanceJudge() {
              @Override
              public double relevance(AnalyzedPage page) {
                return page.text().contains("台风") ? 0.9 : 0.4;
              }

              @Override
              public double threshold() {
                return 0.8;
              }
            });
    AnalyzedPage german =
        AnalyzedPage.builder(Candidate.seed(CrawlUrl.of("http://a.test/"), 0))
            .language("de-at")
            .text("storm")
            .build();

    assertThat(judge.relevance(page("台风和暴雨"))).isCloseTo(0.75, within(1e-9));
    assertThat(judge.relevance(page("潮汐"))).isCloseTo(0.25, within(1e-9));
    assertThat(judge.relevance(german)).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void aCrawlWithoutTopicIsRefused() {
    CrawlContext context = CrawlContext.builder().build();
    var registry = PluginRegistry.relevanceJudges(getClass().getClassLoader());

    assertThatThrownBy(() -> registry.create("meaning", Settings.none(), context))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("'meaning' needs a topic");
  }

  @Test
  void tablesThatCannotBeReadAreNamed(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("my.table"), "no table at all");

    assertThatThrownBy(() -> judge(WEATHER, Map.of("table", file.toString())))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("my.table")
        .hasMessageContaining("no model of this library");
    assertThatThrownBy(() -> judge(WEATHER, Map.of("table", "absent.table")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("absent.table");
  }

  @Test
  void oneTableIsLoadedForJudgeAndScorer() {
    var shared = new CrawlContext.Shared();
    CrawlContext context = CrawlContext.builder().topic(WEATHER).shared(shared).build();

    assertThat(SharedTables.of(Settings.none(), context))
        .isSameAs(SharedTables.of(Settings.none(), context));
  }
}
