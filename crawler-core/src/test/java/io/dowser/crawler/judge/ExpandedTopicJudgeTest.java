package io.dowser.crawler.judge;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpandedTopicJudgeTest {

  private static final Topic TOPIC = Topic.of("rain", "wind", "snow", "high tide");
  private static final String OTHER = "bread and butter on the table of the kitchen";

  private final ExpandedTopicJudge judge = builder(TOPIC).build();

  @Test
  void aPageWithoutLearnedTermsOrTermsOfTheTopicIsNotRelevantAtAll() {
    assertThat(judge.relevance(page(""))).isZero();
    assertThat(judge.relevance(page(OTHER))).isZero();
    crawl();
    assertThat(judge.relevance(page(OTHER))).isZero();
  }

  @Test
  void theFirstPageIsRelevantIfItHasMuchOfTheTopic() {
    assertThat(judge.relevance(page("rain and wind"))).isGreaterThan(judge.threshold());
    assertThat(judge.relevance(page("once rain among many " + OTHER))).isBetween(0.0, 1.0);
  }

  @Test
  void whereTheBestPagesSayLittleOfTheTopicLittleIsEnough() {
    Topic wide = Topic.of("rain", "wind", "snow", "hail", "fog", "frost", "storm", "thunder");
    ExpandedTopicJudge strict = builder(wide).build();
    AnalyzedPage little = page("some rain in " + OTHER);
    assertThat(strict.relevance(little)).isLessThan(strict.threshold());

    for (int i = 1; i <= 100; i++) {
      strict.visited(CrawlFixtures.visit(i, i % 10 == 0 ? little : page(OTHER)));
    }

    assertThat(strict.relevance(little)).isGreaterThan(strict.threshold());
  }

  @Test
  void whereTheBestPagesSayMuchOfTheTopicLittleIsNotEnough() {
    visits(200, OTHER);
    visits(60, "rain and wind and snow at high tide");

    assertThat(judge.relevance(page("some snow in " + OTHER))).isLessThan(judge.threshold());
  }

  @Test
  void aTermOfTheBestPagesMakesAPageMoreRelevant() {
    String without = "wind in the harbour";
    String with = "wind in the cyclone";
    assertThat(judge.relevance(page(with))).isEqualTo(judge.relevance(page(without)));

    crawl();

    assertThat(judge.relevance(page(with))).isGreaterThan(judge.relevance(page(without)));
    assertThat(judge).asString().contains("cyclone");
  }

  @Test
  void learnedTermsAloneHaveAtMostAQuarterOfTheWeight() {
    crawl();

    assertThat(judge.relevance(page("cyclone"))).isPositive();
    assertThat(judge.relevance(page("cyclone")))
        .isLessThan(judge.relevance(page("rain wind snow")) / 2);
  }

  @Test
  void withoutExpansionTheTopicAloneCounts() {
    ExpandedTopicJudge plain =
        ExpandedTopicJudge.builder(Settings.of(Map.of("expansion", "0")), CrawlContext.about(TOPIC))
            .build();
    for (int i = 1; i <= 100; i++) {
      plain.visited(CrawlFixtures.visit(i, page(i % 10 == 0 ? "rain cyclone" : OTHER)));
    }

    assertThat(plain.relevance(page("cyclone"))).isZero();
    assertThat(plain.relevance(page("rain"))).isGreaterThan(plain.threshold());
  }

  @Test
  void aTermOfSeveralWordsCountsWhereTheyStandTogether() {
    assertThat(judge.relevance(page("at high tide"))).isPositive();
    assertThat(judge.relevance(page("the tide is high"))).isZero();
  }

  @Test
  void whatWasLearnedSurvivesARestartBetweenTwoRecalibrations() throws IOException {
    crawl();
    visits(7, "rain cyclone"); // not yet learned
    var bytes = new ByteArrayOutputStream();
    judge.save(StateWriter.to(bytes));
    ExpandedTopicJudge restored = builder(TOPIC).build();
    restored.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    for (int i = 1; i <= 40; i++) {
      AnalyzedPage page = page("wind and cyclone " + "rain ".repeat(i % 3));
      assertThat(restored.relevance(page)).isEqualTo(judge.relevance(page));
      judge.visited(CrawlFixtures.visit(i, page));
      restored.visited(CrawlFixtures.visit(i, page));
    }
  }

  @Test
  void aPageLikeTheExamplesIsMoreRelevantAndOneLikeTheOthersLess() {
    String like = "hail from a cloud";
    String unlike = "a cloud of data";
    ExpandedTopicJudge taught = builder(TOPIC).example(like, true).example(unlike, false).build();
    for (ExpandedTopicJudge any : List.of(judge, taught)) {
      visits(any, 20, OTHER);
      visits(any, 5, "rain " + like);
      visits(any, 5, "rain " + unlike);
      visits(any, 10, "some rain in " + OTHER);
    }

    assertThat(taught.relevance(page("hail")))
        .isGreaterThan(taught.threshold())
        .isGreaterThan(judge.relevance(page("hail")));
    AnalyzedPage other = page("rain of data");
    assertThat(taught.relevance(other)).isLessThan(judge.relevance(other));
  }

  @Test
  void answersOfPeopleCountAsExamplesDoAndCanBeWithdrawn() {
    String like = "hail from a cloud";
    String unlike = "a cloud of data";
    ExpandedTopicJudge taught = builder(TOPIC).build();
    for (ExpandedTopicJudge any : List.of(judge, taught)) {
      visits(any, 20, OTHER);
      visits(any, 5, "rain " + like);
      visits(any, 5, "rain " + unlike);
      visits(any, 10, "some rain in " + OTHER);
    }

    taught.answered(
        List.of(
            new RelevanceJudge.Answer("", like, 0.5, true),
            new RelevanceJudge.Answer("", unlike, 0.5, false)));
    assertThat(taught.relevance(page("hail"))).isGreaterThan(judge.relevance(page("hail")));
    AnalyzedPage other = page("rain of data");
    assertThat(taught.relevance(other)).isLessThan(judge.relevance(other));

    taught.answered(List.of());
    assertThat(taught.relevance(page("hail"))).isEqualTo(judge.relevance(page("hail")));
  }

  @Test
  void fiveAnswersOfEachKindTeachTheSenseOfATerm() {
    ExpandedTopicJudge taught = builder(Topic.of("replication")).build();
    for (int i = 0; i < 20; i++) {
      visits(taught, 1, database(i));
      visits(taught, 1, dna(i));
      visits(taught, 2, OTHER);
    }
    assertThat(taught.relevance(page(dna(20)))).isGreaterThan(taught.threshold());
    List<RelevanceJudge.Answer> answers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      answers.add(new RelevanceJudge.Answer("", database(i), 0.9, true));
      answers.add(new RelevanceJudge.Answer("", dna(i), 0.9, false));
    }

    taught.answered(answers);

    for (int i = 20; i < 30; i++) {
      assertThat(taught.relevance(page(database(i)))).isGreaterThan(taught.threshold());
      assertThat(taught.relevance(page(dna(i)))).isLessThan(taught.threshold());
    }
    Map<String, Double> learned = taught.learnedWeights();
    assertThat(learned).hasSizeLessThanOrEqualTo(20).doesNotContainKey("replication");
    assertThat(learned.entrySet())
        .filteredOn(each -> each.getValue() > 0)
        .isNotEmpty()
        .allMatch(each -> database(0).contains(each.getKey()));
    assertThat(learned.entrySet())
        .filteredOn(each -> each.getValue() < 0)
        .isNotEmpty()
        .noneMatch(each -> database(0).contains(each.getKey()));
    taught.answered(List.of());
    assertThat(taught.learnedWeights()).isEmpty();
  }

  @Test
  void answersThatAgreeWithTheJudgeDoNotMoveItsThreshold() {
    ExpandedTopicJudge judge = builder(Topic.of("replication")).build();
    for (int i = 0; i < 20; i++) {
      visits(judge, 1, database(i));
      visits(judge, 2, OTHER);
    }
    String mention = "replication " + (OTHER + " ").repeat(4);
    assertThat(judge.relevance(page(mention))).isGreaterThan(judge.threshold());

    judge.answered(
        List.of(
            new RelevanceJudge.Answer("", database(1), 1, true),
            new RelevanceJudge.Answer("", OTHER, 0, false)));
    assertThat(judge.relevance(page(mention))).isGreaterThan(judge.threshold());
  }

  /** A page in which some words are of the page alone. */
  private static String database(int page) {
    return "replication of a database copies the write-ahead log to a standby server, and"
        + " replication slots keep what the standby has not read. "
        + words(page);
  }

  private static String dna(int page) {
    return "replication of dna begins where an enzyme opens the helix, and replication forks move"
        + " along both strands of the cell. "
        + words(page);
  }

  private static String words(int page) {
    return IntStream.range(0, 30)
        .mapToObj(i -> "w" + (page * 31 + i * 17) % 97)
        .collect(joining(" "));
  }

  @Test
  void asksForPagesNearTheThresholdAloneAndNotMoreThanTheBudget() {
    var asked = new ArrayList<String>();
    ExpandedTopicJudge curious =
        builder(TOPIC)
            .answers(
                3,
                page -> {
                  asked.add(page.text());
                  return new CompletableFuture<>();
                })
            .build();

    for (double relevance : new double[] {0, 0.29, 0.31, 0.5, 0.71, 1, 0.69, 0.5}) {
      curious.visited(visit("page " + relevance, relevance));
    }

    assertThat(asked).containsExactly("page 0.31", "page 0.5", "page 0.69");
  }

  @Test
  void anAnswerCountsFromTheVisitAfterIt() {
    var answer = new CompletableFuture<Boolean>();
    ExpandedTopicJudge curious = builder(TOPIC).answers(1, page -> answer).build();
    visits(curious, 20, OTHER);
    visits(curious, 3, "hail in the rain");
    curious.visited(visit("hail on the roof", 0.5));
    assertThat(curious.relevance(page("hail"))).isZero();

    answer.complete(true);
    assertThat(curious.relevance(page("hail"))).isZero();
    curious.visited(visit(OTHER, 0));

    assertThat(curious.relevance(page("hail"))).isGreaterThan(curious.threshold());
  }

  @Test
  void aCancelledQuestionTeachesNothingAndAFailedOneIsReported() {
    ExpandedTopicJudge curious =
        builder(TOPIC)
            .answers(
                2,
                page ->
                    page.text().equals("broken")
                        ? CompletableFuture.failedFuture(new IOException("no line"))
                        : cancelled())
            .build();

    curious.visited(visit("dropped", 0.5));

    assertThatThrownBy(() -> curious.visited(visit("broken", 0.5)))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("no line");
    curious.visited(visit("broken", 0.5)); // which is not asked, nor reported again
  }

  private static CompletableFuture<Boolean> cancelled() {
    var future = new CompletableFuture<Boolean>();
    future.cancel(false);
    return future;
  }

  @Test
  void aResumedCrawlKeepsItsAnswersAndAsksNoMoreThanTheBudget() throws IOException {
    var questions = new AtomicInteger();
    Supplier<ExpandedTopicJudge> curious =
        () ->
            builder(TOPIC)
                .answers(
                    2,
                    page -> {
                      questions.incrementAndGet();
                      return CompletableFuture.completedFuture(page.text().contains("hail"));
                    })
                .build();
    ExpandedTopicJudge first = curious.get();
    visits(first, 20, OTHER);
    visits(first, 2, "hail on the roof");
    first.visited(visit("hail in the rain", 0.5));
    first.visited(visit("rain of tears", 0.5));
    first.visited(visit("hail", 0.5));
    ExpandedTopicJudge second = curious.get();
    second.restore(StateReader.from(new ByteArrayInputStream(saved(first))));
    second.visited(visit("hail again", 0.5));
    first.visited(visit("hail again", 0.5));

    assertThat(questions).hasValue(2);
    assertThat(second.relevance(page("hail")))
        .isPositive()
        .isEqualTo(first.relevance(page("hail")));
    assertThat(saved(second)).isEqualTo(saved(first));
  }

  @Test
  void examplesCanBeFilesOfTextOrHtml(@TempDir Path directory) throws IOException {
    Path html = Files.writeString(directory.resolve("a.html"), "<p>hail <b>storm</b>");
    Path text = Files.writeString(directory.resolve("b.txt"), "a storm of mails");
    Path none = directory.resolve("c.txt");
    CrawlContext context = CrawlFixtures.context(TOPIC, 1);
    var provider = new ExpandedTopicJudge.Provider();
    var settings = Map.of("examples", html + ", " + html, "counterexamples", text.toString());
    var taught = (ExpandedTopicJudge) provider.create(Settings.of(settings), context);
    visits(taught, 18, OTHER);
    visits(taught, 2, "hail and mails");

    assertThat(taught.relevance(page("hail"))).isGreaterThan(taught.relevance(page("mails")));
    assertThatThrownBy(
            () -> provider.create(Settings.of(Map.of("examples", none.toString())), context))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("examples must name files of pages")
        .hasMessageContaining("c.txt");
  }

  private static byte[] saved(ExpandedTopicJudge judge) throws IOException {
    var bytes = new ByteArrayOutputStream();
    judge.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private static Visit visit(String text, double relevance) {
    return CrawlFixtures.visit(1, page(text).withRelevance(relevance, relevance >= 0.5));
  }

  @Test
  void refusesATopicWithoutTokens() {
    TextAnalyzer deaf = (text, sink) -> {};

    assertThatThrownBy(
            () ->
                ExpandedTopicJudge.builder(
                    Settings.none(), CrawlContext.about(TOPIC, TextNormalizer.PLAIN, deaf)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no term of the topic has tokens");
  }

  private static ExpandedTopicJudge.Builder builder(Topic topic) {
    return ExpandedTopicJudge.builder(Settings.none(), CrawlContext.about(topic));
  }

  private void crawl() {
    visits(90, OTHER);
    visits(10, "rain and snow bring a cyclone");
  }

  private void visits(int times, String text) {
    visits(judge, times, text);
  }

  private static void visits(ExpandedTopicJudge judge, int times, String text) {
    for (int i = 1; i <= times; i++) {
      judge.visited(CrawlFixtures.visit(i, page(text)));
    }
  }

  private static AnalyzedPage page(String text) {
    return CrawlFixtures.page("http://a.example/", text);
  }
}
