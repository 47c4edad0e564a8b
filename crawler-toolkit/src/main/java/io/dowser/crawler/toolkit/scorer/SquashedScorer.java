package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** See {@link LinkScorers#squashed}. */
class SquashedScorer implements LinkScorer, VisitObserver, Resumable {

  private final LinkScorer logOdds;

  SquashedScorer(LinkScorer logOdds) {
    this.logOdds = logOdds;
  }

  static double logistic(double x) {
    return 1 / (1 + Math.exp(-x)); // exp may overflow to infinity, which gives 0 as it should
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new SquashedScoring(logOdds.forPage(page));
  }

  @Override
  public void visited(Visit visit) {
    if (logOdds instanceof VisitObserver observer) {
      observer.visited(visit);
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    if (logOdds instanceof Resumable state) {
      state.save(out);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    if (logOdds instanceof Resumable state) {
      state.restore(in);
    }
  }

  private record SquashedScoring(PageScoring logOdds) implements PageScoring {

    @Override
    public double score(Link link) {
      return logistic(logOdds.score(link));
    }

    @Override
    public double tieBreak(Link link) {
      return logOdds.score(link);
    }

    @Override
    public PathState pathState() {
      return logOdds.pathState();
    }

    @Override
    public LinkFeatures features(Link link) {
      return logOdds.features(link);
    }

    @Override
    public Explanation explain(Link link) {
      Explanation own = logOdds.explain(link);
      return new Explanation("logistic", logistic(own.value()), List.of(own));
    }
  }
}
