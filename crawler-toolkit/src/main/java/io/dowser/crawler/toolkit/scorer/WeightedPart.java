package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import java.util.Arrays;
import java.util.List;

/** One scorer of a weighted sum. */
record WeightedPart(int index, String name, LinkScorer scorer, double weight, boolean logOdds) {

  OnPage onPage(AnalyzedPage own) {
    return new OnPage(this, scorer.forPage(own));
  }

  /** Scores a link again; the features of a part that does not learn are its score. */
  double rescore(Candidate own) {
    if (scorer instanceof LearningScorer learner) {
      return weighted(learner.rescore(own));
    }
    long low = own.features().get(1) & 0xffffffffL;
    return weighted(Double.longBitsToDouble((long) own.features().get(0) << 32 | low));
  }

  private double weighted(double score) {
    return weight * (logOdds ? 1 / (1 + Math.exp(-score)) : score); // exp may be infinite
  }

  static double[] numbers(LinkFeatures features) {
    return Arrays.stream(features.toArray()).asDoubleStream().toArray();
  }

  /** What a part adds for the links of one page. */
  record OnPage(WeightedPart part, PageScoring scoring) {

    double score(Link link) {
      return part.weighted(scoring.score(link));
    }

    /** The tie-break of log-odds are the log-odds, which the mapping may merge. */
    double tieBreak(Link link) {
      return part.weight * (part.logOdds ? scoring.score(link) : scoring.tieBreak(link));
    }

    /** Returns the features; a part that does not learn leaves its score, to be summed again. */
    double[] features(Link link) {
      if (part.scorer instanceof LearningScorer) {
        return numbers(scoring.features(link));
      }
      long bits = Double.doubleToRawLongBits(scoring.score(link));
      return new double[] {(int) (bits >>> 32), (int) bits};
    }

    Explanation explain(Link link) {
      Explanation own = scoring.explain(link);
      String name = part.weight + " x " + (part.logOdds ? "logistic " : "") + part.name;
      return new Explanation(name, part.weighted(own.value()), List.of(own));
    }
  }
}
