package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A logistic model of the worth of links, learned online: the log-odds that a link is worth
 * following are the sum of the weights of its features and of its weighted signals. The weights of
 * signals are drawn back to those of the start, as by a Gaussian prior, so that a judge that
 * misleads cannot move them far.
 *
 * <p>Written by one thread; others may read.
 */
final class AdaptiveModel {

  private static final int FORMAT = 1;
  private static final double LARGEST = 30;
  private static final double LARGEST_WEIGHT = 1e9;
  private static final double MOST_ODDS = 6;
  private static final double LEAST_EXPECTED = 0.002;
  private static final double MOST_EXPECTED = 0.99;
  private static final double PRIOR_LINKS = 2;
  private static final double FIRST_MEAN = 0.1;
  private static final double STACKED_PRIOR = 2; // of all stacked scorers together
  private static final double STACKED_RATE = 0.3;
  private static final double PULL = 0.003; // to the weights of the start, with each lesson

  private final FeatureTable table = new FeatureTable();
  private final StackedScorers stacked;
  private final MeaningModel meaning;
  private final int first; // of the hashed features, behind scores and meaning
  private final double[] priors;
  private final double[] weights;
  private final double[] squares;
  private double links;
  private double worth;

  AdaptiveModel(StackedScorers stacked, MeaningModel meaning) {
    this.stacked = stacked;
    this.meaning = meaning;
    this.first = stacked.size() + meaning.size();
    this.priors = new double[Signal.COUNT + stacked.size()];
    Arrays.fill(priors, STACKED_PRIOR / Math.max(1, stacked.size()));
    for (Signal signal : Signal.values()) {
      priors[signal.index] = signal.prior;
    }
    this.weights = priors.clone();
    this.squares = new double[priors.length];
  }

  /** Returns the log-odds that a link is worth following, at most 30 either way. */
  double score(int[] features, double[] signals) {
    double sum = 0;
    for (int i = 0; i < signals.length; i++) {
      sum += weights[i] * signals[i];
    }
    for (int i = first; i < features.length; i++) {
      sum += isWeighted(features[i]) ? table.weight(features[i]) : 0;
    }
    return Math.max(-LARGEST, Math.min(LARGEST, sum));
  }

  /** Adds the contributions of the signals and features to a score, by the part they belong to. */
  void explain(int[] features, double[] signals, Map<String, Double> parts) {
    for (Signal signal : Signal.values()) {
      if (isUsed(signal)) {
        parts.merge(signal.part, weights[signal.index] * signals[signal.index], Double::sum);
      }
    }
    for (int i = first; i < features.length; i++) {
      if (isWeighted(features[i])) {
        parts.merge(Kind.of(features[i]).part, table.weight(features[i]), Double::sum);
      }
    }
  }

  /** Returns the weights of the signals by name, those of stacked scorers included. */
  Map<String, Double> weights() {
    var named = new LinkedHashMap<String, Double>();
    for (Signal signal : Signal.values()) {
      if (signal != Signal.BIAS && isUsed(signal)) {
        named.put(signal.words(), weights[signal.index]);
      }
    }
    for (int i = 0; i < stacked.size(); i++) {
      named.put(stacked.name(i), stackedWeight(i));
    }
    return named;
  }

  private boolean isUsed(Signal signal) {
    return signal != Signal.MEANING || meaning.size() > 0;
  }

  /** Returns the learned weight of a stacked scorer. */
  double stackedWeight(int index) {
    return weights[Signal.COUNT + index];
  }

  private static boolean isWeighted(int feature) {
    return Kind.of(feature) != Kind.TOPIC;
  }

  /** Returns the signals of a link that its features contain. */
  double[] signals(int[] features) {
    var signals = new double[weights.length];
    double mean = mean();
    signals[Signal.BIAS.index] = 1;
    for (int i = 0; i < stacked.size(); i++) {
      signals[Signal.COUNT + i] = stacked.signal(i, features);
    }
    signals[Signal.MEANING.index] = ofMeaning(features, mean);
    for (int i = first; i < features.length; i++) {
      add(features[i], mean, signals);
    }
    cut(signals, Signal.ANCHOR_ODDS);
    cut(signals, Signal.CONTEXT_ODDS);
    return signals;
  }

  private void add(int feature, double mean, double[] signals) {
    switch (Kind.of(feature)) {
      case TOPIC -> topic(feature, signals);
      case ANCHOR -> signals[Signal.ANCHOR_ODDS.index] += ofPages(feature, mean);
      case SOURCE -> signals[Signal.SIBLING_ODDS.index] = odds(feature, mean);
      case CONTEXT -> signals[Signal.CONTEXT_ODDS.index] += ofPages(feature, mean);
      default -> {}
    }
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

  /** Returns the advantage of visited pages with the word of a link. */
  private double ofPages(int word, double mean) {
    return odds(Kind.PAGE_WORD.feature(word), mean);
  }

  private double odds(int feature, double mean) {
    return logOdds(table.mean(feature, mean, PRIOR_LINKS)) - logOdds(mean);
  }

  private double ofMeaning(int[] features, double mean) {
    double expected = mean + meaning.predict(features, stacked.size());
    return logOdds(Math.max(LEAST_EXPECTED, Math.min(MOST_EXPECTED, expected))) - logOdds(mean);
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
    for (int i = first; i < features.length; i++) {
      if (isWeighted(features[i])) {
        table.descend(features[i], error);
      }
    }
    for (int i = 0; i < signals.length; i++) {
      descend(i, error * signals[i]);
    }
  }

  /** Learns a link that was followed now, before it is counted. */
  void trainMeaning(int[] features, double target) {
    meaning.learn(features, stacked.size(), target - mean());
  }

  private void descend(int signal, double gradient) {
    squares[signal] += gradient * gradient;
    double rate = signal < Signal.COUNT ? 1 : STACKED_RATE;
    weights[signal] -= rate * gradient / (1 + Math.sqrt(squares[signal]));
    weights[signal] -= PULL * (weights[signal] - priors[signal]);
  }

  /** Counts a followed link. */
  void count(int[] features, double value) {
    links++;
    worth += value;
    for (int i = first; i < features.length; i++) {
      if (Kind.of(features[i]) == Kind.SOURCE) {
        table.count(features[i], value);
      }
    }
  }

  /** Counts the terms of a visited page. */
  void count(TermCounts terms, double value) {
    terms.forEach((term, count) -> table.count(Kind.PAGE_WORD.hashed(term.hashCode()), value));
  }

  static double probability(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }

  void save(StateWriter out) throws IOException {
    out.section("model", FORMAT);
    for (int i = 0; i < weights.length; i++) {
      out.writeDouble(weights[i]);
      out.writeDouble(squares[i]);
    }
    out.writeDouble(links);
    out.writeDouble(worth);
    table.save(out);
  }

  void restore(StateReader in) throws IOException {
    in.section("model", FORMAT);
    for (int i = 0; i < weights.length; i++) {
      weights[i] = in.readDouble(-LARGEST_WEIGHT, LARGEST_WEIGHT, "weight of a signal");
      squares[i] = in.readDouble(0, Double.MAX_VALUE, "sum of squares of a signal");
    }
    links = in.readDouble(0, Double.MAX_VALUE, "number of followed links");
    worth = in.readDouble(0, Double.MAX_VALUE, "worth of followed links");
    table.restore(in);
  }
}
