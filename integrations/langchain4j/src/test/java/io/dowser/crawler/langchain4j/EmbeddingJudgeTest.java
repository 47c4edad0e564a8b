package io.dowser.crawler.langchain4j;

import static io.dowser.crawler.testkit.CrawlFixtures.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.output.Response;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class EmbeddingJudgeTest extends RelevanceJudgeContract {

  private static final String TOPIC = "storm surges and tides flood the coast";
  private static final String URL = "http://example.org/";

  @Override
  protected RelevanceJudge judge(RandomGenerator random) {
    return EmbeddingJudge.builder(new NgramModel(), 1 - random.nextDouble())
        .topicText(TOPIC)
        .maxCharacters(random.nextBoolean() ? 1 : random.nextInt(1, 5_000))
        .textsPerRequest(random.nextInt(1, 4))
        .build();
  }

  @Override
  protected List<String> knownWords() {
    return List.of("storm", "surges", "tides", "潮汐");
  }

  private static EmbeddingJudge judge() {
    return EmbeddingJudge.builder(new NgramModel(), 0.4).topicText(TOPIC).build();
  }

  @Test
  void relatedWordsAreNearerThanOthers() {
    AnalyzedPage related = page(URL, "A tidal storm surged and flooded coastal towns");
    AnalyzedPage other = page(URL, "Recipes: bake an apple pie with cinnamon");

    assertThat(related.judgedBy(judge()).relevant()).isTrue();
    assertThat(other.judgedBy(judge()).relevant()).isFalse();
  }

  @Test
  void theNearestOfSeveralTextsCounts() {
    AnalyzedPage pie = page(URL, "Recipes: bake an apple pie with cinnamon");
    EmbeddingJudge both =
        EmbeddingJudge.builder(new NgramModel(), 0.4).topicText(TOPIC).examplePage(pie).build();

    assertThat(both.relevance(pie)).isEqualTo(1);
    assertThat(both.relevance(page(URL, TOPIC))).isEqualTo(1);
  }

  @Test
  void pageWithoutTextIsNotSentToTheModel() {
    var model = new NgramModel();
    EmbeddingJudge judge = EmbeddingJudge.builder(model, 0.4).topicText(TOPIC).build();

    assertThat(judge.relevance(page(URL, "  "))).isZero();
    assertThat(model.requests()).hasSize(1); // of the topic
  }

  @Test
  void theBeginningOfALongPageIsComparedAlone() {
    var model = new NgramModel();
    EmbeddingJudge judge =
        EmbeddingJudge.builder(model, 0.4).topicText("x").maxCharacters(5).build();

    judge.relevance(page(URL, "abcd\ud83c\udf0aefgh"));

    assertThat(model.requests()).contains(List.of("abcd"));
  }

  @Test
  void duplicateIsNotSentAgain() {
    var model = new NgramModel();
    EmbeddingJudge judge = EmbeddingJudge.builder(model, 0.4).topicText(TOPIC).build();

    double first = judge.relevance(page(URL, "tides"));

    assertThat(judge.relevance(page("http://example.org/other", "tides"))).isEqualTo(first);
    assertThat(model.requests()).containsExactly(List.of(TOPIC), List.of("tides"));
  }

  @Test
  void limitsCountTheTopicToo() {
    EmbeddingJudge judge =
        EmbeddingJudge.builder(new NgramModel(), 0.4).topicText(TOPIC).maxRequests(2).build();
    judge.relevance(page(URL, "tides"));

    assertThatThrownBy(() -> judge.relevance(page(URL, "pies")))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("a limit is reached: 2 of 2 requests are spent");
    EmbeddingJudge.Builder few =
        EmbeddingJudge.builder(new NgramModel(), 0.4).topicText(TOPIC).maxTokens(1);
    assertThatIllegalStateException()
        .isThrownBy(few::build)
        .withMessageContaining("a limit is reached: 0 of 1 tokens are spent");
  }

  @Test
  void vectorsThatCannotBeComparedAreRefused() {
    assertRefused(vector -> new float[] {Float.NaN}, "finite numbers");
    assertRefused(vector -> new float[] {1, 2}, "must be equal");
  }

  private static void assertRefused(UnaryOperator<float[]> change, String message) {
    EmbeddingModel model = new Changing(change);
    EmbeddingJudge judge = EmbeddingJudge.builder(model, 0.4).topicText("good").build();
    assertThatThrownBy(() -> judge.relevance(page(URL, "bad")))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(message);
  }

  @Test
  void modelThatLosesATextIsRefused() {
    EmbeddingModel model = new Losing();
    assertThatIllegalStateException()
        .isThrownBy(() -> EmbeddingJudge.builder(model, 0.4).topicText("x").build())
        .withMessageContaining("for each of 1 texts, but returned 0");
  }

  /** Returns a changed vector for texts that are bad. */
  private record Changing(UnaryOperator<float[]> change) implements EmbeddingModel {

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
      var usual = new float[] {1};
      boolean bad = segments.get(0).text().equals("bad");
      return Response.from(List.of(Embedding.from(bad ? change.apply(usual) : usual)));
    }
  }

  /** Returns no vector. */
  private record Losing() implements EmbeddingModel {

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
      return Response.from(List.of());
    }
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    var model = new NgramModel();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmbeddingJudge.builder(model, 0))
        .withMessageContaining("threshold must be above 0 and at most 1, but was 0.0");
    EmbeddingJudge.Builder builder = EmbeddingJudge.builder(model, 0.4);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.topicText(" "))
        .withMessageContaining("topicText must not be blank");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.examplePage(page(URL, "")))
        .withMessageContaining("the text of http://example.org/ must not be blank");
    assertThatIllegalStateException()
        .isThrownBy(builder::build)
        .withMessageContaining("a topic text or an example is needed");
  }

  @Test
  void modelBehindTheProtocolOfOpenAiIsAsGood() throws IOException {
    try (var server = new OpenAiServer()) {
      EmbeddingModel remote =
          OpenAiEmbeddingModel.builder()
              .baseUrl(server.url())
              .apiKey("key")
              .modelName("ngrams")
              .build();
      EmbeddingJudge judge = EmbeddingJudge.builder(remote, 0.4).topicText(TOPIC).build();
      AnalyzedPage page = page(URL, "A tidal storm surged and flooded coastal towns");

      assertThat(judge.relevance(page)).isEqualTo(judge().relevance(page));
    }
  }

  @Test
  void failureOfTheModelCostsThePage() throws IOException {
    try (var server = new OpenAiServer()) {
      EmbeddingModel remote =
          OpenAiEmbeddingModel.builder()
              .baseUrl(server.url())
              .apiKey("key")
              .modelName("ngrams")
              .maxRetries(0)
              .build();
      EmbeddingJudge judge = EmbeddingJudge.builder(remote, 0.4).topicText(TOPIC).build();
      server.failWith(429);

      assertThatThrownBy(() -> judge.relevance(page(URL, "tides")))
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("RateLimitException");
    }
  }
}
