package io.dowser.crawler.bayes;

import static io.dowser.crawler.bayes.LinkStatistics.ANCHOR;
import static io.dowser.crawler.bayes.LinkStatistics.CONTEXT;

/**
 * The log ratios {@code ln(P(F|+)/P(F|-))} of all features, as one event model has them, and what a
 * link without features scores.
 *
 * <p>Of {@link LinkSettings.EventModel#FULL_BERNOULLI} the latter has what the absence of all words
 * says, and the ratio of each word takes its own absence back; so a link costs its own words in all
 * models.
 */
final class LinkRatios {

  private static final double NEXT_TO_NONE = 1e-9; // of a count of occurrences

  private final LinkStatistics statistics;
  private final LinkSettings settings;
  private final double[] shares = new double[2]; // of all links, by class
  private final double[][] words; // by kind and word
  private final double[][] indicators = new double[2][2]; // by kind, without and with a term
  private final double prior;
  private double absence;

  LinkRatios(LinkStatistics statistics, LinkSettings settings) {
    this.statistics = statistics;
    this.settings = settings;
    double all = (double) statistics.links(0) + statistics.links(1);
    for (int c = 0; c < 2; c++) {
      shares[c] = statistics.links(c) / all;
    }
    this.prior = Math.log((double) statistics.links(0) / statistics.links(1));
    this.words = new double[2][statistics.vocabulary().size()];
    if (settings.eventModel() == LinkSettings.EventModel.MULTINOMIAL) {
      fillMultinomial();
    } else {
      fillBernoulli();
    }
    for (int kind = ANCHOR; kind <= CONTEXT; kind++) {
      indicators[kind][0] = ratio(statistics.indicator(kind, 0), statistics.indicator(kind, 1), 0);
      indicators[kind][1] = ratio(statistics.indicator(kind, 0), statistics.indicator(kind, 1), 1);
    }
  }

  /** Takes a feature that counts. */
  @FunctionalInterface
  private interface FeatureVisitor {

    void visit(int id, int kind);
  }

  private void forEachFeature(FeatureVisitor visitor) {
    for (int kind = ANCHOR; kind <= (settings.group().hasContext() ? CONTEXT : ANCHOR); kind++) {
      for (int id = 0; id < words[kind].length; id++) {
        if (statistics.isKept(id, kind)) {
          visitor.visit(id, kind);
        }
      }
    }
  }

  private void fillBernoulli() {
    boolean full = settings.eventModel() == LinkSettings.EventModel.FULL_BERNOULLI;
    forEachFeature(
        (id, kind) -> {
          int positive = statistics.links(id, kind, 0);
          int negative = statistics.links(id, kind, 1);
          double absent = full ? ratio(positive, negative, 0) : 0;
          absence += absent;
          words[kind][id] = ratio(positive, negative, 1) - absent;
        });
  }

  /** The log ratio of the shares of links with (1) or without (0) a feature. */
  private double ratio(int positive, int negative, int with) {
    return Math.log(share(positive, 0, with) / share(negative, 1, with));
  }

  private double share(int links, int c, int with) {
    double added = settings.smoothing().added(shares[c]);
    int n = statistics.links(c);
    return ((with == 1 ? links : n - links) + added) / (n + 2 * added);
  }

  private void fillMultinomial() {
    double[] totals = new double[2];
    int[] features = new int[1];
    forEachFeature(
        (id, kind) -> {
          features[0]++;
          totals[0] += statistics.occurrences(id, kind, 0);
          totals[1] += statistics.occurrences(id, kind, 1);
        });
    for (int c = 0; c < 2; c++) { // a class may have none, and a share of none is no number
      totals[c] = Math.max(totals[c], NEXT_TO_NONE);
    }
    forEachFeature(
        (id, kind) ->
            words[kind][id] =
                Math.log(
                    occurrenceShare(id, kind, 0, totals, features[0])
                        / occurrenceShare(id, kind, 1, totals, features[0])));
  }

  private double occurrenceShare(int id, int kind, int c, double[] totals, int features) {
    double added = settings.smoothing().added(totals[c] / (totals[0] + totals[1]));
    return (statistics.occurrences(id, kind, c) + added) / (totals[c] + added * features);
  }

  /** {@code ln(P(+)/P(-))}. */
  double prior() {
    return prior;
  }

  /** Returns the log ratio of the absence of all words; 0 except in the full model. */
  double absence() {
    return absence;
  }

  /** Returns the log ratios of the words of one kind, by id. */
  double[] words(int kind) {
    return words[kind];
  }

  /** Returns the log ratio of having a term of the dictionary, or none; t(A) or t(X). */
  double indicator(int kind, boolean hasTerm) {
    return indicators[kind][hasTerm ? 1 : 0];
  }
}
