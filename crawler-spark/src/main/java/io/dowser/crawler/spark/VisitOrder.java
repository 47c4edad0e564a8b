package io.dowser.crawler.spark;

import java.io.Serializable;

/** Which waiting URLs a round takes first. */
public sealed interface VisitOrder extends Serializable {

  /**
   * The highest score first, equal scores by the scorer's second key, then by age.
   *
   * @return the order of the frontier {@code best-first}
   */
  static VisitOrder bestFirst() {
    return new BestFirst();
  }

  /**
   * The oldest first, whatever the score.
   *
   * @return the order of the frontier {@code breadth-first}
   */
  static VisitOrder breadthFirst() {
    return new BreadthFirst();
  }

  /** See {@link #bestFirst}. */
  record BestFirst() implements VisitOrder {}

  /** See {@link #breadthFirst}. */
  record BreadthFirst() implements VisitOrder {}

  /** Whether a waiting URL that is found again keeps the link that it was found by first. */
  default boolean keepsFirstLink() {
    return !(this instanceof BestFirst);
  }
}
