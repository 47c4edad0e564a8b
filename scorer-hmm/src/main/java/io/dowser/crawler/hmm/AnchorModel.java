package io.dowser.crawler.hmm;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.io.IOException;
import java.util.Arrays;

/**
 * The evidence of a term in the text of a link for the distance of the page behind it: the
 * logarithm of the ratio of its likelihood in links to pages at that distance to that in all links.
 *
 * <pre>{@code
 * log( (links to distance j with the term + mu * p) / (all terms in them + mu) / p )
 * }</pre>
 *
 * <p>where p is the share of the term in all links and mu = {@value #MU}: a distance with few known
 * links has little effect. Terms of no training link say nothing.
 *
 * <p>Training counts a term once for each link whose text has it, however often, and all links from
 * one page to another as one. The text of a link of the crawl is added up token by token, so there
 * a term that is repeated counts each time. None of this is of the paper, which does not look at
 * the texts of links.
 *
 * <p>Immutable and thread-safe.
 */
final class AnchorModel {

  static final double MU = 50;

  private static final double MOST_LOG = 1_000; // far beyond what counts give

  private final int n;
  private final double[] logs; // logs[id * n + j]

  private AnchorModel(int n, double[] logs) {
    this.n = n;
    this.logs = logs;
  }

  /** Counts links by the terms of their texts and the distance of the pages behind them. */
  static final class Counts {

    private final int n;
    private final Vocabulary vocabulary;
    private final double[] counts;
    private final double[] sums;

    Counts(int n, Vocabulary vocabulary) {
      this.n = n;
      this.vocabulary = vocabulary;
      this.counts = new double[Math.multiplyExact(n, vocabulary.size())];
      this.sums = new double[n];
    }

    void add(TermCounts anchor, int distance) {
      for (int i = 0; i < anchor.size(); i++) {
        int id = vocabulary.id(anchor.term(i));
        if (id != Vocabulary.ABSENT) {
          counts[id * n + distance]++;
          sums[distance]++;
        }
      }
    }

    AnchorModel model() {
      double total = Arrays.stream(sums).sum();
      var logs = new double[counts.length];
      for (int at = 0; at < counts.length; at += n) {
        double p = Arrays.stream(counts, at, at + n).sum() / total;
        for (int j = 0; j < n && p > 0; j++) {
          logs[at + j] = Math.log((counts[at + j] + MU * p) / (sums[j] + MU) / p);
        }
      }
      return new AnchorModel(n, logs);
    }
  }

  /** Adds what a term says, times a weight, to the sum for each distance. */
  void addTo(double[] sums, int id, double weight) {
    for (int j = 0; j < n; j++) {
      sums[j] += weight * logs[id * n + j];
    }
  }

  void save(StateWriter out) throws IOException {
    for (double value : logs) {
      out.writeDouble(value);
    }
  }

  static AnchorModel read(StateReader in, int n, int terms) throws IOException {
    var logs = new double[Math.multiplyExact(n, terms)]; // the terms have been read
    for (int at = 0; at < logs.length; at++) {
      logs[at] = in.readDouble(-MOST_LOG, MOST_LOG, "logarithm");
    }
    return new AnchorModel(n, logs);
  }
}
