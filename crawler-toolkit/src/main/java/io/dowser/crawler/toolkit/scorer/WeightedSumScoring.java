package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import java.util.ArrayList;
import java.util.List;

/** The weighted sum for one page. */
class WeightedSumScoring implements PageScoring {

  final List<WeightedPart> parts;
  final PageScoring[] scorings;
  private final double[] weights;

  WeightedSumScoring(List<WeightedPart> parts, PageScoring[] scorings) {
    this.parts = parts;
    this.scorings = scorings;
    this.weights = new double[scorings.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = parts.get(i).weight();
    }
  }

  @Override
  public double score(Link link) {
    double sum = 0;
    for (int i = 0; i < scorings.length; i++) {
      sum += weights[i] * scorings[i].score(link);
    }
    return sum;
  }

  @Override
  public double tieBreak(Link link) {
    double sum = 0;
    for (int i = 0; i < scorings.length; i++) {
      sum += weights[i] * scorings[i].tieBreak(link);
    }
    return sum;
  }

  @Override
  public PathState pathState() {
    var pathStates = new PathState[scorings.length];
    for (int i = 0; i < pathStates.length; i++) {
      pathStates[i] = scorings[i].pathState();
    }
    return JoinedPathState.join(pathStates);
  }

  @Override
  public Explanation explain(Link link) {
    List<Explanation> addends = new ArrayList<>();
    for (int i = 0; i < scorings.length; i++) {
      Explanation own = scorings[i].explain(link);
      String name = weights[i] + " x " + parts.get(i).name();
      addends.add(new Explanation(name, weights[i] * own.value(), List.of(own)));
    }
    return new Explanation("weighted sum", score(link), addends);
  }
}
