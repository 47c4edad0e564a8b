package io.dowser.crawler.langchain4j;

import static io.dowser.crawler.testkit.CrawlFixtures.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.scoring.ScoringModel;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RerankerJudgeTest extends RelevanceJudgeContract {

  private static final String QUERY = "storm surges and tides flood the coast";
  private static final String URL = "http://example.org/";
  private static final AnalyzedPage TIDES = page(URL, "A tidal storm surged and flooded towns");
  private static final AnalyzedPage PIES = page(URL, "Recipes: bake an apple pie with cinnamon");
  private static final int PAGES = 24;

  @Override
  protected RelevanceJudge judge(RandomGenerator random) {
    double lowest = random.nextDouble(-10, 1);
    return RerankerJudge.builder(new NgramReranker(), QUERY, 1)
        .scoreRange(lowest, random.nextBoolean() ? 1 : random.nextDouble(1, 10))
        .maxCharacters(random.nextBoolean() ? 1 : random.nextInt(1, 5_000))
        .textsPerRequest(random.nextInt(1, 4))
        .build();
  }

  @Override
  protected List<String> knownWords() {
    return List.of("storm", "surges", "tides", "潮汐");
  }

  private static RerankerJudge.Builder scoring(Double... scores) {
    return RerankerJudge.builder(new Constant(Arrays.asList(scores)), QUERY, 0.5);
  }

  /** Returns the same scores for all requests. */
  private record Constant(List<Double> scores) implements ScoringModel {

    @Override
    public Response<List<Double>> scoreAll(List<TextSegment> texts, String query) {
      return Response.from(scores);
    }
  }

  @Test
  void pageThatAnswersTheQueryIsRelevant() {
    RerankerJudge judge = RerankerJudge.builder(new NgramReranker(), QUERY, 0.4).build();

    assertThat(judge.relevance(TIDES)).isEqualTo(NgramReranker.cosine(QUERY, TIDES.text()));
    assertThat(TIDES.judgedBy(judge).relevant()).isTrue();
    assertThat(PIES.judgedBy(judge).relevant()).isFalse();
  }

  @Test
  void logitsAreMappedToTheirRange() {
    RerankerJudge judge =
        RerankerJudge.builder(new Constant(List.of(5.0)), QUERY, -2).scoreRange(-10, 10).build();

    assertThat(judge.relevance(TIDES)).isCloseTo(0.75, within(1e-12));
    assertThat(judge.threshold()).isCloseTo(0.4, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.2, 0.3, 0.7, 1 / 3.0, 1.4, 1.9})
  void pageWithTheScoreOfTheThresholdIsRelevant(double score) {
    var model = new Constant(List.of(score));
    RerankerJudge judge = RerankerJudge.builder(model, QUERY, score).scoreRange(-1.7, 1.9).build();

    assertThat(TIDES.judgedBy(judge).relevant()).isTrue();
  }

  @Test
  void scoreOutsideTheRangeHasTheRelevanceOfTheNearerEnd() {
    assertThat(scoring(-0.01).build().relevance(TIDES)).isZero();
    assertThat(scoring(7.2).build().relevance(TIDES)).isEqualTo(1);
  }

  @Test
  void scoresThatCannotBeComparedAreRefused() {
    assertRefused(scoring(Double.NaN), "must be finite numbers");
    assertRefused(scoring(Double.NEGATIVE_INFINITY), "returned -Infinity");
    assertRefused(scoring((Double) null), "returned null");
    assertRefused(scoring(), "for each of 1 texts, but returned 0");
    assertRefused(scoring(0.1, 0.2), "for each of 1 texts, but returned 2");
  }

  private static void assertRefused(RerankerJudge.Builder judge, String message) {
    assertThatThrownBy(() -> judge.build().relevance(TIDES))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(message)
        .hasMessageContaining(Constant.class.getName());
  }

  @Test
  void pageWithoutTextIsNotSentToTheModel() {
    var model = new NgramReranker();
    RerankerJudge judge = RerankerJudge.builder(model, QUERY, 0.4).build();

    assertThat(judge.relevance(page(URL, "  "))).isZero();
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void pagesWithTheSameBeginningAreSentOnce() {
    var model = new NgramReranker();
    RerankerJudge judge = RerankerJudge.builder(model, QUERY, 0.4).maxCharacters(5).build();

    double first = judge.relevance(page(URL, "tides of the sea"));
    double second = judge.relevance(page("http://example.org/other", "tides of the moon"));

    assertThat(second).isEqualTo(first);
    assertThat(model.requests()).containsExactly(List.of("tides"));
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    var model = new NgramReranker();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RerankerJudge.builder(model, " ", 0.4))
        .withMessageContaining("query must not be blank");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RerankerJudge.builder(model, QUERY, Double.NaN))
        .withMessageContaining("threshold must be -1000000.0 to 1000000.0, but was NaN");
    RerankerJudge.Builder builder = RerankerJudge.builder(model, QUERY, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.scoreRange(2, 2))
        .withMessageContaining("highest must be above lowest, 2.0, but was 2.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.scoreRange(Double.NEGATIVE_INFINITY, 2))
        .withMessageContaining("lowest must be");
    assertThatIllegalStateException()
        .isThrownBy(builder::build)
        .withMessageContaining("threshold must be above 0.0 and at most 1.0")
        .withMessageContaining("but was 3.0");
    assertThatIllegalStateException()
        .isThrownBy(builder.scoreRange(3, 4)::build)
        .withMessageContaining("threshold must be above 3.0 and at most 4.0");
  }

  @Test
  void limitOfTokensCountsTheTokensThatTheModelReports() throws IOException {
    try (var server = new OpenAiServer()) {
      RerankerJudge judge =
          RerankerJudge.builder(new HttpReranker(server.url()), QUERY, 0.4)
              .maxTokens(1_000 + 5)
              .build();
      double relevance = judge.relevance(TIDES);

      assertThatThrownBy(() -> judge.relevance(PIES))
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("a limit is reached: 1000 of 1005 tokens are spent");
      assertThat(judge.relevance(TIDES)).as("known").isEqualTo(relevance);
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  @Test
  void textsCountWithTheQueryAgainstTheLimitOfTokens() {
    RerankerJudge judge =
        RerankerJudge.builder(new NgramReranker(), "tide ".repeat(1_000), 0.4)
            .maxTokens(1_000)
            .build();

    assertThatThrownBy(() -> judge.relevance(TIDES)).hasMessageContaining("0 of 1000 tokens");
  }

  private static InMemoryWeb web() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] targets = IntStream.range(0, PAGES).mapToObj(i -> "/" + i).toArray(String[]::new);
    web.page(URL, "seed", "about a harbor", targets);
    for (int i = 0; i < PAGES; i++) {
      web.page(URL + i, "page " + i, i % 2 == 0 ? TIDES.text() : PIES.text());
    }
    return web.build();
  }

  private static CrawlReport crawl(RerankerJudge judge) {
    Crawler.Builder crawl =
        Crawler.builder()
            .seed(URL)
            .fetcher(web().fetcher())
            .judge(judge)
            .means(Means.builder().workers(8).maxConcurrentAnalyses(8).build())
            .politeness(Politeness.builder().delay(Duration.ZERO).build());
    try (Crawler crawler = crawl.build()) {
      return crawler.run();
    }
  }

  @Test
  void crawlIsJudgedByAServerThatReranks() throws IOException {
    try (var server = new OpenAiServer()) {
      RerankerJudge judge =
          RerankerJudge.builder(new HttpReranker(server.url()), QUERY, 0.35).build();

      CrawlReport report = crawl(judge);

      assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
      assertThat(report.statistics().visited()).isEqualTo(1 + PAGES);
      assertThat(report.statistics().relevant()).isEqualTo(PAGES / 2);
      assertThat(server.requests()).isBetween(1, 1 + PAGES);
    }
  }

  @Test
  void limitOfRequestsEndsTheCrawl() throws IOException {
    try (var server = new OpenAiServer()) {
      RerankerJudge judge =
          RerankerJudge.builder(new HttpReranker(server.url()), QUERY, 0.35)
              .textsPerRequest(1)
              .maxRequests(3)
              .build();

      CrawlReport report = crawl(judge);

      assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
      assertThat(report.cause().orElseThrow())
          .hasStackTraceContaining("a limit is reached: 3 of 3 requests are spent");
      assertThat(server.requests()).isEqualTo(3);
    }
  }

  @Test
  void failureOfTheServerCostsThePageButNotTheNext() throws IOException {
    try (var server = new OpenAiServer()) {
      RerankerJudge judge =
          RerankerJudge.builder(new HttpReranker(server.url()), QUERY, 0.4).build();
      server.failWith(429);

      assertThatThrownBy(() -> judge.relevance(TIDES))
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("status 429");
      server.failWith(200);
      assertThat(TIDES.judgedBy(judge).relevant()).isTrue();
    }
  }
}
