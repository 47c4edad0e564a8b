package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.graph.IncrementalPageRank;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Profile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The pending links: the queue, the suspended links, and the ranks for which some of these are
 * queued later (Liu, Chen and Zhao 2023).
 */
final class PendingLinks implements Resumable {

  private final double leastRelevance;
  private final int suspendedCapacity;
  private final boolean releasesSuspended;
  final RegionQueue queue;
  final DelayedLinks suspended;
  private final double rankLimit;
  private final @Nullable IncrementalPageRank ranks; // for which links of less relevance may count
  private Consumer<Candidate> onDropped = dropped -> {};

  /** Reads the setting that decides the defaults of others. */
  static Profile profile(Settings settings) {
    return settings.choice(
        "profile",
        Profile.RECOMMENDED,
        "defaults of costModel, ranks, releaseSuspended and suspendedCapacity: paper is the paper's text, paper-strict its algorithm as printed");
  }

  PendingLinks(Settings settings, HostGrouping grouping) {
    Profile profile = profile(settings);
    boolean strict = profile == Profile.PAPER_STRICT;
    this.leastRelevance =
        settings.number("leastRelevance", 0.2, 0, 1, "lowest score of queued links; 0 queues all");
    this.suspendedCapacity =
        settings.integer(
            "suspendedCapacity",
            strict ? 0 : 100_000,
            0,
            Integer.MAX_VALUE,
            "maximum number of suspended links; 0 in paper-strict");
    this.releasesSuspended =
        settings.flag(
            "releaseSuspended",
            profile == Profile.RECOMMENDED,
            "queue suspended links, best first, when nothing else is pending; false in the profiles of the paper");
    this.rankLimit =
        settings.number(
            "rankLimit",
            2,
            0,
            1_000_000,
            "minimum PageRank of links that ranks queues; the average is 1");
    this.ranks =
        settings.flag(
                "ranks",
                !strict,
                "queue links of less relevance for their PageRank; false in paper-strict")
            ? new IncrementalPageRank()
            : null;
    this.queue = new RegionQueue(grouping);
    this.suspended = new DelayedLinks(grouping);
  }

  /** Returns the number of links that can still be polled. */
  int size() {
    return queue.size() + (releasesSuspended ? suspended.size() : 0);
  }

  /** Estimates the memory that the link graph takes. */
  long graphBytes() {
    return ranks == null ? 0 : ranks.bytes();
  }

  /** Sets the listener for suspended links that are given up. */
  void onDropped(Consumer<Candidate> listener) {
    onDropped = listener;
  }

  boolean contains(long sequence) {
    return queue.contains(sequence) || suspended.contains(sequence);
  }

  /**
   * Queues or suspends a link under its score, or merges it with the pending one; false if it was
   * discarded.
   */
  boolean offer(Candidate candidate) {
    if (queue.contains(candidate.sequence())) {
      queue.offer(candidate);
    } else if (isAdmitted(candidate)) {
      queue.add(released(candidate));
    } else {
      return suspend(candidate);
    }
    return true;
  }

  /** Puts back a link that was pending, so it is not discarded. */
  void putBack(Candidate candidate) {
    if (suspendedCapacity == 0) {
      queue.offer(candidate);
    } else {
      offer(candidate);
    }
  }

  /** Removes the link that comes last, of those that can still be polled. */
  Optional<Candidate> removeWorst() {
    return releasesSuspended ? suspended.removeWorst().or(queue::removeWorst) : queue.removeWorst();
  }

  /** Merges a link with the suspended one, if there is one, and removes that. */
  private Candidate released(Candidate candidate) {
    if (!suspended.contains(candidate.sequence())) {
      return candidate;
    }
    suspended.offer(candidate);
    return suspended.take(candidate.sequence()).orElse(candidate);
  }

  private boolean isAdmitted(Candidate candidate) {
    return candidate.isSeed()
        || Energy.of(candidate.score()) >= leastRelevance
        || (ranks != null && ranks.rank(candidate.sequence()) >= rankLimit);
  }

  private boolean suspend(Candidate candidate) {
    if (suspendedCapacity > 0) {
      suspended.offer(candidate);
    }
    if (suspended.size() > suspendedCapacity) {
      onDropped.accept(suspended.takeOldest());
    }
    return suspendedCapacity > 0;
  }

  /**
   * Adds the links of a page to the graph, and queues suspended links whose rank passes the limit
   * by this.
   */
  void visited(Visit visit) {
    IncrementalPageRank graph = ranks;
    if (graph == null) {
      return;
    }
    graph.setOutLinks(visit.candidate().sequence(), visit.outLinks().stream().toArray());
    graph.drainChanged(
        sequence -> {
          if (graph.rank(sequence) >= rankLimit) {
            suspended.take(sequence).ifPresent(queue::add);
          }
        });
  }

  void recheck(CrawlUrl url) {
    queue.recheck(url);
    suspended.recheck(url);
  }

  /** Queues the best suspended link whose host is ready; false if there is none. */
  boolean release(HostGate gate) {
    Optional<Candidate> best = releasesSuspended ? suspended.takeBest(gate) : Optional.empty();
    best.ifPresent(queue::add);
    return best.isPresent();
  }

  /**
   * Sets a new score for every link except the seeds, and queues suspended ones that are now good
   * enough.
   */
  void rescore(ToDoubleFunction<Candidate> score) {
    queue.rescore(score);
    suspended.rescore(score);
    Optional<Candidate> best = suspended.takeBest(HostGate.OPEN);
    while (best.isPresent() && isAdmitted(best.get())) {
      queue.add(best.get());
      best = suspended.takeBest(HostGate.OPEN);
    }
    best.ifPresent(suspended::putBack);
  }

  void clear() {
    queue.clear();
    suspended.clear();
  }

  /** Writes the link graph, from which the ranks are computed. */
  @Override
  public void save(StateWriter out) throws IOException {
    out.writeBoolean(ranks != null);
    if (ranks != null) {
      ranks.save(out);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    if (in.readBoolean() != (ranks != null)) {
      throw new IOException(
          "the walk was saved " + (ranks == null ? "with" : "without") + " ranks");
    }
    if (ranks != null) {
      ranks.restore(in);
    }
  }

  /** Writes the links themselves, for a walk over pages that were visited. */
  void saveLinks(StateWriter out) throws IOException {
    save(queue.candidates(), out);
    save(suspended.candidates(), out);
  }

  private static void save(List<Candidate> links, StateWriter out) throws IOException {
    out.writeInt(links.size());
    for (Candidate link : links) {
      out.writeCandidate(link);
    }
  }

  void restoreLinks(StateReader in) throws IOException {
    restore(in, queue::add);
    restore(in, suspended::offer);
  }

  private void restore(StateReader in, Consumer<Candidate> to) throws IOException {
    for (int left = in.readCount("links"); left > 0; left--) {
      Candidate link = in.readCandidate();
      StateReader.require(!contains(link.sequence()), "no link may be there twice");
      to.accept(link);
    }
  }
}
