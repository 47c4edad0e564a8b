package io.dowser.crawler.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.model.scoring.ScoringModel;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges a page by a reranker: a model that reads a query and the text of the page together, and
 * scores how well the page answers the query. A page without text has the relevance 0.
 *
 * <p>Use any {@link ScoringModel} of LangChain4j, in the process or on a network. Pages that are
 * judged at the same time share requests, and the ratings of the last 100,000 texts are kept in
 * memory by their hashes. Raise the crawl's {@code maxConcurrentAnalyses} for a slow model. If the
 * model throws, or a limit is reached, the judge fails on the page, as any judge does; the settings
 * of the model limit the time of a request.
 *
 * <p>The threshold is a score of the model, and decides alone which pages are relevant. The
 * relevance is the place of the score in the {@link Builder#scoreRange}.
 *
 * <pre>{@code
 * RerankerJudge judge =
 *     RerankerJudge.builder(model, "How do tides and storm surges come about?", 0.3).build();
 * }</pre>
 *
 * <p>Thread-safe if the model is.
 */
public final class RerankerJudge implements RelevanceJudge {

  private static final double HIGHEST = 1_000_000;

  private final TextRequests<Double> requests;
  private final ScoreRange range;
  private final double threshold;
  private final PageRatings ratings;

  /** The scores that have the relevances 0 and 1. */
  private record ScoreRange(double lowest, double highest) {

    double relevance(double score) {
      return Math.max(0, Math.min((score - lowest) / (highest - lowest), 1));
    }
  }

  private RerankerJudge(Builder builder) {
    ScoringModel model = builder.model;
    String query = builder.query;
    this.requests =
        new TextRequests<>(
            texts -> model.scoreAll(texts, query),
            model.getClass().getName(),
            query,
            builder.textsPerRequest,
            new Spending(builder.limits));
    this.range = builder.range;
    this.threshold = range.relevance(builder.threshold);
    this.ratings =
        new PageRatings(this::relevances, builder.maxCharacters, builder.textsPerRequest);
  }

  /**
   * {@return a builder of a judge}
   *
   * @param model scores the texts of pages; higher is better
   * @param query a question or a sentence about the topic, not blank
   * @param threshold the score from which a page is relevant, within the {@link
   *     Builder#scoreRange}. There is no default, because it depends on the model and the query.
   *     Try {@link #relevance} on pages that you know
   * @throws IllegalArgumentException if the query is blank, or the threshold is not between
   *     -1,000,000 and 1,000,000
   */
  public static Builder builder(ScoringModel model, String query, double threshold) {
    return new Builder(model, query, threshold);
  }

  /**
   * Rates a page by the first characters of its text, title first.
   *
   * @param page the page
   * @return the place of its score in the range of scores, 0 to 1
   * @throws CrawlException if the model fails or returns scores that are not finite, a limit is
   *     reached, or the thread is interrupted
   */
  @Override
  public double relevance(AnalyzedPage page) {
    return ratings.of(page);
  }

  private List<Double> relevances(List<String> texts) {
    return requests.send(texts).stream().map(this::relevance).toList();
  }

  private double relevance(@Nullable Double score) {
    if (score == null || !Double.isFinite(score)) {
      throw new IllegalStateException(
          "scores must be finite numbers, but the model " + requests.name() + " returned " + score);
    }
    return range.relevance(score);
  }

  /** {@return the place of the threshold in the range of scores, above 0 and up to 1} */
  @Override
  public double threshold() {
    return threshold;
  }

  /**
   * A builder of {@link RerankerJudge}. A second call that sets the same throws an {@link
   * IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private final ScoringModel model;
    private final String query;
    private final double threshold;
    private ScoreRange range = new ScoreRange(0, 1);
    private int maxCharacters = 2_000;
    private int textsPerRequest = 32;
    private Spending.Limits limits = Spending.Limits.NONE;

    private Builder(ScoringModel model, String query, double threshold) {
      this.model = requireNonNull(model, "model");
      this.query = Texts.notBlank("query", query);
      this.threshold = Checks.within("threshold", threshold, -HIGHEST, HIGHEST);
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the scores that have the relevances 0 and 1. Scores between them are mapped linearly;
     * those outside have the relevance of the nearer end.
     *
     * @param lowest at least -1,000,000, by default 0
     * @param highest above {@code lowest}, at most 1,000,000, by default 1, as of most services;
     *     models that return logits have about -10 to 10
     * @return this
     * @throws IllegalArgumentException if one is out of range, or {@code highest} is not above
     *     {@code lowest}
     */
    public Builder scoreRange(double lowest, double highest) {
      Checks.within("lowest", lowest, -HIGHEST, HIGHEST);
      Checks.within("highest", highest, -HIGHEST, HIGHEST);
      if (highest <= lowest) {
        throw new IllegalArgumentException(
            "highest must be above lowest, " + lowest + ", but was " + highest);
      }
      return set("scoreRange", () -> range = new ScoreRange(lowest, highest));
    }

    /**
     * Sets the number of characters of a page that are scored.
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
     * Sets the most requests that the judge may send. After them it fails on each page with a new
     * text, and the crawl ends after {@code maxPluginFailures} of these in a row.
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
     * Sets the most tokens that the judge may spend. They are those that the model reports, or else
     * a third of the bytes in UTF-8. A request whose estimate exceeds the limit is not sent, and
     * the judge fails on its pages; a failed request counts with its estimate, because it may be
     * billed. Some services report searches instead of tokens; use {@link #maxRequests} for them.
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
     * {@return a judge, which several crawls may use} The limits are of all of them together.
     *
     * @throws IllegalStateException if the threshold is not above the lowest score and up to the
     *     highest one
     */
    public RerankerJudge build() {
      if (range.relevance(threshold) == 0 || threshold > range.highest()) {
        throw new IllegalStateException(
            "threshold must be above "
                + range.lowest()
                + " and at most "
                + range.highest()
                + ", the scoreRange, but was "
                + threshold);
      }
      return new RerankerJudge(this);
    }
  }
}
