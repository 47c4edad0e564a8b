package io.dowser.crawler.internal.frontier;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.store.SpilledCandidates;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A frontier with a bounded number of candidates in memory; the others are in a file. Not
 * thread-safe.
 */
public abstract sealed class BoundedFrontier implements Frontier, Resumable, AutoCloseable
    permits SpillingQueue, RefilledFrontier {

  /** Hosts that may be delayed at a time without being looked for again and again. */
  static final int HOSTS = 10_000;

  final int capacity;
  final SpilledCandidates spilled;
  final SpilledHosts hosts;
  private final Path directory;
  private final HostGrouping grouping;

  BoundedFrontier(int capacity, int room, HostGrouping grouping, Path directory) {
    this.capacity = Checks.positive("capacity", capacity);
    this.grouping = grouping;
    this.directory = directory;
    this.spilled = new SpilledCandidates(directory, grouping);
    this.hosts = new SpilledHosts(spilled, grouping, this::keyOf, room);
  }

  /**
   * Bounds a frontier: a {@link QueueFrontier} moves its worst candidates to the file; any other
   * one gets those that did not fit once there is room.
   *
   * @param frontier an empty frontier that is {@link Resumable} and can be refilled
   * @param capacity how many candidates are in memory at most, 1 or more; not counted are up to
   *     20,000 that are in the file as well, and, of a frontier that is no queue, seeds
   * @param grouping which URLs belong to one host
   * @param directory where the file of the others is made
   */
  public static BoundedFrontier of(
      Frontier frontier, int capacity, HostGrouping grouping, Path directory) {
    return of(frontier, capacity, HOSTS, grouping, directory);
  }

  /** Bounds a frontier and the number of hosts that are remembered. */
  static BoundedFrontier of(
      Frontier frontier, int capacity, int hosts, HostGrouping grouping, Path directory) {
    requireBoundable(frontier);
    return frontier instanceof QueueFrontier queue
        ? new SpillingQueue(queue, capacity, hosts, directory)
        : new RefilledFrontier(frontier, capacity, hosts, grouping, directory);
  }

  /** Throws if a frontier cannot be bounded. */
  public static void requireBoundable(Frontier frontier) {
    if (!canBound(frontier)) {
      throw new CrawlException(
          "frontierCapacity works with frontiers that are Resumable and can be refilled, not with "
              + requireNonNull(frontier, "frontier").getClass().getName());
    }
  }

  /** Returns whether a frontier can be bounded and saved. */
  public static boolean canBound(Frontier frontier) {
    return frontier instanceof QueueFrontier
        || (frontier instanceof Resumable && frontier.canBeRefilled());
  }

  /** {@return the bound; how many candidates are in memory at most} */
  public final int capacity() {
    return capacity;
  }

  /** {@return whether candidates are in the file now; false if all of them are in memory} */
  public final boolean hasSpilled() {
    return spilled.size() > 0;
  }

  /** Returns the place of a candidate in the order of the file; larger goes first. */
  abstract double keyOf(Candidate candidate);

  abstract Frontier inMemory();

  /** Returns the one of two candidates of a URL that stays, at the smaller depth of both. */
  static Candidate better(Candidate held, Candidate offered, boolean raise) {
    Candidate better = raise ? offered : held;
    return new Candidate(
        better.url(),
        better.sequence(),
        Math.min(offered.depth(), held.depth()),
        better.score(),
        better.tieBreak(),
        better.parent(),
        better.pathState(),
        better.features());
  }

  @Override
  public final int size() {
    return inMemory().size() + spilled.size();
  }

  /** Those in the file are left out, because they come later. */
  @Override
  public final List<Candidate> next(int most) {
    return inMemory().next(most);
  }

  @Override
  public final long tableBytes() {
    return inMemory().tableBytes();
  }

  /** Scores all anew, those in the file first; only then is anything changed. */
  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    if (!hasSpilled()) {
      inMemory().rekey(score);
      return;
    }
    try (SpilledCandidates fresh = scored(score)) {
      inMemory().rekey(score);
      hosts.forget();
      spilled.replaceBy(fresh);
    }
  }

  /** Returns copies of those in the file with new scores, for the caller to close. */
  private SpilledCandidates scored(ToDoubleFunction<Candidate> score) {
    var fresh = new SpilledCandidates(directory, grouping);
    try {
      spilled.forEach(each -> addScored(fresh, each, score));
      return fresh;
    } catch (RuntimeException e) {
      fresh.close();
      throw e;
    }
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
  public final void save(StateWriter out) throws IOException {
    spilled.save(out);
    ((Resumable) inMemory()).save(out);
  }

  /** Replaces the state by what was saved; if that fails, nothing is in the file any more. */
  @Override
  public final void restore(StateReader in) throws IOException {
    hosts.forget();
    spilled.restore(in);
    try {
      ((Resumable) inMemory()).restore(in);
    } catch (IOException | RuntimeException e) {
      spilled.clear();
      throw e;
    }
  }

  /** Counts the hosts whose best candidate in the file is in memory as well. */
  final int rememberedHosts() {
    return hosts.size();
  }

  /** Counts the candidates in memory. */
  final int sizeInMemory() {
    return inMemory().size();
  }

  /** Returns the file that {@link #save} has made, or {@link #restore} has read, if any. */
  public final Optional<Path> copy() {
    return spilled.copy();
  }

  @Override
  public final void close() {
    spilled.close();
  }
}
