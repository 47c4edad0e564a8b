package io.dowser.studies;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.IntervalUtils;

/**
 * The agreement of readers who have judged the same pages, and the view of their majority.
 *
 * @param relevant for each page, the number of readers who find it relevant
 * @param readers the number of readers of each page, 2 or more
 */
record ReaderAgreement(Map<String, Integer> relevant, int readers) {

  /** Returns whether more than half of the readers find a page relevant. */
  boolean isRelevant(String page) {
    return 2 * relevant.getOrDefault(page, 0) > readers;
  }

  long relevantPages() {
    return relevant.keySet().stream().filter(this::isRelevant).count();
  }

  /** The share of pages on which all readers say the same. */
  double unanimous() {
    return (double) relevant.values().stream().filter(n -> n == 0 || n == readers).count()
        / relevant.size();
  }

  /**
   * Kappa of J. L. Fleiss, <i>Measuring nominal scale agreement among many raters</i>,
   * Psychological Bulletin 76 (1971): 1 if all agree, 0 if they agree as chance would have it.
   *
   * @return empty if every reader says the same of every page, where kappa is not defined
   */
  OptionalDouble kappa() {
    List<Integer> counts = List.copyOf(relevant.values());
    double share =
        counts.stream().mapToInt(Integer::intValue).sum() / ((double) readers * counts.size());
    double byChance = share * share + (1 - share) * (1 - share);
    double observed = counts.stream().mapToDouble(this::pairsThatAgree).average().orElseThrow();
    return byChance == 1
        ? OptionalDouble.empty()
        : OptionalDouble.of((observed - byChance) / (1 - byChance));
  }

  private double pairsThatAgree(int yes) {
    int no = readers - yes;
    return (yes * (yes - 1.0) + no * (no - 1.0)) / (readers * (readers - 1.0));
  }

  /**
   * The interval of a share, 95 %, by E. B. Wilson, <i>Probable inference, the law of succession,
   * and statistical inference</i>, Journal of the American Statistical Association 22 (1927).
   */
  static ConfidenceInterval share(long some, long all) {
    return IntervalUtils.getWilsonScoreInterval(Math.toIntExact(all), Math.toIntExact(some), 0.95);
  }
}
