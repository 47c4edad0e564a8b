package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Map;

/**
 * A logistic model of the worth of links, learned online: the log-odds that a link is worth
 * following are the sum of the weights of its features and of its weighted signals.
 *
 * <p>Written by one thread; others may read.
 */
final class AdaptiveModel {

  private static final int FORMAT = 1;
  private static final double LARGEST = 30;
  private static final double LARGEST_WEIGHT = 1e9;
  private static final double MOST_ODDS = 6;
  private static final double PRIOR_LINKS = 2;
  private static final double FIRST_MEAN = 0.1;

  private final FeatureTable table = new FeatureTable();
  private final double[] weights = new double[Signal.COUNT];
  private final double[] squares = new double[Signal.COUNT];
  private double links;
  private double worth;

  AdaptiveModel() {
    for (Signal signal : Signal.values()) {
      weights[signal.index] = signal.prior;
    }
  }

  /** Returns the log-odds that a link is worth following, at most 30 either way. */
  double score(int[] features, double[] signals) {
    double sum = 0;
    for (int i = 0; i < signals.length; i++) {
      sum += weights[i] * signals[i];
    }
    for (int feature : features) {
      sum += isWeighted(feature) ? table.weight(feature) : 0;
    }
    return Math.max(-LARGEST, Math.min(LARGEST, sum));
  }

  /** Adds what the signals and features contribute to a score, by the part they belong to. */
  void explain(int[] features, double[] signals, Map<String, Double> parts) {
    for (Signal signal : Signal.values()) {
      parts.merge(signal.part, weights[signal.index] * signals[signal.index], Double::sum);
    }
    for (int feature : features) {
      if (isWeighted(feature)) {
        parts.merge(Kind.of(feature).part, table.weight(feature), Double::sum);
      }
    }
  }

  private static boolean isWeighted(int feature) {
    return Kind.of(feature) != Kind.TOPIC;
  }

  /** Returns the signals of a link, as far as its features say. */
  double[] signals(int[] features) {
    var signals = new double[Signal.COUNT];
    double mean = mean();
    signals[Signal.BIAS.index] = 1;
    for (int feature : features) {
      switch (Kind.of(feature)) {
        case TOPIC -> topic(feature, signals);
        case ANCHOR -> signals[Signal.ANCHOR_ODDS.index] += odds(feature, mean);
        case CONTEXT -> signals[Signal.CONTEXT_ODDS.index] += odds(feature, mean);
        default -> {}
      }
    }
    cut(signals, Signal.ANCHOR_ODDS);
    cut(signals, Signal.CONTEXT_ODDS);
    return signals;
  }

  private static void topic(int feature, double[] signals) {
    signals[Signal.ANCHOR_TOPIC.index] = TopicFeature.anchor(feature);
    signals[Signal.CONTEXT_TOPIC.index] = TopicFeature.context(feature);
    signals[Signal.URL_TOPIC.index] = TopicFeature.url(feature);
    signals[Signal.PARENT.index] = TopicFeature.parent(feature);
  }

  private static void cut(double[] signals, Signal signal) {
    int i = signal.index;
    signals[i] = Math.max(-MOST_ODDS, Math.min(MOST_ODDS, signals[i]));
  }

  private double odds(int feature, double mean) {
    return logOdds(table.mean(feature, mean, PRIOR_LINKS)) - logOdds(mean);
  }

  private static double logOdds(double probability) {
    double inside = Math.max(1e-4, Math.min(1 - 1e-4, probability));
    return Math.log(inside / (1 - inside));
  }

  private double mean() {
    return (worth + PRIOR_LINKS * FIRST_MEAN) / (links + PRIOR_LINKS);
  }

  /** Learns that a link with these features and signals is worth this much, 0 to 1. */
  void train(int[] features, double[] signals, double target) {
    double error = probability(score(features, signals)) - target;
    for (int feature : features) {
      if (isWeighted(feature)) {
        table.descend(feature, error);
      }
    }
    for (int i = 0; i < signals.length; i++) {
      double gradient = error * signals[i];
      squares[i] += gradient * gradient;
      weights[i] -= gradient / (1 + Math.sqrt(squares[i]));
    }
  }

  /** Counts a followed link. */
  void count(int[] features, double value) {
    links++;
    worth += value;
    for (int feature : features) {
      if (isWeighted(feature)) {
        table.count(feature, value);
      }
    }
  }

  static double probability(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }

  void save(StateWriter out) throws IOException {
    out.section("model", FORMAT);
    for (int i = 0; i < Signal.COUNT; i++) {
      out.writeDouble(weights[i]);
      out.writeDouble(squares[i]);
    }
    out.writeDouble(links);
    out.writeDouble(worth);
    table.save(out);
  }

  void restore(StateReader in) throws IOException {
    in.section("model", FORMAT);
    for (int i = 0; i < Signal.COUNT; i++) {
      weights[i] = in.readDouble(-LARGEST_WEIGHT, LARGEST_WEIGHT, "weight of a signal");
      squares[i] = in.readDouble(0, Double.MAX_VALUE, "sum of squares of a signal");
    }
    links = in.readDouble(0, Double.MAX_VALUE, "number of followed links");
    worth = in.readDouble(0, Double.MAX_VALUE, "worth of followed links");
    table.restore(in);
  }
}
