package io.dowser.crawler.spark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.util.List;

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
    if (scorer instanceof LearningScorer learner) {
      return new NotifiedLearner(learner);
    }
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

  /** A scorer that learns; links that are pending keep their scores. */
  private record NotifiedLearner(LearningScorer learner) implements LearningScorer {

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      return learner.forPage(page);
    }

    @Override
    public void learn(Visit visit, List<ScoredLink> links) {
      synchronized (learner) {
        learner.learn(visit, links);
      }
    }

    @Override
    public void abandoned(Candidate candidate, AbandonReason reason) {
      synchronized (learner) {
        learner.abandoned(candidate, reason);
      }
    }

    @Override
    public boolean modelMoved() {
      return false;
    }

    @Override
    public double rescore(Candidate candidate) {
      return candidate.score();
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
