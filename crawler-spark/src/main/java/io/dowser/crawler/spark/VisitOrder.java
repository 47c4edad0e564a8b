package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.internal.assembly.PluginChoice;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;

/**
 * The order in which a round takes pending URLs: that of a frontier, by the columns of the table of
 * URLs.
 */
sealed interface VisitOrder extends Serializable {

  /** The meaning of the settings of {@code shark}. */
  String AS_THERE = "as in the frontier shark of one machine";

  /** The largest number of a setting. */
  double MOST = Double.MAX_VALUE;

  String WALK =
      "each step of its walk depends on the page before, and a round fetches many at once";

  /**
   * Orders of crawler-core and the scorers that have no meaning in rounds, each with the reason.
   */
  Map<String, String> REFUSED =
      Map.of(
          "pagerank",
          "the ranks change with each page and would need separate tables between rounds",
          "wang-landau",
          WALK,
          "simulated-annealing",
          WALK);

  /**
   * Finds the order of a frontier.
   *
   * @throws SettingException if there is none of that name, or a setting is wrong or unknown
   */
  static VisitOrder of(PluginChoice<Frontier> frontier) {
    String name = frontier.name();
    Settings settings = Settings.of(frontier.settings());
    VisitOrder order =
        switch (name) {
          case "best-first" -> new BestFirst();
          case "breadth-first" -> new BreadthFirst();
          case "shark" -> shark(settings);
          default -> {
            String reason = REFUSED.getOrDefault(name, "a round has no such order");
            throw new SettingException(
                "frontier", name, "best-first, breadth-first or shark (" + reason + ")");
          }
        };
    settings.refuseUnread();
    return order;
  }

  private static Shark shark(Settings settings) {
    double upperLimit = settings.number("upperLimit", 0.30, 0, 1, AS_THERE);
    double minPrior = settings.number("minPrior", 0.20, -MOST, MOST, AS_THERE);
    if (settings.integer("turnRatio", 0, 0, 1_000_000, AS_THERE) > 0) {
      throw new SettingException(
          "turnRatio", "above 0", "0: a round takes what is prior first, not by turns");
    }
    return new Shark(
        settings.number("theta", 0.85, 0, 1, AS_THERE),
        upperLimit,
        settings.number("lowerLimit", Math.min(0.10, upperLimit), 0, upperLimit, AS_THERE),
        minPrior,
        settings.number("minNormal", Math.min(0.02, minPrior), -MOST, minPrior, AS_THERE),
        settings.flag("releaseRejected", true, AS_THERE));
  }

  /**
   * Returns a number of which higher ones come first; URLs with equal numbers follow {@link #ties}.
   *
   * @param visited pages visited so far
   */
  Column key(long visited);

  /** Returns what orders URLs with equal keys. */
  List<Column> ties();

  /** Returns which pending URLs may be visited at all. */
  default Column admits() {
    return lit(true);
  }

  /**
   * Returns whether a pending URL that is found again keeps the link by which it was first found.
   */
  default boolean keepsFirstLink() {
    return false;
  }

  private static Column seedFirst(Column key) {
    return when(col("seed"), lit(Double.POSITIVE_INFINITY)).otherwise(key);
  }

  /** The highest score first, equal scores by the scorer's second key, then by age. */
  record BestFirst() implements VisitOrder {

    @Override
    public Column key(long visited) {
      return col("score");
    }

    @Override
    public List<Column> ties() {
      return List.of(col("tie").desc(), col("born").asc());
    }
  }

  /** The oldest first, whatever the score. */
  record BreadthFirst() implements VisitOrder {

    @Override
    public Column key(long visited) {
      return seedFirst(col("born").cast("double").multiply(-1));
    }

    @Override
    public List<Column> ties() {
      return List.of(col("born").asc());
    }

    @Override
    public boolean keepsFirstLink() {
      return true;
    }
  }

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
   * @param releasesRejected whether rejected URLs are taken when both queues are empty
   */
  record Shark(
      double theta,
      double upperLimit,
      double lowerLimit,
      double minPrior,
      double minNormal,
      boolean releasesRejected)
      implements VisitOrder {

    /** Far above all values, so that a queue comes before the next one. */
    private static final double QUEUE = 1e6;

    @Override
    public Column key(long visited) {
      Column share = col("in_links").divide(Math.max(1, visited));
      Column value = col("score").multiply(theta).plus(share.multiply(1 - theta));
      Column bounded = least(lit(QUEUE / 4), greatest(lit(-QUEUE / 4), value));
      return seedFirst(lit(2).minus(col("queue")).multiply(QUEUE).plus(bounded));
    }

    @Override
    public List<Column> ties() {
      return List.of(col("score").desc(), col("tie").desc(), col("born").asc());
    }

    @Override
    public Column admits() {
      return releasesRejected ? lit(true) : col("queue").lt(2);
    }
  }
}
