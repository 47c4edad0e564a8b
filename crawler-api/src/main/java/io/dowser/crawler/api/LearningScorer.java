package io.dowser.crawler.api;

import java.util.List;
import java.util.Map;

/**
 * A scorer that learns from the pages it led to.
 *
 * <p><b>Threads.</b> {@link #learn}, {@link #abandoned}, {@link #modelMoved} and {@link #rescore}
 * are called by one thread at a time, in crawl order, each call after the one before ends; so are
 * {@code save} and {@code restore} of a {@link Resumable} scorer. {@link LinkScorer#forPage} and
 * its {@link PageScoring} run on other threads meanwhile. What was learned before the request for a
 * page started happens before {@code forPage} of that page, and its {@code PageScoring} happens
 * before {@code learn} of its visit. Updates in between may be visible or not, so publish the model
 * as one immutable value in a volatile field, or in parts whose mixture of old and new still gives
 * a finite score. A crawl with one worker scores a page after it has learned from all earlier ones,
 * so it can be repeated.
 *
 * <p><b>New scores.</b> When {@link #modelMoved} says so, each poll of a frontier that orders by
 * score gives new ones, by {@link #rescore}, to the links that come first and to those that were
 * discovered together with a visited one ({@link Frontier#poll(HostGate,
 * java.util.function.ToDoubleFunction)}). And the engine scores every pending link again; for every
 * hundred pending links, one visit must have passed since the last time.
 *
 * <pre>{@code
 * final class HostScorer implements LearningScorer { // of few hosts: the map grows with them
 *   private final Map<String, Double> relevance = new ConcurrentHashMap<>();
 *   private double moved;
 *
 *   public PageScoring forPage(AnalyzedPage page) {
 *     return link -> relevance.getOrDefault(link.target().host(), 0.5);
 *   }
 *
 *   public void learn(Visit visit, List<ScoredLink> links) {
 *     double old = relevance.getOrDefault(visit.url().host(), 0.5);
 *     double now = (old + visit.page().relevance()) / 2;
 *     relevance.put(visit.url().host(), now);
 *     moved += Math.abs(now - old);
 *   }
 *
 *   public boolean modelMoved() {
 *     boolean enough = moved > 1;
 *     moved = enough ? 0 : moved;
 *     return enough;
 *   }
 *
 *   public double rescore(Candidate candidate) {
 *     return relevance.getOrDefault(candidate.url().host(), 0.5);
 *   }
 * }
 * }</pre>
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
   * Learns that a candidate was not visited; does nothing by default.
   *
   * @param candidate as it was polled, with its features
   * @param reason the reason
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
   *     PageScoring#features} gave it, and the scorer's last score of it; priorities of hosts are
   *     added to the result
   * @return any finite number
   */
  double rescore(Candidate candidate);

  /**
   * {@return the current weights of the model for reports: finite numbers by names that a reader
   * understands, such as the weight of each signal, at most some twenty; empty by default} Called
   * by the thread that calls {@link #learn}. A scorer that throws here is not asked again.
   */
  default Map<String, Double> learnedWeights() {
    return Map.of();
  }
}
