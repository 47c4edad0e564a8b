package io.dowser.crawler.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.model.chat.ChatModel;
import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.judge.TopicTermsJudge;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks a language model whether a page is relevant, and why. The relevance is 1 or 0; a page
 * without text has 0, without a question.
 *
 * <p>Pages that are judged at the same time share requests. Raise the crawl's {@code
 * maxConcurrentAnalyses} to {@link Builder#pagesPerRequest} times {@link
 * Builder#concurrentRequests}, and keep its {@code analysisTimeout} above twice the {@link
 * Builder#timeout}.
 *
 * <p>The model is asked once about each text: the last 100,000 answers are kept. They are saved in
 * the crawl's directory every ten seconds, with the spending, and a crawl that resumes has both.
 * Limits count from its first run.
 *
 * <p>Where the model gives no answer, a judge by words decides ({@link Fallback}). The first page
 * of each cause is logged as a warning; {@link #statistics} counts all. A model that refuses the
 * program itself (its key, its model's name, a feature) is an error of the caller: the judge fails,
 * and the crawl ends after several such pages.
 *
 * <p>A page can try to manipulate the answers of the model, about itself and about the other pages
 * of a request. The question says that pages are data, their markup is escaped, and an answer must
 * keep to its form; none of this is a proof against it. One page in a request keeps pages apart.
 *
 * <pre>{@code
 * LlmJudge judge =
 *     LlmJudge.builder(model, Topic.of("tide", "storm surge"))
 *         .question("Does the page explain how tides or storm surges come about?")
 *         .prices(0.15, 0.60)
 *         .maxCost(1.00)
 *         .build();
 * }</pre>
 *
 * <p>Thread-safe if the model is. For one crawl at a time.
 */
public final class LlmJudge implements RelevanceJudge, Resumable {

  private final RelevanceJudge fallback;
  private final int maxCharacters;
  private final Prompt prompt;
  private final ModelRequests requests;
  private final Batches<String, Reply> batches;
  private final KnownAnswers known = new KnownAnswers();
  private final ReplyCounts counts = new ReplyCounts();

  /**
   * The answer of the model about a page.
   *
   * @param relevant yes or no
   * @param reason the reason, in the words of the model, at most 300 characters
   */
  public record Answer(boolean relevant, String reason) {}

  /** The reason why the fall-back judges a page. */
  public enum Fallback {
    /** A limit of requests, tokens or cost is reached. */
    LIMIT_REACHED,
    /** The model did not answer in time. */
    TIMED_OUT,
    /** The model failed, for example by too many requests. */
    FAILED,
    /** Five requests in a row had failed or timed out, and requests are paused. */
    PAUSED,
    /** The answer was not of the form that was asked for. */
    MALFORMED
  }

  /**
   * The numbers of questions and the spending. Requests and tokens include those of earlier runs of
   * the crawl, the other numbers are of this one.
   *
   * @param requests requests to the model, failed ones included
   * @param inputTokens their tokens as the model reports them, else as they were estimated
   * @param outputTokens the tokens of the answers, likewise
   * @param cost the price of these tokens
   * @param answered pages that the model was asked about and judged
   * @param known pages whose answer was known
   * @param malformed answers, about one page or several, that were not of the form asked for
   * @param fallbacks pages that the fall-back has judged, an unmodifiable map by their causes
   */
  public record Statistics(
      long requests,
      long inputTokens,
      long outputTokens,
      double cost,
      long answered,
      long known,
      long malformed,
      Map<Fallback, Long> fallbacks) {}

  private LlmJudge(Builder builder) {
    this.fallback = builder.fallback;
    this.maxCharacters = builder.maxCharacters;
    this.prompt = new Prompt(builder.question, builder.model);
    this.requests =
        new ModelRequests(
            builder.model,
            prompt,
            builder.timeout,
            new FailurePause(builder.pause),
            new Spending(builder.limits));
    this.batches =
        new Batches<>(requests::send, builder.pagesPerRequest, builder.concurrentRequests);
  }

  /**
   * {@return a builder of a judge}
   *
   * @param model answers the questions; a temperature of 0 makes its answers repeatable, if it has
   *     one
   * @param topic the topic; its terms decide where the model does not
   */
  public static Builder builder(ChatModel model, Topic topic) {
    return new Builder(model, topic);
  }

  /**
   * Asks about a page by the first characters of its text, title first, unless the answer is known.
   *
   * @param page the page
   * @return 1 for yes, 0 for no; what the fall-back says if there is no answer
   * @throws CrawlException if the model refuses the program, or the thread is interrupted
   */
  @Override
  public double relevance(AnalyzedPage page) {
    String text = text(page);
    if (text.isBlank()) {
      return 0;
    }
    Reply reply = reply(text);
    counts.count(reply, page.url());
    if (reply instanceof Reply.Answered answered) {
      return answered.answer().relevant() ? 1 : 0;
    }
    return fallback.relevance(page);
  }

  private String text(AnalyzedPage page) {
    return Texts.start(page.text(), maxCharacters);
  }

  private Reply reply(String text) {
    ContentHash key = prompt.key(text);
    @Nullable Answer answer = known.get(key);
    if (answer != null) {
      return new Reply.Answered(answer, true);
    }
    Reply reply = batches.answer(text);
    if (reply instanceof Reply.Answered answered) {
      known.put(key, answered.answer());
    }
    return reply;
  }

  /**
   * {@return the model's answer about a page, which comes later; cancelled if the model gives none}
   * The fall-back is not asked. Another judge asks so about few pages, and learns from the answers:
   *
   * <pre>{@code
   * ExpandedTopicJudge.builder(Settings.none(), context).answers(100, llm::ask).build()
   * }</pre>
   *
   * @param page the page
   */
  public CompletableFuture<Boolean> ask(AnalyzedPage page) {
    String text = text(page);
    ContentHash key = prompt.key(text);
    @Nullable Answer answer = known.get(key);
    if (text.isBlank() || answer != null) {
      return CompletableFuture.completedFuture(answer != null && answer.relevant());
    }
    var relevant = new CompletableFuture<Boolean>();
    CompletableFuture<Reply> unused =
        batches
            .later(text)
            .whenComplete(
                (reply, failure) -> {
                  if (failure != null) {
                    relevant.completeExceptionally(failure);
                  } else {
                    complete(relevant, page, key, reply);
                  }
                });
    return relevant;
  }

  private void complete(
      CompletableFuture<Boolean> relevant, AnalyzedPage page, ContentHash key, Reply reply) {
    counts.count(reply, page.url());
    if (reply instanceof Reply.Answered answered) {
      known.put(key, answered.answer());
      relevant.complete(answered.answer().relevant());
    } else {
      relevant.cancel(false);
    }
  }

  /** {@return the threshold of the fall-back, which is above 0 and so between no and yes} */
  @Override
  public double threshold() {
    return fallback.threshold();
  }

  /**
   * {@return the answer of the model about a page; empty if it gave no answer, was not asked, or
   * the answer is no longer kept} The model is not asked.
   *
   * @param page the page
   */
  public Optional<Answer> answer(AnalyzedPage page) {
    return Optional.ofNullable(known.get(prompt.key(text(page))));
  }

  /** {@return the questions and the spending so far} */
  public Statistics statistics() {
    return counts.with(requests);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    requests.spending().save(out);
    known.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    requests.spending().restore(in);
    known.restore(in);
  }

  /** Takes over the answers, but not what they have cost: limits hold for each crawl. */
  @Override
  public void startFrom(StateReader in) throws IOException {
    Spending.skip(in);
    known.restore(in);
  }

  /**
   * A builder of {@link LlmJudge}. A second call that sets the same throws an {@link
   * IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private final ChatModel model;
    private String question;
    private RelevanceJudge fallback;
    private Spending.Limits limits = Spending.Limits.NONE;
    private int maxCharacters = 4_000;
    private int pagesPerRequest = 4;
    private int concurrentRequests = 2;
    private Duration timeout = Duration.ofSeconds(20);
    private Duration pause = Duration.ofMinutes(1);

    private Builder(ChatModel model, Topic topic) {
      this.model = requireNonNull(model, "model");
      this.question = "Is the page about " + String.join(", ", topic.terms()) + "?";
      this.fallback =
          TopicTermsJudge.of(
              Settings.none(),
              CrawlContext.about(topic, HanNormalizer.create(), TextAnalyzer.PLAIN));
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the question that the model answers by yes or no.
     *
     * @param yesOrNo not blank; by default {@code Is the page about a, b, c?} with the terms of the
     *     topic
     * @return this
     * @throws IllegalArgumentException if it is blank
     */
    public Builder question(String yesOrNo) {
      return set("question", () -> question = Texts.notBlank("question", yesOrNo));
    }

    /**
     * Sets the judge that decides where the model does not.
     *
     * @param judge with a threshold above 0; by default a {@link TopicTermsJudge} of the topic
     * @return this
     * @throws IllegalArgumentException if its threshold is 0, or it observes visits or has a state,
     *     which this judge does not pass on
     */
    public Builder fallback(RelevanceJudge judge) {
      Checks.positive("the threshold of the fall-back", judge.threshold());
      if (judge instanceof VisitObserver || judge instanceof Resumable) {
        throw new IllegalArgumentException(
            "the fall-back must neither observe visits nor have a state, but was "
                + judge.getClass().getName());
      }
      return set("fallback", () -> fallback = judge);
    }

    /**
     * Sets the number of characters of a page that the model reads.
     *
     * @param characters of its title and text, 1 to 1,000,000, by default 4,000
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder maxCharacters(int characters) {
      return set(
          "maxCharacters",
          () -> maxCharacters = Checks.within("maxCharacters", characters, 1, 1_000_000));
    }

    /**
     * Sets the most pages of one request. If an answer about several pages cannot be read, a
     * question about each follows.
     *
     * @param pages 1 to 100, by default 4
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder pagesPerRequest(int pages) {
      return set(
          "pagesPerRequest",
          () -> pagesPerRequest = Checks.within("pagesPerRequest", pages, 1, 100));
    }

    /**
     * Sets the most requests in flight.
     *
     * @param requests above 0, by default 2
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder concurrentRequests(int requests) {
      return set(
          "concurrentRequests",
          () -> concurrentRequests = Checks.positive("concurrentRequests", requests));
    }

    /**
     * Sets the time limit of a request, including the model's own retries.
     *
     * @param limit 1 millisecond to 1 hour, by default 20 seconds
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder timeout(Duration limit) {
      return set(
          "timeout",
          () ->
              timeout = Checks.within("timeout", limit, Duration.ofMillis(1), Duration.ofHours(1)));
    }

    /**
     * Sets the length of the pause after five consecutive failures. Another failure after that
     * starts the next pause.
     *
     * @param length 0 to 1 day, by default 1 minute
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder pause(Duration length) {
      return set(
          "pause", () -> pause = Checks.within("pause", length, Duration.ZERO, Duration.ofDays(1)));
    }

    /**
     * Sets the most requests that the crawl may send.
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
     * Sets the most tokens that the crawl may spend on questions and answers. A request whose
     * estimate exceeds the limit is not sent; those in flight may exceed it by their answers. A
     * failed request counts with its estimate, because it may be billed.
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
     * Sets the prices of a million tokens, in any currency.
     *
     * @param input the price of questions, 0 or more, by default 0
     * @param output the price of answers, 0 or more, by default 0
     * @return this
     * @throws IllegalArgumentException if one is negative or not finite
     */
    public Builder prices(double input, double output) {
      return set(
          "prices",
          () ->
              limits =
                  limits.withPrices(
                      Checks.within("input", input, 0, Spending.HIGHEST_PRICE),
                      Checks.within("output", output, 0, Spending.HIGHEST_PRICE)));
    }

    /**
     * Sets the most money that the crawl may spend; it is counted like {@link #maxTokens}.
     *
     * @param money above 0, in the currency of the prices, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxCost(double money) {
      return set("maxCost", () -> limits = limits.withCost(Checks.positive("maxCost", money)));
    }

    /**
     * {@return a judge for one crawl}
     *
     * @throws IllegalStateException if there is a limit of cost, but no price
     */
    public LlmJudge build() {
      limits.requirePrices();
      return new LlmJudge(this);
    }
  }
}
