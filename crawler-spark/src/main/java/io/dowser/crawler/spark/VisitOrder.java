package io.dowser.crawler.spark;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.io.Serializable;

/**
 * Which pending URLs a round takes first: the order of a frontier, for a table that is spread over
 * a cluster.
 */
sealed interface VisitOrder extends Serializable {

  /** The largest number of a setting. */
  double MOST = Double.MAX_VALUE;

  /**
   * Finds the order of a frontier.
   *
   * @param name the frontier's name
   * @param settings those of the frontier that have a meaning here
   * @return the order
   * @throws SettingException if there is none of that name, or a setting is wrong or unknown
   */
  static VisitOrder named(String name, Settings settings) {
    VisitOrder order =
        switch (name) {
          case "best-first" -> new BestFirst();
          case "breadth-first" -> new BreadthFirst();
          case "pagerank" -> new PageRank(0.85, 1e-3, 10);
          case "shark" -> shark(settings);
          case "wang-landau" -> wangLandau(settings);
          default ->
              throw new SettingException(
                  "frontier", name, "best-first, breadth-first, pagerank, shark or wang-landau");
        };
    settings.refuseUnread();
    return order;
  }

  private static Shark shark(Settings settings) {
    double upperLimit = settings.number("upperLimit", 0.30, 0, 1);
    double minPrior = settings.number("minPrior", 0.20, -MOST, MOST);
    return new Shark(
        settings.number("theta", 0.85, 0, 1),
        upperLimit,
        settings.number("lowerLimit", Math.min(0.10, upperLimit), 0, upperLimit),
        minPrior,
        settings.number("minNormal", Math.min(0.02, minPrior), -MOST, minPrior),
        settings.integer("turnRatio", 0, 0, Integer.MAX_VALUE),
        settings.flag("releaseRejected", true));
  }

  private static WangLandau wangLandau(Settings settings) {
    return new WangLandau(
        settings.integer("bands", 50, 1, 10_000),
        settings.integer("refusals", 5, 1, Integer.MAX_VALUE),
        settings.integer("interval", 1_000, 1, Integer.MAX_VALUE),
        8);
  }

  /** The highest score first, equal scores by the scorer's second key, then by age. */
  record BestFirst() implements VisitOrder {}

  /** The oldest first, whatever the score. */
  record BreadthFirst() implements VisitOrder {}

  /**
   * The highest PageRank of the graph known so far first. Ranks are not normalised and are kept up
   * to date as {@link io.dowser.crawler.toolkit.graph.IncrementalPageRank} does it, with an
   * estimate and a residual for each URL, by joins over the table of links; what is left after the
   * last pass of a round is passed on in the next.
   *
   * @param a damping factor, 0 to below 1
   * @param eps residual that is not worth passing on, above 0
   * @param passes passes over the links in one round at most, 1 or more
   */
  record PageRank(double a, double eps, int passes) implements VisitOrder {}

  /**
   * Two queues, each by potential and in-link share (Liu, Lin and Gao 2009): value = theta *
   * potential + (1 - theta) * h / N, where h counts the visited pages that link to a URL and N all
   * visited pages. A link goes to the prior queue if the relevance R of its page (what the scorer
   * {@code shark} attaches to it, else the judge's) is above {@code upperLimit}, or from {@code
   * lowerLimit} on with a term of the topic in anchor or URL, or if its potential is {@code
   * minPrior} or more; to the normal queue from {@code minNormal} on; the others are rejected.
   *
   * @param theta weight of potential against in-links, 0 to 1
   * @param upperLimit relevance of a page above which all its links are prior, 0 to 1
   * @param lowerLimit relevance of a page from which on a term counts, 0 to {@code upperLimit}
   * @param minPrior least potential for the prior queue where the page does not decide
   * @param minNormal least potential for the normal queue, at most {@code minPrior}
   * @param turnRatio turns of the prior queue for each of the normal one, 0 for prior first
   * @param releasesRejected whether rejected URLs are taken when both queues are empty
   */
  record Shark(
      double theta,
      double upperLimit,
      double lowerLimit,
      double minPrior,
      double minNormal,
      int turnRatio,
      boolean releasesRejected)
      implements VisitOrder {}

  /**
   * A Wang-Landau walk over the scores (Liu, Chen and Zhao 2023). Each task is a walker on a sample
   * of the pending URLs of its hosts; all walkers begin a round with the same estimate ln g and the
   * same visits H of the bands of scores, and what they add is summed up between rounds.
   *
   * @param bands parts of the range of scores, 0 to 1; 1 or more
   * @param refusals in a row before the best URL is taken, 1 or more
   * @param interval proposals between two tests for flatness, 1 or more
   * @param sample URLs that a walker sees for each that it takes, 1 or more
   */
  record WangLandau(int bands, int refusals, int interval, int sample) implements VisitOrder {}

  /**
   * Reports whether a pending URL that is found again keeps the link that it was found by first.
   *
   * @return true if scores do not matter
   */
  default boolean keepsFirstLink() {
    return this instanceof BreadthFirst || this instanceof PageRank;
  }
}
