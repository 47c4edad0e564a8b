package io.dowser.crawler.api;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Holds the pending URLs and decides which comes next.
 *
 * <p>The engine calls a frontier from one thread at a time and in crawl order, so a frontier needs
 * no locks. It never offers a visited URL to it, nor one that it has polled, but for one that
 * failed: a recrawl seeds it again. A frontier that must survive a restart also implements {@link
 * Resumable}.
 *
 * <p>{@code FrontierContract} in {@code crawler-testkit} checks the promises below.
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
   * @param gate which hosts are ready
   * @return the candidate, or empty if nothing is pending or every host with pending URLs must be
   *     delayed; never a candidate whose host is not ready
   */
  Optional<Candidate> poll(HostGate gate);

  /**
   * Takes out the best candidate as {@link #poll(HostGate)} does, while the scores of pending
   * candidates are out of date, because a {@link LearningScorer} has learned since they were given.
   *
   * <p>A frontier that orders by score assigns a new one to each candidate that comes first, until
   * one stays first. How many it scores again is its own choice, and their order must follow from
   * the calls so far alone, because a resumed crawl repeats them. By default the scores stay.
   *
   * @param gate which hosts are ready
   * @param score the new score of a pending candidate that is not a seed; finite
   * @return as {@link #poll(HostGate)}, with the new score
   */
  default Optional<Candidate> poll(HostGate gate, ToDoubleFunction<Candidate> score) {
    return poll(gate);
  }

  /**
   * Reports that a polled candidate was visited, and which links its page has.
   *
   * @param visit the visit
   * @param links every distinct out-link that may be crawled and is neither visited nor in flight,
   *     those that are pending already included
   */
  void expand(Visit visit, List<ScoredLink> links);

  /**
   * Reports that a polled candidate will not be visited.
   *
   * @param candidate as it was polled
   * @param reason why
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
   * Assigns a new score to some pending candidates, and with the next call to the next ones, until
   * all had their turn and it begins anew. Once a model has moved, called after each visit in place
   * of {@link #rekey} while so much is pending that scoring all at once would hold up the crawl.
   * Which candidates have their turn must follow from the calls so far alone, because a resumed
   * crawl repeats them.
   *
   * @param most how many, 1 or more
   * @param score as for {@link #rekey}
   * @return false, the default, if the frontier has done nothing: then {@link #rekey} is called
   */
  default boolean rekeyNext(int most, ToDoubleFunction<Candidate> score) {
    return false;
  }

  /**
   * {@return whether new links may be kept from it while it is full, and come later by {@link
   * #seed}; true by default} A frontier that does anything else with a seed than with a link, or
   * stops taking them, returns false: then new URLs are refused while it is full.
   */
  default boolean canBeRefilled() {
    return true;
  }

  /** {@return the number of pending candidates, 0 or more} */
  int size();

  /**
   * {@return an estimate of the memory that grows with the crawl beside the pending candidates,
   * such as a link graph, in bytes; 0 by default} A crawl counts it with its own tables, and takes
   * no new URLs once these are full. Called for each new link.
   */
  default long tableBytes() {
    return 0;
  }

  /**
   * Looks at candidates that are likely to come next, for people who watch a crawl. Changes
   * nothing, not even the order.
   *
   * @param most how many, 1 or more
   * @return pending candidates, the best first, each of another host; empty by default, if the
   *     frontier does not report them
   */
  default List<Candidate> next(int most) {
    return List.of();
  }
}
