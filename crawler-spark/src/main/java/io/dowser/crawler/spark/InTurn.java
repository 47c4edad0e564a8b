package io.dowser.crawler.spark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;

/**
 * Judges and scorers that are notified of visits, for the tasks of one executor: these work at
 * once, and a plugin may count on being reported by one thread at a time.
 */
final class InTurn {

  private InTurn() {}

  static RelevanceJudge judge(RelevanceJudge judge) {
    return judge instanceof VisitObserver observer ? new NotifiedJudge(judge, observer) : judge;
  }

  static LinkScorer scorer(LinkScorer scorer) {
    return scorer instanceof VisitObserver observer ? new NotifiedScorer(scorer, observer) : scorer;
  }

  private record NotifiedJudge(RelevanceJudge judge, VisitObserver observer)
      implements RelevanceJudge, VisitObserver {

    @Override
    public double relevance(AnalyzedPage page) {
      return judge.relevance(page);
    }

    @Override
    public double threshold() {
      return judge.threshold();
    }

    @Override
    public void visited(Visit visit) {
      synchronized (observer) {
        observer.visited(visit);
      }
    }
  }

  private record NotifiedScorer(LinkScorer scorer, VisitObserver observer)
      implements LinkScorer, VisitObserver {

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      return scorer.forPage(page);
    }

    @Override
    public void visited(Visit visit) {
      synchronized (observer) {
        observer.visited(visit);
      }
    }
  }
}
