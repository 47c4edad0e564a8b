package io.dowser.crawler.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.model.embedding.EmbeddingModel;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges a page by its meaning: the cosine of its embedding with those of topic texts or example
 * pages, whichever is highest. Negative cosines count as 0, and a page without text has 0.
 *
 * <p>Use any model of LangChain4j, in the process or on a network. Pages that are judged at the
 * same time share requests, and the ratings of the last 100,000 texts are kept in memory by their
 * hashes. Raise the crawl's {@code maxConcurrentAnalyses} for a slow model. If the model throws, or
 * a limit is reached, the judge fails on the page, as any judge does; the settings of the model
 * limit the time of a request.
 *
 * <pre>{@code
 * EmbeddingJudge judge =
 *     EmbeddingJudge.builder(model, 0.4)
 *         .topicText("How tides and storm surges come about, and where they flood the land")
 *         .build();
 * }</pre>
 *
 * <p>Thread-safe if the model is.
 */
public final class EmbeddingJudge implements RelevanceJudge {

  private final double threshold;
  private final PageRatings ratings;

  private EmbeddingJudge(Builder builder) {
    this.threshold = builder.threshold;
    List<String> topic =
        builder.topic.stream().map(text -> Texts.start(text, builder.maxCharacters)).toList();
    var similarity =
        new TopicSimilarity(
            builder.model, builder.textsPerRequest, topic, new Spending(builder.limits));
    this.ratings = new PageRatings(similarity::of, builder.maxCharacters, builder.textsPerRequest);
  }

  /**
   * {@return a builder of a judge that needs a topic text or an example page}
   *
   * @param model computes the embeddings of topic and pages
   * @param threshold the cosine from which a page is relevant, above 0 and up to 1. There is no
   *     default, because it depends on the model: unrelated texts have about 0.1 with some models
   *     and 0.7 with others. Try {@link #relevance} on pages that you know
   * @throws IllegalArgumentException if the threshold is out of range
   */
  public static Builder builder(EmbeddingModel model, double threshold) {
    return new Builder(model, threshold);
  }

  /**
   * Rates a page by the first characters of its text, title first.
   *
   * @param page the page
   * @return the highest cosine, 0 to 1
   * @throws CrawlException if the model fails or returns vectors that cannot be compared, a limit
   *     is reached, or the thread is interrupted
   */
  @Override
  public double relevance(AnalyzedPage page) {
    return ratings.of(page);
  }

  @Override
  public double threshold() {
    return threshold;
  }

  /**
   * A builder of {@link EmbeddingJudge}. A second call that sets the same throws an {@link
   * IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private final EmbeddingModel model;
    private final double threshold;
    private final List<String> topic = new ArrayList<>();
    private int maxCharacters = 2_000;
    private int textsPerRequest = 32;
    private Spending.Limits limits = Spending.Limits.NONE;

    private Builder(EmbeddingModel model, double threshold) {
      this.model = requireNonNull(model, "model");
      this.threshold = Checks.positiveShare("threshold", threshold);
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Adds a text about the topic. A sentence is better than a word.
     *
     * @param text not blank
     * @return this
     * @throws IllegalArgumentException if it is blank
     */
    public Builder topicText(String text) {
      topic.add(Texts.notBlank("topicText", text));
      return this;
    }

    /**
     * Adds a page that is relevant.
     *
     * @param page a page with text, such as {@code visit.page()} of an earlier crawl
     * @return this
     * @throws IllegalArgumentException if it has no text
     */
    public Builder examplePage(AnalyzedPage page) {
      topic.add(Texts.notBlank("the text of " + page.url(), page.text()));
      return this;
    }

    /**
     * Sets the number of characters of a page that are compared.
     *
     * @param characters of its title and text, 1 to 1,000,000, by default 2,000; models have their
     *     own limits, and most truncate longer texts
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder maxCharacters(int characters) {
      return set(
          "maxCharacters",
          () -> maxCharacters = Checks.within("maxCharacters", characters, 1, 1_000_000));
    }

    /**
     * Sets the most texts of one request to the model.
     *
     * @param texts above 0, by default 32
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder textsPerRequest(int texts) {
      return set(
          "textsPerRequest", () -> textsPerRequest = Checks.positive("textsPerRequest", texts));
    }

    /**
     * Sets the most requests that the judge may send, those of the topic included. After them it
     * fails on each page with a new text, and the crawl ends after {@code maxPluginFailures} of
     * these in a row.
     *
     * @param requests above 0, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxRequests(long requests) {
      return set(
          "maxRequests",
          () -> limits = limits.withRequests(Checks.positive("maxRequests", requests)));
    }

    /**
     * Sets the most tokens that the judge may spend, those of the topic included. They are those
     * that the model reports, or else a third of the bytes in UTF-8. A request whose estimate
     * exceeds the limit is not sent, and the judge fails on its pages; a failed request counts with
     * its estimate, because it may be billed.
     *
     * @param tokens above 0, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxTokens(long tokens) {
      return set(
          "maxTokens", () -> limits = limits.withTokens(Checks.positive("maxTokens", tokens)));
    }

    /**
     * Creates the judge, and asks the model for the embeddings of the topic. Exceptions of the
     * model are thrown here.
     *
     * @return a judge, which several crawls may use
     * @throws IllegalStateException if neither a topic text nor an example page was given, or their
     *     embeddings would exceed a limit
     */
    public EmbeddingJudge build() {
      return new EmbeddingJudge(this);
    }
  }
}
