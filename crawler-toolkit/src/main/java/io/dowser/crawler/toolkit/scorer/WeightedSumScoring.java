package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.toolkit.scorer.WeightedSumScorer.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rates the links of one page by a weighted sum. */
record WeightedSumScoring(List<Part> parts, List<PageScoring> scorings, boolean learns)
    implements PageScoring {

  @Override
  public double score(Link link) {
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      sum += parts.get(i).weighted(scorings.get(i).score(link));
    }
    return sum;
  }

  /** Sums the tie-breaks; that of log-odds are the log-odds, which the mapping may have merged. */
  @Override
  public double tieBreak(Link link) {
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      PageScoring own = scorings.get(i);
      Part part = parts.get(i);
      sum += part.weight() * (part.logOdds() ? own.score(link) : own.tieBreak(link));
    }
    return sum;
  }

  @Override
  public PathState pathState() {
    List<double[]> own = scorings.stream().map(one -> one.pathState().toArray()).toList();
    return PathState.of(JoinedNumbers.join(own, PathState.MAX_SIZE, "path state"));
  }

  /** Joins the features; a part that does not learn leaves its score, to be summed again later. */
  @Override
  public LinkFeatures features(Link link) {
    if (!learns) {
      return LinkFeatures.NONE;
    }
    var own = new ArrayList<double[]>();
    for (int i = 0; i < parts.size(); i++) {
      LinkFeatures features =
          parts.get(i).scorer() instanceof LearningScorer
              ? scorings.get(i).features(link)
              : featuresOf(scorings.get(i).score(link));
      own.add(Arrays.stream(features.toArray()).asDoubleStream().toArray());
    }
    double[] joined = JoinedNumbers.join(own, LinkFeatures.MAX_SIZE, "features");
    return LinkFeatures.of(Arrays.stream(joined).mapToInt(number -> (int) number).toArray());
  }

  @Override
  public Explanation explain(Link link) {
    var addends = new ArrayList<Explanation>();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      Explanation own = scorings.get(i).explain(link);
      String name = part.weight() + " x " + (part.logOdds() ? "logistic " : "") + part.name();
      addends.add(new Explanation(name, part.weighted(own.value()), List.of(own)));
    }
    return new Explanation("weighted sum", score(link), addends);
  }

  private static LinkFeatures featuresOf(double score) {
    long bits = Double.doubleToRawLongBits(score);
    return LinkFeatures.of((int) (bits >>> 32), (int) bits);
  }

  static double scoreOf(LinkFeatures features) {
    if (features.size() != 2) {
      throw new CrawlException("not the features of a score: " + features.size() + " numbers");
    }
    return Double.longBitsToDouble(
        ((long) features.get(0) << 32) | (features.get(1) & 0xffffffffL));
  }
}
