package io.dowser.crawler.internal.learning;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.internal.recovery.PendingUrls;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.Events;
import io.dowser.crawler.internal.watch.PluginFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Passes visits to a judge and a scorer that learn from them, and scores pending links again once
 * the model has moved. Confined to the engine thread.
 */
public final class Learning implements Resumable {

  private static final int FORMAT = 1;

  /** A rekey costs one rescoring per pending link, so each visit pays for at most this number. */
  private static final int RESCORINGS_PER_VISIT = 100;

  /** From this number of pending links on, they are scored again in slices, not all at once. */
  private static final int LARGE = 100_000;

  private final RelevanceJudge judge;
  private final LinkScorer scorer;
  private final ToDoubleFunction<CrawlUrl> priorities;
  private final PendingUrls frontier;
  private final Events events;
  private final ConsecutiveFailures failures;
  private boolean moved;
  private long nextRekey;

  /**
   * Creates the learning of a crawl.
   *
   * @param priorities the priority that the rules of its host add to the score of a URL
   */
  public Learning(
      RelevanceJudge judge,
      LinkScorer scorer,
      ToDoubleFunction<CrawlUrl> priorities,
      PendingUrls frontier,
      Events events,
      ConsecutiveFailures failures) {
    this.judge = judge;
    this.scorer = scorer;
    this.priorities = priorities;
    this.frontier = frontier;
    this.events = events;
    this.failures = failures;
  }

  /** Passes a visit to the plugins that learn, and returns their failures. */
  public List<PluginFailure> learn(Visit visit, List<ScoredLink> links) {
    var failed = new ArrayList<PluginFailure>(0);
    learn(PluginKind.RELEVANCE_JUDGE, judge, visit, links, failed);
    learn(PluginKind.LINK_SCORER, scorer, visit, links, failed);
    return failed;
  }

  private static void learn(
      PluginKind kind,
      Object plugin,
      Visit visit,
      List<ScoredLink> links,
      List<PluginFailure> failed) {
    try {
      if (plugin instanceof LearningScorer learner) {
        learner.learn(visit, links);
      } else if (plugin instanceof VisitObserver observer) {
        observer.visited(visit);
      }
    } catch (RuntimeException e) {
      failed.add(PluginFailure.of(kind, plugin, e));
    }
  }

  /** Notifies a learning scorer of a candidate that became no page. */
  public void abandoned(Candidate candidate, AbandonReason reason) {
    if (scorer instanceof LearningScorer learner) {
      try {
        learner.abandoned(candidate, reason);
      } catch (RuntimeException e) {
        failures.report(
            candidate.url(), List.of(PluginFailure.of(PluginKind.LINK_SCORER, learner, e)));
      }
    }
  }

  /** Polls, and scores the links that come first again if the model has moved. */
  public Optional<Candidate> poll(HostGate gate) throws InterruptedException {
    if (!moved || !(scorer instanceof LearningScorer learner)) {
      return frontier.poll(gate);
    }
    var rescoring = new Rescoring(learner, priorities);
    Optional<Candidate> polled = frontier.poll(gate, rescoring::score);
    rescoring.report(failures);
    return polled;
  }

  /**
   * Scores pending links again if the model has moved: some, or all once enough visits have passed.
   * A link keeps its score if the scorer fails on it.
   */
  public List<PluginFailure> rekeyIfMoved(long visits) {
    if (!(scorer instanceof LearningScorer learner)) {
      return List.of();
    }
    var rescoring = new Rescoring(learner, priorities);
    moved |= rescoring.modelMoved();
    if (moved && !rekeyNext(rescoring) && visits >= nextRekey) {
      rekey(rescoring, visits);
    }
    return rescoring.failures();
  }

  /** Scores a slice of a large frontier again; returns false if all are to be scored at once. */
  private boolean rekeyNext(Rescoring rescoring) {
    return frontier.size() >= LARGE && frontier.rekeyNext(RESCORINGS_PER_VISIT, rescoring::score);
  }

  private void rekey(Rescoring rescoring, long visits) {
    int pending = frontier.size();
    long start = System.nanoTime();
    frontier.rekey(rescoring::score);
    moved = false;
    nextRekey = visits + 1 + pending / RESCORINGS_PER_VISIT;
    events.publish(new CrawlEvent.Rekeyed(pending, Duration.ofNanos(System.nanoTime() - start)));
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("learning", FORMAT);
    out.writeLong(nextRekey);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section("learning", FORMAT);
    moved = true; // pending links have the scores with which they were found
    nextRekey = in.readLong();
  }

  /** The calls of a learning scorer in one rekey, with its first failure. */
  private static final class Rescoring {

    private final LearningScorer scorer;
    private final ToDoubleFunction<CrawlUrl> priorities;
    private @Nullable PluginFailure first;
    private @Nullable Candidate failedOn;

    Rescoring(LearningScorer scorer, ToDoubleFunction<CrawlUrl> priorities) {
      this.scorer = scorer;
      this.priorities = priorities;
    }

    boolean modelMoved() {
      try {
        return scorer.modelMoved();
      } catch (RuntimeException e) {
        failed(e);
        return false;
      }
    }

    double score(Candidate candidate) {
      try {
        double priority = priorities.applyAsDouble(candidate.url());
        double score = scorer.rescore(withoutPriority(candidate, priority));
        if (Double.isFinite(score)) {
          return score + priority;
        }
        failed(
            new CrawlException("a score must be finite, but was " + score + " for " + candidate));
      } catch (RuntimeException e) {
        failed(e);
      }
      failedOn = failedOn == null ? candidate : failedOn;
      return candidate.score();
    }

    /** Returns a candidate with the score that the scorer gave, to which the priority is added. */
    private static Candidate withoutPriority(Candidate candidate, double priority) {
      return priority == 0 ? candidate : candidate.withScore(candidate.score() - priority);
    }

    void report(ConsecutiveFailures failures) {
      if (failedOn != null) {
        failures.report(failedOn.url(), failures());
      }
    }

    List<PluginFailure> failures() {
      return first == null ? List.of() : List.of(first);
    }

    private void failed(RuntimeException cause) {
      if (first == null) {
        first = PluginFailure.of(PluginKind.LINK_SCORER, scorer, cause);
      }
    }
  }
}
