package io.dowser.crawler.spark;

import io.dowser.crawler.api.SettingException;
import java.io.Serializable;

/** Which pending URLs a round takes first. */
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

  /**
   * The highest PageRank of the graph known so far first.
   *
   * @return the order of the frontier {@code pagerank}, with damping 0.85, ten passes a round, and
   *     a tolerance of 0.001
   */
  static VisitOrder pageRank() {
    return new PageRank(0.85, 1e-3, 10);
  }

  /**
   * Two queues, each by potential and in-link share; Liu, Lin and Gao 2009.
   *
   * @return the order of the frontier {@code shark} with its defaults
   */
  static VisitOrder shark() {
    return new Shark(0.85, 0.30, 0.10, 0.20, 0.02, 0, true, 2);
  }

  /**
   * A Wang-Landau walk over the scores; Liu, Chen and Zhao 2023.
   *
   * @return the order of the frontier {@code wang-landau}: 50 bands, 5 refusals, and 8 URLs for
   *     each that is taken
   */
  static VisitOrder wangLandau() {
    return new WangLandau(50, 5, 1_000, 8);
  }

  /**
   * Finds an order with its defaults by the name of its frontier.
   *
   * @param name {@code best-first}, {@code breadth-first}, {@code pagerank}, {@code shark} or
   *     {@code wang-landau}
   * @return the order
   * @throws SettingException if there is none of that name
   */
  static VisitOrder named(String name) {
    return switch (name) {
      case "best-first" -> bestFirst();
      case "breadth-first" -> breadthFirst();
      case "pagerank" -> pageRank();
      case "shark" -> shark();
      case "wang-landau" -> wangLandau();
      default ->
          throw new SettingException(
              "order", name, "best-first, breadth-first, pagerank, shark or wang-landau");
    };
  }

  /** See {@link #bestFirst}. */
  record BestFirst() implements VisitOrder {}

  /** See {@link #breadthFirst}. */
  record BreadthFirst() implements VisitOrder {}

  /**
   * See {@link #pageRank}. Ranks are not normalised and are kept up to date as {@link
   * io.dowser.crawler.toolkit.graph.IncrementalPageRank} does it, with an estimate and a residual
   * for each URL, by joins over the table of links; what is left after the last pass of a round is
   * passed on in the next.
   *
   * @param a damping factor, 0 to below 1
   * @param eps residual that is not worth passing on, above 0
   * @param passes passes over the links in one round at most, 1 or more
   */
  record PageRank(double a, double eps, int passes) implements VisitOrder {

    /**
     * Checks the ranges.
     *
     * @param a damping factor, 0 to below 1
     * @param eps residual that is not worth passing on, above 0
     * @param passes passes over the links in one round at most, 1 or more
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public PageRank {
      check(a >= 0 && a < 1, "a", a, "0 to below 1");
      check(eps > 0 && eps < Double.POSITIVE_INFINITY, "eps", eps, "above 0 and finite");
      check(passes >= 1, "passes", passes, "1 or more");
    }
  }

  /**
   * See {@link #shark}: value = theta * potential + (1 - theta) * h / N, where h counts the visited
   * pages that link to a URL and N all visited pages. A link goes to the prior queue if the
   * relevance R of its page is above {@code upperLimit}, or from {@code lowerLimit} on with a term
   * of the topic in anchor or URL, or if its potential is {@code minPrior} or more; to the normal
   * queue from {@code minNormal} on; the others are rejected.
   *
   * @param theta weight of potential against in-links, 0 to 1
   * @param upperLimit relevance of a page above which all its links are prior, 0 to 1
   * @param lowerLimit relevance of a page from which on a term counts, 0 to {@code upperLimit}
   * @param minPrior least potential for the prior queue where the page does not decide
   * @param minNormal least potential for the normal queue, at most {@code minPrior}
   * @param turnRatio turns of the prior queue for each of the normal one, 0 for prior first
   * @param releasesRejected whether rejected URLs are taken when both queues are empty
   * @param relevanceInPathState where R is among the numbers that the scorer attaches to a page;
   *     the scorer {@code shark} has it at 2. If a page passes down less, or this is negative, R is
   *     the judge's relevance
   */
  record Shark(
      double theta,
      double upperLimit,
      double lowerLimit,
      double minPrior,
      double minNormal,
      int turnRatio,
      boolean releasesRejected,
      int relevanceInPathState)
      implements VisitOrder {

    /**
     * Checks the ranges.
     *
     * @param theta weight of potential against in-links
     * @param upperLimit relevance of a page above which all its links are prior
     * @param lowerLimit relevance of a page from which on a term counts
     * @param minPrior least potential for the prior queue where the page does not decide
     * @param minNormal least potential for the normal queue
     * @param turnRatio turns of the prior queue for each of the normal one
     * @param releasesRejected whether rejected URLs are taken when both queues are empty
     * @param relevanceInPathState where R is among the numbers that a page passes down
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public Shark {
      check(theta >= 0 && theta <= 1, "theta", theta, "0 to 1");
      check(upperLimit >= 0 && upperLimit <= 1, "upperLimit", upperLimit, "0 to 1");
      check(
          lowerLimit >= 0 && lowerLimit <= upperLimit, "lowerLimit", lowerLimit, "0 to upperLimit");
      check(Double.isFinite(minPrior), "minPrior", minPrior, "finite");
      check(
          minNormal >= -Double.MAX_VALUE && minNormal <= minPrior,
          "minNormal",
          minNormal,
          "finite and at most minPrior");
      check(turnRatio >= 0, "turnRatio", turnRatio, "0 or more");
    }
  }

  /**
   * See {@link #wangLandau}. Each task is a walker on a sample of what waits of its hosts; all
   * walkers begin a round with the same estimate ln g and the same visits H of the bands of scores,
   * and what they add is summed up between rounds.
   *
   * @param bands parts of the range of scores, 0 to 1; 1 or more
   * @param refusals in a row before the best URL is taken, 1 or more
   * @param interval proposals between two tests for flatness, 1 or more
   * @param sample URLs that a walker sees for each that it takes, 1 or more
   */
  record WangLandau(int bands, int refusals, int interval, int sample) implements VisitOrder {

    /**
     * Checks the ranges.
     *
     * @param bands parts of the range of scores
     * @param refusals in a row before the best URL is taken
     * @param interval proposals between two tests for flatness
     * @param sample URLs that a walker sees for each that it takes
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public WangLandau {
      check(bands >= 1 && bands <= 10_000, "bands", bands, "1 to 10000");
      check(refusals >= 1, "refusals", refusals, "1 or more");
      check(interval >= 1, "interval", interval, "1 or more");
      check(sample >= 1 && sample <= 1_000, "sample", sample, "1 to 1000");
    }
  }

  /**
   * Reports whether a pending URL that is found again keeps the link that it was found by first.
   *
   * @return true if scores do not matter
   */
  default boolean keepsFirstLink() {
    return this instanceof BreadthFirst || this instanceof PageRank;
  }

  private static void check(boolean allowed, String name, Object value, String range) {
    if (!allowed) {
      throw new IllegalArgumentException(name + " must be " + range + ", but was " + value);
    }
  }
}
