package io.dowser.crawler.shark;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.toolkit.queue.LaneQueue;
import io.dowser.crawler.toolkit.queue.ReadyLanes;
import java.util.List;

/**
 * Formula (5) and the turns of the two queues.
 *
 * <p>There is a lane for each queue and in-link count. The number of crawled pages is the same for
 * all URLs at any moment, so two with equal counts compare by potential alone, whatever that number
 * is: a lane never needs to be put in order again, and only the first URLs of the lanes have to be
 * compared.
 */
final class ValueChoice implements ReadyLanes.Choice {

  /** Turns of the prior queue for each turn of the normal one, if that only comes last. */
  static final int PRIOR_FIRST = 0;

  private final LaneQueue queue;
  private final LinkLedger ledger;
  private final double theta;
  private final int turnRatio;
  private final boolean byLargest;
  private int priorTurns; // since the last turn of the normal queue
  private boolean lastNormal;

  ValueChoice(LaneQueue queue, LinkLedger ledger, SharkFrontier.Builder rule) {
    this.queue = queue;
    this.ledger = ledger;
    this.theta = rule.theta;
    this.turnRatio = rule.turnRatio();
    this.byLargest = rule.linkShare == SharkFrontier.LinkShare.LARGEST_COUNT;
  }

  static int lane(int inLinks, boolean normal) {
    return inLinks << 1 | (normal ? 1 : 0);
  }

  static int inLinks(int lane) {
    return lane >>> 1;
  }

  static boolean isNormal(int lane) {
    return (lane & 1) != 0;
  }

  int priorTurns() {
    return priorTurns;
  }

  void setPriorTurns(int turns) {
    priorTurns = turns;
  }

  /** Takes a value apart. */
  Explanation explain(String name, double potential, int inLinks) {
    double divisor = divisor();
    var potentialPart =
        new Explanation(
            "potential x " + theta,
            theta * potential,
            List.of(Explanation.of("potential", potential)));
    double share = share(inLinks, divisor);
    var linkPart =
        new Explanation(
            "in-link share x (1 - " + theta + ")",
            (1 - theta) * share,
            List.of(
                Explanation.of("in-links h", inLinks),
                Explanation.of(byLargest ? "largest h" : "crawled pages N", divisor)));
    return new Explanation(
        name, value(potential, inLinks, divisor), List.of(potentialPart, linkPart));
  }

  private double divisor() {
    return byLargest ? inLinks(Math.max(0, queue.largestLane())) : ledger.crawled();
  }

  /** Takes note that what was chosen last was taken. */
  void taken() {
    if (lastNormal) {
      priorTurns = 0;
    } else if (turnRatio != PRIOR_FIRST) {
      priorTurns = (priorTurns >= turnRatio ? 0 : priorTurns) + 1;
    }
  }

  @Override
  public int choose(ReadyLanes lanes) {
    double divisor = divisor();
    int prior = best(lanes, false, divisor);
    int normal = best(lanes, true, divisor);
    boolean normalsTurn = turnRatio != PRIOR_FIRST && priorTurns >= turnRatio;
    lastNormal = normal != ReadyLanes.NONE && (normalsTurn || prior == ReadyLanes.NONE);
    return lastNormal ? normal : prior;
  }

  private int best(ReadyLanes lanes, boolean normal, double divisor) {
    int best = ReadyLanes.NONE;
    double bestValue = 0;
    for (int i = 0; i < lanes.count(); i++) {
      int lane = lanes.lane(i);
      if (isNormal(lane) == normal) {
        double value = value(lanes.key(i), inLinks(lane), divisor);
        if (best == ReadyLanes.NONE || isBefore(lanes, i, value, best, bestValue)) {
          best = i;
          bestValue = value;
        }
      }
    }
    return best;
  }

  /** Formula (5); the order of operations is that of the tests. */
  private double value(double potential, int inLinks, double divisor) {
    return potential == Double.POSITIVE_INFINITY // a seed, which theta = 0 would turn into NaN
        ? potential
        : theta * potential + (1 - theta) * share(inLinks, divisor);
  }

  private static double share(int inLinks, double divisor) {
    return divisor == 0 ? 0 : inLinks / divisor;
  }

  /** Equal values: the larger potential, then the scorer's second key, then the earlier URL. */
  private static boolean isBefore(ReadyLanes lanes, int a, double valueA, int b, double valueB) {
    if (valueA != valueB) {
      return valueA > valueB;
    }
    int byPotential = Double.compare(lanes.key(a), lanes.key(b));
    return byPotential != 0 ? byPotential > 0 : lanes.goesBefore(a, b);
  }
}
