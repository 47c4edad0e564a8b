package io.dowser.crawler.internal.frontier;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.frontier.BestFirstFrontier;
import io.dowser.crawler.frontier.BreadthFirstFrontier;
import io.dowser.crawler.internal.store.SpilledCandidates;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A frontier of which only the best candidates are in memory; the others are in a file and come
 * back, best first, when few are left.
 *
 * <p>Nothing in the file goes before anything in memory, so candidates come in the order of the
 * unbounded frontier. Where every host in memory must be delayed, the best of a host that is ready
 * comes straight from the file; for that, the best in the file of up to 20,000 hosts is in memory
 * as well. While more hosts than these are delayed at a time, the file may be gone through after
 * each visit. A host window of the frontier counts for what is in memory alone.
 *
 * <p>Not thread-safe.
 */
public final class BoundedFrontier implements Frontier, Resumable, AutoCloseable {

  private static final int SHARES = 8;
  private static final int MOST_RESCORED = 16; // in one poll

  /** Hosts that may be delayed at a time without being looked for again and again. */
  private static final int HOSTS = 10_000;

  private final QueueFrontier frontier;
  private final int capacity;
  private final Path directory;
  private final SpilledCandidates spilled;
  private final SpilledHosts hosts;

  private BoundedFrontier(QueueFrontier frontier, int capacity, int room, Path directory) {
    this.frontier = frontier;
    this.capacity = capacity;
    this.directory = directory;
    this.spilled = new SpilledCandidates(directory, frontier.hostGrouping());
    this.hosts = new SpilledHosts(spilled, frontier.hostGrouping(), this::keyOf, room);
  }

  /**
   * Bounds a frontier.
   *
   * @param frontier an empty {@link BestFirstFrontier} or {@link BreadthFirstFrontier}
   * @param capacity how many candidates are in memory at most, 1 or more; not counted are up to
   *     20,000 that are in the file as well
   * @param directory where the file of the others is made
   */
  public static BoundedFrontier of(Frontier frontier, int capacity, Path directory) {
    return of(frontier, capacity, HOSTS, directory);
  }

  /** Bounds a frontier and the number of hosts that are remembered. */
  static BoundedFrontier of(Frontier frontier, int capacity, int hosts, Path directory) {
    Checks.positive("capacity", capacity);
    requireKnownOrder(frontier);
    return new BoundedFrontier((QueueFrontier) frontier, capacity, hosts, directory);
  }

  /** Throws if a frontier cannot be bounded, because its order is not known here. */
  public static void requireKnownOrder(Frontier frontier) {
    if (!canBound(frontier)) {
      throw new CrawlException(
          "frontierCapacity works with the frontiers best-first and breadth-first, but this one is "
              + requireNonNull(frontier, "frontier").getClass().getName());
    }
  }

  /** Returns whether a frontier can be bounded, because its order is known here. */
  public static boolean canBound(Frontier frontier) {
    return frontier instanceof BestFirstFrontier || frontier instanceof BreadthFirstFrontier;
  }

  /** {@return the bound; how many candidates are in memory at most} */
  public int capacity() {
    return capacity;
  }

  /** {@return whether candidates are in the file now; false if all of them are in memory} */
  public boolean hasSpilled() {
    return spilled.size() > 0;
  }

  private double keyOf(Candidate candidate) {
    boolean byAge = frontier instanceof BreadthFirstFrontier && !candidate.isSeed();
    return byAge ? -candidate.sequence() : candidate.score();
  }

  @Override
  public void seed(Candidate seed) {
    if (spilled.contains(seed.sequence())) {
      merge(seed);
    } else if (belongsInMemory(seed, true)) {
      frontier.seed(seed);
    } else {
      hosts.add(seed);
    }
    trim();
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    if (frontier.size() < capacity / SHARES + 1) {
      load(capacity / 2 + 1);
    }
    Optional<Candidate> best = frontier.poll(gate);
    if (best.isEmpty() && spilled.size() > 0) {
      best = hosts.poll(gate);
      best.ifPresent(frontier::begin);
    }
    return best;
  }

  /**
   * Scores what comes first again; what has become worse than the best in the file goes there. If
   * nothing is in the file, the frontier does it.
   */
  @Override
  public Optional<Candidate> poll(HostGate gate, ToDoubleFunction<Candidate> score) {
    if (!hasSpilled()) {
      return frontier.poll(gate, score);
    }
    Optional<Candidate> best = poll(gate);
    for (int i = 0; i < MOST_RESCORED && isLink(best); i++) {
      Candidate fresh = best.get().withScore(score.applyAsDouble(best.get()));
      if (fresh.score() >= best.get().score() || i == MOST_RESCORED - 1) {
        return Optional.of(fresh);
      }
      frontier.finish(fresh);
      add(fresh);
      best = poll(gate);
    }
    return best;
  }

  private boolean isLink(Optional<Candidate> candidate) {
    return frontier instanceof BestFirstFrontier
        && candidate.isPresent()
        && !candidate.get().isSeed();
  }

  private void add(Candidate candidate) {
    if (spilled.isBeforeAll(candidate, keyOf(candidate))) {
      frontier.offer(candidate);
    } else {
      hosts.add(candidate);
    }
  }

  private void load(int most) {
    if (spilled.size() > 0) {
      hosts.forget();
      spilled.takeBest(most, frontier::offer);
    }
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    if (!hasSpilled()) {
      frontier.expand(visit, links);
      trim();
      return;
    }
    List<ScoredLink> inMemory = new ArrayList<>(links.size());
    for (ScoredLink link : links) {
      if (spilled.contains(link.candidate().sequence())) {
        merge(link.candidate());
      } else if (belongsInMemory(link.candidate(), link.pending())) {
        inMemory.add(link);
      } else {
        hosts.add(link.candidate());
      }
    }
    hosts.recheck(visit.candidate().url());
    hosts.recheck(visit.url());
    frontier.expand(visit, inMemory);
    trim();
  }

  /** What was known before may be in memory or in flight, and then the frontier sees to it. */
  private boolean belongsInMemory(Candidate candidate, boolean mayBeKnown) {
    return (mayBeKnown && frontier.holds(candidate.sequence()))
        || spilled.isBeforeAll(candidate, keyOf(candidate));
  }

  /** Does to a candidate in the file what the queue does to one in memory. */
  private void merge(Candidate offered) {
    Candidate held = spilled.find(offered.sequence()).orElseThrow();
    boolean raise = frontier instanceof BestFirstFrontier && isBetter(offered, held);
    if (!raise && offered.depth() >= held.depth()) {
      return;
    }
    Candidate better = raise ? offered : held;
    hosts.remove(held);
    var merged =
        new Candidate(
            better.url(),
            better.sequence(),
            Math.min(offered.depth(), held.depth()),
            better.score(),
            better.tieBreak(),
            better.parent(),
            better.pathState(),
            better.features());
    add(merged);
  }

  private static boolean isBetter(Candidate offered, Candidate held) {
    int byScore = Double.compare(offered.score(), held.score());
    return byScore != 0 ? byScore > 0 : offered.tieBreak() > held.tieBreak();
  }

  private void trim() {
    if (frontier.size() > capacity) {
      spillTo(capacity - capacity / SHARES);
    }
  }

  private void spillTo(int left) {
    while (frontier.size() > left) {
      Candidate worst = frontier.removeWorst().orElseThrow();
      hosts.add(worst);
    }
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    hosts.recheck(candidate.url());
    if (reason == AbandonReason.STOPPED && !spilled.isBeforeAll(candidate, keyOf(candidate))) {
      frontier.finish(candidate);
      hosts.add(candidate);
      return;
    }
    frontier.abandon(candidate, reason);
    trim();
  }

  /** Scores all anew, those in the file first; only then is anything changed. */
  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    if (frontier instanceof BreadthFirstFrontier) {
      return;
    }
    if (!hasSpilled()) {
      frontier.rekey(score);
      return;
    }
    try (SpilledCandidates fresh = new SpilledCandidates(directory, frontier.hostGrouping())) {
      spilled.forEach(each -> addScored(fresh, each, score));
      frontier.rekey(score);
      hosts.forget();
      spilled.clear();
      spillTo(0);
      fresh.forEach(each -> spilled.add(each, keyOf(each)));
    }
    load(capacity / 2 + 1);
  }

  private void addScored(
      SpilledCandidates fresh, Candidate candidate, ToDoubleFunction<Candidate> score) {
    Candidate scored =
        candidate.isSeed()
            ? candidate
            : candidate.withScore(
                Checks.finiteScore(candidate.url(), score.applyAsDouble(candidate)));
    fresh.add(scored, keyOf(scored));
  }

  @Override
  public int size() {
    return frontier.size() + spilled.size();
  }

  /** Those that are spilled are worse. */
  @Override
  public List<Candidate> next(int most) {
    return frontier.next(most);
  }

  /** Counts the hosts whose best candidate in the file is in memory as well. */
  int rememberedHosts() {
    return hosts.size();
  }

  /** Counts the candidates in memory. */
  int sizeInMemory() {
    return frontier.size();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    frontier.save(out);
    spilled.save(out);
  }

  /** Replaces the state by what was saved; if that fails, nothing is pending any more. */
  @Override
  public void restore(StateReader in) throws IOException {
    spilled.clear();
    hosts.forget();
    frontier.restore(in);
    try {
      spilled.restore(in);
    } catch (IOException | CrawlException e) {
      frontier.clear();
      throw e;
    }
  }

  /** Returns the file that {@link #save} has made, or {@link #restore} has read, if any. */
  public Optional<Path> copy() {
    return spilled.copy();
  }

  @Override
  public void close() {
    spilled.close();
  }
}
