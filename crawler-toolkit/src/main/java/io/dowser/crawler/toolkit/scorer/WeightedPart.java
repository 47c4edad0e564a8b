package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import java.util.Arrays;
import java.util.List;

/** One scorer of a weighted sum. */
record WeightedPart(int index, String name, LinkScorer scorer, double weight, boolean squash) {

  double score(PageScoring own, Link link) {
    return weighted(own.score(link));
  }

  private double weighted(double score) {
    return weight * (squash ? 1 / (1 + Math.exp(-score)) : score); // exp may be infinite
  }

  /**
   * Returns the tie-break of a link; for log-odds these themselves, because the mapping may merge
   * them.
   */
  double tieBreak(PageScoring own, Link link) {
    return weight * (squash ? own.score(link) : own.tieBreak(link));
  }

  /** Returns the features; a part that does not learn leaves its score, to be summed again. */
  double[] features(PageScoring own, Link link) {
    if (scorer instanceof LearningScorer) {
      return Arrays.stream(own.features(link).toArray()).asDoubleStream().toArray();
    }
    long bits = Double.doubleToRawLongBits(own.score(link));
    return new double[] {(int) (bits >>> 32), (int) bits};
  }

  double rescore(Candidate own) {
    if (scorer instanceof LearningScorer learner) {
      return weighted(learner.rescore(own));
    }
    long low = own.features().get(1) & 0xffffffffL;
    return weighted(Double.longBitsToDouble((long) own.features().get(0) << 32 | low));
  }

  Explanation explain(PageScoring own, Link link) {
    Explanation inner = own.explain(link);
    String title = weight + " x " + (squash ? "logistic " : "") + name;
    return new Explanation(title, weighted(inner.value()), List.of(inner));
  }
}
