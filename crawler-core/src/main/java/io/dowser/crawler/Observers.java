package io.dowser.crawler;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Those who are told what happens: judge and scorer if they learn, and the listeners. */
final class Observers {

  /** A rekey costs one rescoring per waiting link, so visits pay for at most so many each. */
  private static final int RESCORINGS_PER_VISIT = 100;

  private final List<CrawlListener> listeners;
  private final List<VisitObserver> learners;
  private final @Nullable LearningScorer scorer;
  private boolean moved;
  private long nextRekey;

  Observers(CrawlPlan plan) {
    this.listeners = Stream.concat(Stream.of(new EventLogger()), plan.listeners().stream()).toList();
    this.learners =
        Stream.of(plan.judge(), plan.scorer())
            .filter(VisitObserver.class::isInstance)
            .map(VisitObserver.class::cast)
            .toList();
    this.scorer = plan.scorer() instanceof LearningScorer learning ? learning : null;
  }

  void tell(CrawlEvent event) {
    for (CrawlListener listener : listeners) {
      listener.on(event);
    }
  }

  void visited(Visit visit) {
    for (VisitObserver learner : learners) {
      learner.visited(visit);
    }
  }

  /** Has the waiting links scored again if the model has moved and enough visits have passed. */
  void rekeyIfMoved(Frontier frontier, long visits) {
    if (scorer == null) {
      return;
    }
    moved |= scorer.modelMoved();
    if (moved && visits >= nextRekey) {
      int waiting = frontier.size();
      long start = System.nanoTime();
      frontier.rekey(scorer::rescore);
      moved = false;
      nextRekey = visits + 1 + waiting / RESCORINGS_PER_VISIT;
      tell(new CrawlEvent.Rekeyed(waiting, Duration.ofNanos(System.nanoTime() - start)));
    }
  }
}
