package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.internal.engine.Outcome.Trouble;
import io.dowser.crawler.internal.recovery.PendingUrls;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes events to the listeners, and visits to a learning judge and scorer. */
final class Observers {

  private static final Logger LOG = LoggerFactory.getLogger("io.dowser.crawler.Crawler");

  /** A rekey costs one rescoring per pending link, so each visit pays for at most this number. */
  private static final int RESCORINGS_PER_VISIT = 100;

  /** From this number of pending links on, they are scored again in slices, not all at once. */
  private static final int LARGE = 100_000;

  private final List<CrawlListener> listeners = new ArrayList<>();
  private final CrawlPlan plan;
  private boolean moved;
  private long nextRekey;

  /** Creates observers that notify a logger, some listeners, and those of the plan. */
  Observers(CrawlPlan plan, List<CrawlListener> first) {
    this.plan = plan;
    listeners.add(Observers::log);
    listeners.addAll(first);
    listeners.addAll(plan.listeners());
  }

  void publish(CrawlEvent event) {
    for (CrawlListener listener : listeners) {
      listener.on(event);
    }
  }

  /** Logs events other than pages and redirects. */
  private static void log(CrawlEvent event) {
    if (event instanceof CrawlEvent.Started started) {
      LOG.info("crawl started with {} seeds", started.seeds());
    } else if (event instanceof CrawlEvent.PluginFailed failed) {
      LOG.warn("{} {} failed on {}", failed.kind(), failed.plugin(), failed.url(), failed.cause());
    } else if (event instanceof CrawlEvent.FetchFailed failed) {
      var failure = failed.failure();
      LOG.debug("{}: {} {}", failure.url(), failure.reason(), failure.detail());
    } else if (event instanceof CrawlEvent.HostSlowed slowed) {
      LOG.debug("{}: {} for {}", slowed.host(), slowed.cause(), slowed.granted());
    } else if (event instanceof CrawlEvent.Dropped dropped) {
      LOG.debug("{}: {} {}", dropped.url(), dropped.reason(), dropped.detail());
    } else if (event instanceof CrawlEvent.Steered steered) {
      LOG.info("crawl steered: {}", steered.command());
    } else if (event instanceof CrawlEvent.Idle idle) {
      LOG.info("crawl is idle, and waits {}", idle.keepAlive());
    } else if (event instanceof CrawlEvent.Finished finished) {
      LOG.info("crawl ended: {}, {}", finished.reason(), finished.statistics());
    }
  }

  /** Passes a visit to the plugins that learn, and returns their failures. */
  List<Trouble> learn(Visit visit, List<ScoredLink> links) {
    var troubles = new ArrayList<Trouble>(0);
    learn(PluginKind.RELEVANCE_JUDGE, plan.judge(), visit, links, troubles);
    learn(PluginKind.LINK_SCORER, plan.scorer(), visit, links, troubles);
    return troubles;
  }

  private static void learn(
      PluginKind kind, Object plugin, Visit visit, List<ScoredLink> links, List<Trouble> troubles) {
    try {
      if (plugin instanceof LearningScorer learner) {
        learner.learn(visit, links);
      } else if (plugin instanceof VisitObserver observer) {
        observer.visited(visit);
      }
    } catch (RuntimeException e) {
      troubles.add(Trouble.of(kind, plugin, e));
    }
  }

  /** Reports to a learning scorer that a candidate became no page, and returns its failure. */
  List<Trouble> abandoned(Candidate candidate, AbandonReason reason) {
    if (plan.scorer() instanceof LearningScorer learner) {
      try {
        learner.abandoned(candidate, reason);
      } catch (RuntimeException e) {
        return List.of(Trouble.of(PluginKind.LINK_SCORER, learner, e));
      }
    }
    return List.of();
  }

  /** Polls, and scores the links that come first again if the model has moved. */
  Optional<Candidate> poll(PendingUrls frontier, HostGate gate, ConsecutiveFailures failures)
      throws InterruptedException {
    if (!moved || !(plan.scorer() instanceof LearningScorer scorer)) {
      return frontier.poll(gate);
    }
    var rescoring = new Rescoring(scorer, plan);
    Optional<Candidate> polled = frontier.poll(gate, rescoring::score);
    rescoring.report(failures);
    return polled;
  }

  /**
   * Scores pending links again if the model has moved: some, or all once enough visits have passed.
   * A link keeps its score if the scorer fails on it.
   */
  List<Trouble> rekeyIfMoved(PendingUrls frontier, long visits) {
    if (!(plan.scorer() instanceof LearningScorer scorer)) {
      return List.of();
    }
    var rescoring = new Rescoring(scorer, plan);
    moved |= rescoring.modelMoved();
    if (moved && !rekeyNext(frontier, rescoring) && visits >= nextRekey) {
      rekey(frontier, rescoring, visits);
    }
    return rescoring.troubles();
  }

  /** Scores a slice of a large frontier again; returns false if all are to be scored at once. */
  private static boolean rekeyNext(PendingUrls frontier, Rescoring rescoring) {
    return frontier.size() >= LARGE && frontier.rekeyNext(RESCORINGS_PER_VISIT, rescoring::score);
  }

  private void rekey(PendingUrls frontier, Rescoring rescoring, long visits) {
    int pending = frontier.size();
    long start = System.nanoTime();
    frontier.rekey(rescoring::score);
    moved = false;
    nextRekey = visits + 1 + pending / RESCORINGS_PER_VISIT;
    publish(new CrawlEvent.Rekeyed(pending, Duration.ofNanos(System.nanoTime() - start)));
  }

  void save(StateWriter out) throws IOException {
    out.writeLong(nextRekey);
  }

  void restore(StateReader in) throws IOException {
    moved = true; // pending links have the scores with which they were found
    nextRekey = in.readLong();
  }

  /** The calls of a learning scorer in one rekey, with its first failure. */
  private static final class Rescoring {

    private final LearningScorer scorer;
    private final CrawlPlan plan;
    private @Nullable Trouble first;
    private @Nullable Candidate failedOn;

    Rescoring(LearningScorer scorer, CrawlPlan plan) {
      this.scorer = scorer;
      this.plan = plan;
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
        double priority = plan.priority(candidate.url());
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
        failures.report(failedOn.url(), troubles());
      }
    }

    List<Trouble> troubles() {
      return first == null ? List.of() : List.of(first);
    }

    private void failed(RuntimeException cause) {
      if (first == null) {
        first = Trouble.of(PluginKind.LINK_SCORER, scorer, cause);
      }
    }
  }
}
