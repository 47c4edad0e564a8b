package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Those who are told what happens: judge and scorer if they learn, and the listeners. */
public final class Observers {

  /** A rekey costs one rescoring per waiting link, so visits pay for at most so many each. */
  private static final int RESCORINGS_PER_VISIT = 100;

  private final List<CrawlListener> listeners;
  private final List<Learner> learners;
  private final @Nullable LearningScorer scorer;
  private boolean moved;
  private long nextRekey;

  Observers(CrawlPlan plan, CrawlListener metrics) {
    this.listeners =
        Stream.concat(Stream.of(new EventLogger(), metrics), plan.listeners().stream()).toList();
    this.learners = new ArrayList<>();
    addIfLearning(PluginKind.RELEVANCE_JUDGE, plan.judge());
    addIfLearning(PluginKind.LINK_SCORER, plan.scorer());
    this.scorer = plan.scorer() instanceof LearningScorer learning ? learning : null;
  }

  private void addIfLearning(PluginKind kind, Object plugin) {
    if (plugin instanceof VisitObserver observer) {
      learners.add(new Learner(kind, observer));
    }
  }

  public void tell(CrawlEvent event) {
    for (CrawlListener listener : listeners) {
      listener.on(event);
    }
  }

  /**
   * Tells those who learn.
   *
   * @return the troubles that they had with it
   */
  List<Outcome.Trouble> visited(Visit visit) {
    if (learners.isEmpty()) {
      return List.of();
    }
    var troubles = new ArrayList<Outcome.Trouble>(0);
    for (Learner learner : learners) {
      try {
        learner.observer.visited(visit);
      } catch (RuntimeException e) {
        troubles.add(PageProcessor.trouble(learner.kind, learner.observer, e));
      }
    }
    return troubles;
  }

  /**
   * Has the waiting links scored again if the model has moved and enough visits have passed. A link
   * whose new score is not to be had keeps its old one.
   *
   * @return the troubles that the scorer had with it, one at most
   */
  List<Outcome.Trouble> rekeyIfMoved(Frontier frontier, long visits) {
    if (scorer == null) {
      return List.of();
    }
    var rescoring = new Rescoring(scorer);
    moved |= rescoring.modelMoved();
    if (moved && visits >= nextRekey) {
      int pending = frontier.size();
      long start = System.nanoTime();
      frontier.rekey(rescoring);
      moved = false;
      nextRekey = visits + 1 + pending / RESCORINGS_PER_VISIT;
      tell(new CrawlEvent.Rekeyed(pending, Duration.ofNanos(System.nanoTime() - start)));
    }
    return rescoring.troubles();
  }

  void save(DataOutput out) throws IOException {
    out.writeBoolean(moved);
    out.writeLong(nextRekey);
  }

  void restore(DataInput in) throws IOException {
    moved = in.readBoolean();
    nextRekey = in.readLong();
  }

  private record Learner(PluginKind kind, VisitObserver observer) {}
}
