package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Rates the relevance of a page to the topic.
 *
 * <p>Called by many threads at once, by default one per processor. For a judge that waits, such as
 * for a service, raise the crawl's setting {@code maxConcurrentAnalyses}. A judge whose document
 * counts grow with the crawl also implements {@link VisitObserver}. Compare strategies with one
 * judge for all of them; a strategy that is judged by its own relevance function looks better than
 * it is.
 *
 * <pre>{@code
 * RelevanceJudge judge = page -> page.mainContent().text().contains("tide") ? 1 : 0;
 * }</pre>
 */
@FunctionalInterface
public interface RelevanceJudge {

  /** The default threshold of a judge. */
  double DEFAULT_THRESHOLD = 0.5;

  /**
   * Rates a page.
   *
   * @param page the page with its title and main text as its text, see {@link
   *     AnalyzedPage#mainContent}; its own {@link AnalyzedPage#relevance} is still 0
   * @return 0 to 1; anything else is an error of the judge and reported as a {@link
   *     CrawlEvent.PluginFailed}
   */
  double relevance(AnalyzedPage page);

  /**
   * {@return the relevance from which a page counts as relevant, 0 to 1; {@value
   * #DEFAULT_THRESHOLD} by default} A crawl reads it once, when it is built.
   */
  default double threshold() {
    return DEFAULT_THRESHOLD;
  }

  /**
   * Sets the listener for pages that this judge knows to be relevant or not, by examples or by
   * answers to its questions, so that a judge that contains this one learns from the same pages. By
   * default there are none.
   *
   * @param listener the only listener; it gets the text of a page, and whether it is relevant:
   *     those that are known now at once, and later ones on the thread of the engine
   */
  default void onExample(BiConsumer<String, Boolean> listener) {}

  /**
   * A judge that learns from answers of people about visited pages. For a judge of another kind,
   * the crawl moves its threshold to where most answers agree with it, by 0.2 at most. After each
   * answer, the crawl judges visited pages again by the title and the start of the main text that
   * it keeps of them, at most 20,000 characters, one after the other on a separate thread.
   *
   * <p>Answers are kept by the crawl. A judge that is {@link Resumable} leaves them out of its
   * state.
   */
  interface Taught extends RelevanceJudge {

    /**
     * Replaces the answers to learn from. Called on the engine thread after each answer, and before
     * the first visit of a run if there are any.
     *
     * @param answers all answers that hold, in the order in which they were given; an answer that
     *     was withdrawn is in none
     */
    void answered(List<Answer> answers);

    /**
     * {@return the terms that the answers have taught, with finite weights: above 0 if a term
     * speaks for a page, below 0 if it speaks against it; at most some twenty, of each sign those
     * that weigh most first; empty by default} Called on the engine thread after visited pages were
     * judged again, for people to see what the judge has learned. A judge that throws here is not
     * asked again.
     */
    default Map<String, Double> learnedWeights() {
      return Map.of();
    }
  }

  /**
   * An answer about a visited page.
   *
   * @param title the title of the page, possibly empty
   * @param text the start of its main text, at most 20,000 characters
   * @param relevance the relevance that the judge returned for the page, last before its first
   *     answer
   * @param relevant whether the page is relevant
   */
  record Answer(String title, String text, double relevance, boolean relevant) {

    /**
     * Refuses nulls.
     *
     * @param title the title
     * @param text the start of the main text
     * @param relevance the relevance that the judge returned
     * @param relevant whether the page is relevant
     */
    public Answer {
      requireNonNull(title, "title");
      requireNonNull(text, "text");
    }
  }
}
