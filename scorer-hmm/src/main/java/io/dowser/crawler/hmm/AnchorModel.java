package io.dowser.crawler.hmm;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.Vocabulary;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How likely each term is in the text of a link that leads to a page at each distance: a
 * multinomial model for each state, smoothed by adding {@value #SMOOTHING} to each count.
 */
final class AnchorModel {

  static final double SMOOTHING = 0.5;

  private final int n;
  private final double[] logs; // logs[id * n + j] of P(term | j)

  private AnchorModel(int n, double[] logs) {
    this.n = n;
    this.logs = logs;
  }

  /** Counts the terms of anchors. */
  static final class Counts {
    private final int n;
    private final Vocabulary vocabulary;
    private final double[] counts;

    Counts(int n, Vocabulary vocabulary) {
      this.n = n;
      this.vocabulary = vocabulary;
      this.counts = new double[Math.multiplyExact(n, vocabulary.size())];
    }

    void add(TermCounts anchor, int distance) {
      for (int i = 0; i < anchor.size(); i++) {
        int id = vocabulary.id(anchor.term(i));
        if (id != Vocabulary.ABSENT) {
          counts[id * n + distance]++;
        }
      }
    }

    /** The model; terms of no anchor speak for no distance. */
    AnchorModel model(double mu) {
      var sums = new double[n];
      for (int at = 0; at < counts.length; at++) {
        sums[at % n] += counts[at];
      }
      double total = java.util.Arrays.stream(sums).sum();
      var logs = new double[counts.length];
      int seen = 0;
      for (int at = 0; at < counts.length; at += n) seen += isSeen(at) ? 1 : 0;
      for (int at = 0; at < counts.length; at += n) {
        double all = 0;
        for (int j = 0; j < n; j++) {
          all += counts[at + j];
        }
        for (int j = 0; j < n && all > 0; j++) {
          double p = all / total;
          if (mu < 0) {
            logs[at + j] = Math.log((counts[at + j] + 0.5) / (sums[j] + 0.5 * seen));
            continue;
          }
          logs[at + j] = Math.log((counts[at + j] + mu * p) / (sums[j] + mu) / p);
        }
      }
      return new AnchorModel(n, logs);
    }

    private boolean isSeen(int at) {
      for (int j = 0; j < n; j++) {
        if (counts[at + j] > 0) {
          return true;
        }
      }
      return false;
    }
  }

  /** Adds the log-likelihoods of a term for each distance. */
  void addTo(double[] sums, int id, double weight) {
    for (int j = 0; j < n; j++) {
      sums[j] += weight * logs[id * n + j];
    }
  }

  void save(DataOutput out) throws IOException {
    for (double value : logs) {
      out.writeDouble(value);
    }
  }

  static AnchorModel read(DataInput in, int n, int terms) throws IOException {
    var logs = new double[Math.multiplyExact(n, terms)];
    for (int at = 0; at < logs.length; at++) {
      logs[at] = in.readDouble();
      if (!(logs[at] <= 0 && logs[at] > Double.NEGATIVE_INFINITY)) {
        throw new IOException("a saved log-probability must be finite and at most 0");
      }
    }
    return new AnchorModel(n, logs);
  }
}
