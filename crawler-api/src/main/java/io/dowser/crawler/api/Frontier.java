package io.dowser.crawler.api;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Holds the pending URLs and decides which comes next.
 *
 * <p>The engine calls a frontier from one thread at a time and in crawl order, so a frontier needs
 * no locks. It never offers a URL that was visited or polled, except one that failed, which a
 * recrawl seeds again. A frontier that must survive a restart also implements {@link Resumable}.
 *
 * <p>{@code FrontierContract} in {@code crawler-testkit} checks the promises below.
 *
 * <pre>{@code
 * final class NewestFirst extends QueueFrontier { // what comes last is fetched first
 *   NewestFirst(HostGrouping grouping) {
 *     super(grouping);
 *   }
 *
 *   public double key(Candidate link) {
 *     return link.sequence();
 *   }
 * }
 * }</pre>
 */
public interface Frontier {

  /**
   * Adds a seed, an entry of a sitemap or feed, or a candidate that was abandoned before. Seeds are
   * polled before links unless the strategy says otherwise. An entry has the score of a link, and a
   * parent; a frontier that cannot place it by these may treat it as a seed. The candidate may be
   * pending as a link already; then they are merged, as in {@link #expand}.
   *
   * @param seed a candidate that no page links to, or that was abandoned; a seed has no parent
   */
  void seed(Candidate seed);

  /**
   * Takes out the best candidate whose host may be visited now.
   *
   * @param gate decides which hosts are ready
   * @return the candidate, or empty if nothing is pending or every host with pending URLs must be
   *     delayed; never a candidate whose host is not ready
   */
  Optional<Candidate> poll(HostGate gate);

  /**
   * Takes out the best candidate as {@link #poll(HostGate)} does, while the scores of pending
   * candidates are out of date, because a {@link LearningScorer} has learned since they were given.
   *
   * <p>A frontier that orders by score assigns a new one to each candidate that comes first, until
   * one stays first. The frontier decides how many it scores again. By default the scores stay.
   *
   * @param gate decides which hosts are ready
   * @param score the new score of a pending candidate that is not a seed; finite
   * @return as {@link #poll(HostGate)}, with the new score
   */
  default Optional<Candidate> poll(HostGate gate, ToDoubleFunction<Candidate> score) {
    return poll(gate);
  }

  /**
   * Records that a polled candidate was visited, and queues the links of its page.
   *
   * @param visit the visit
   * @param links every distinct out-link that may be crawled and is neither visited nor in flight,
   *     those that are pending already included
   */
  void expand(Visit visit, List<ScoredLink> links);

  /**
   * Records that a polled candidate will not be visited.
   *
   * @param candidate as it was polled
   * @param reason the reason
   */
  void abandon(Candidate candidate, AbandonReason reason);

  /**
   * Assigns a new score to every pending candidate, because the model that scored it has moved.
   *
   * @param score the new score of a pending candidate; finite. Seeds are not passed to it and keep
   *     their place
   */
  void rekey(ToDoubleFunction<Candidate> score);

  /**
   * Assigns a new score to some pending candidates, and with the next call to the next ones; after
   * the last one it starts again. Called after each visit once a model has moved, in place of
   * {@link #rekey}, while too much is pending to score it all at once without delaying the crawl.
   *
   * @param most the most candidates to score, 1 or more
   * @param score as for {@link #rekey}
   * @return false, the default, if the frontier has done nothing: then {@link #rekey} is called
   */
  default boolean rekeyNext(int most, ToDoubleFunction<Candidate> score) {
    return false;
  }

  /**
   * {@return the place of a pending link in the order in which links come back to a frontier that
   * is full, higher first; any number but NaN, by default the score}
   *
   * <p>A crawl with a directory keeps all pending URLs in a table there, by this key, and some of
   * them in its frontier. Equal keys go by the tie-break, then by age; seeds go first.
   *
   * @param link a candidate that is not a seed
   */
  default double key(Candidate link) {
    return link.score();
  }

  /**
   * Removes a pending candidate to free memory: the one that would come last. In a crawl with a
   * directory it returns by {@link #putBack}; in another crawl it is lost until a page links to it
   * again.
   *
   * @return the candidate with its latest score; empty if nothing is pending, and always, which is
   *     the default, from a frontier that removes none: a crawl queues no new URLs while it is full
   */
  default Optional<Candidate> removeWorst() {
    return Optional.empty();
  }

  /**
   * Takes back a candidate that was pending: one that {@link #removeWorst} has removed, or after a
   * restart any one, in which case {@link Resumable#restore} comes first. It may be pending; then
   * they are merged, as in {@link #expand}. By default the same as {@link #seed}.
   *
   * @param candidate a link or a seed
   */
  default void putBack(Candidate candidate) {
    seed(candidate);
  }

  /**
   * Looks up a pending candidate.
   *
   * @param sequence its number
   * @return the candidate with all that came with later links; empty if it is not pending, and
   *     always, which is the default, from a frontier that cannot look it up
   */
  default Optional<Candidate> find(long sequence) {
    return Optional.empty();
  }

  /** {@return the number of pending candidates, 0 or more} */
  int size();

  /**
   * {@return an estimate of the memory that grows with the crawl in addition to the pending
   * candidates, such as a link graph, in bytes; 0 by default} A crawl counts it with its own
   * tables, and queues no new URLs once these are full. Called for each new link.
   */
  default long tableBytes() {
    return 0;
  }

  /**
   * Returns candidates that are likely to come next, for people who watch a crawl. Changes nothing,
   * not even the order.
   *
   * @param most the most candidates to return, 1 or more
   * @return pending candidates, the best first, each of another host; empty by default, if the
   *     frontier does not report them
   */
  default List<Candidate> next(int most) {
    return List.of();
  }
}
