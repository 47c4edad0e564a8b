package io.dowser.crawler.api;

/**
 * A scorer that learns from the pages it led to.
 *
 * <p>{@link #forPage} is called by many threads while {@link #visited} changes the model on the
 * crawl's own thread, so the model must be published safely (for example as one immutable value in
 * a volatile field). When {@link #modelMoved} says so, the engine scores every pending link again
 * with {@link #rescore}; for every hundred pending links, one visit must have passed since the last
 * time.
 */
public interface LearningScorer extends LinkScorer, VisitObserver {

  /**
   * {@return whether the model has moved enough since the last call to score the pending links
   * again} Called after each visit on the thread of {@link #visited}.
   */
  boolean modelMoved();

  /**
   * Scores a pending link again.
   *
   * @param candidate a candidate that is not a seed, with the features that {@link
   *     PageScoring#features} gave it
   * @return any finite number
   */
  double rescore(Candidate candidate);
}
