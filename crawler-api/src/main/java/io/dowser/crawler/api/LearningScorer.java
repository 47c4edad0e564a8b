package io.dowser.crawler.api;

import java.util.List;

/**
 * A scorer that learns from the pages it led to.
 *
 * <p>{@link LinkScorer#forPage} is called by many threads while {@link #learn} changes the model on
 * the crawl's own thread, so the model must be published safely: as one immutable value in a
 * volatile field, or in parts whose mixture of old and new still gives a finite score. A crawl with
 * one worker scores a page after it has learned from all earlier ones, so it can be repeated.
 *
 * <p>When {@link #modelMoved} says so, the engine scores every pending link again with {@link
 * #rescore}; for every hundred pending links, one visit must have passed since the last time.
 * {@link #learn}, {@link #abandoned}, {@link #modelMoved} and {@link #rescore} are called by one
 * thread at a time, in crawl order.
 */
public interface LearningScorer extends LinkScorer {

  /**
   * Learns from a visit, after its links were scored and before the frontier receives them.
   *
   * @param visit the visit; {@link Visit#candidate} has the features that its own link was given
   * @param links every distinct out-link that may be crawled and is neither visited nor in flight,
   *     with its score and features; {@link ScoredLink#pending} is false for a new one and true for
   *     one that was known before
   */
  void learn(Visit visit, List<ScoredLink> links);

  /**
   * Takes note that a candidate became no page; does nothing by default.
   *
   * @param candidate as it was polled, with its features
   * @param reason why
   */
  default void abandoned(Candidate candidate, AbandonReason reason) {}

  /**
   * {@return whether the model has moved enough since the last call to score the pending links
   * again} Called after each visit.
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
