package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Visit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the cost models share: the queue, the parked links, the link graph, and the walk that takes
 * links out of the queue (Liu 2023, steps 2 to 9 of the algorithm).
 */
final class Sampler implements Resumable {

  /** Where a link went. */
  enum Fate {
    QUEUED,
    PARKED,
    DISCARDED
  }

  private final SamplerRules rules;
  private final Walk walk;
  private final RegionQueue queue;
  private final ParkedLinks parked;
  private final @Nullable RankedLinks ranks;
  private final ResumableRandom random;
  private final RegionDraw draw;
  private Consumer<Candidate> onDropped = dropped -> {};
  private long expansions;
  private long promoted;
  private long released;
  private long dropped;

  Sampler(SamplerRules rules, ResumableRandom random) {
    this.rules = rules;
    this.walk = new Walk(rules.walk());
    this.queue = new RegionQueue(rules.grouping());
    this.parked = new ParkedLinks(rules.grouping());
    this.ranks = rules.usesRanks() ? new RankedLinks(rules.a(), rules.rankLimit()) : null;
    this.random = random;
    this.draw = new RegionDraw(queue, rules.roulette(), random);
  }

  /** Sets who is told of a parked link that is given up. */
  void onDropped(Consumer<Candidate> listener) {
    onDropped = listener;
  }

  boolean contains(long sequence) {
    return queue.contains(sequence) || parked.contains(sequence);
  }

  /** Queues or parks a link under its score, or merges it with the one that waits. */
  Fate offer(Candidate candidate) {
    long sequence = candidate.sequence();
    if (queue.contains(sequence)) {
      queue.merge(candidate);
      return Fate.QUEUED;
    }
    if (isAdmitted(candidate)) {
      queue.add(unparked(candidate));
      return Fate.QUEUED;
    }
    return park(candidate);
  }

  /** Merges a link with the parked one, if there is one, and takes that out. */
  private Candidate unparked(Candidate candidate) {
    if (!parked.contains(candidate.sequence())) {
      return candidate;
    }
    parked.offer(candidate);
    return parked.take(candidate.sequence()).orElse(candidate);
  }

  /** Puts back a link that was taken. */
  void putBack(Candidate candidate) {
    queue.add(candidate);
  }

  private boolean isAdmitted(Candidate candidate) {
    return candidate.isSeed()
        || Energy.of(candidate.score()) >= rules.leastRelevance()
        || (ranks != null && ranks.passes(candidate.sequence()));
  }

  private Fate park(Candidate candidate) {
    if (rules.parkedCapacity() == 0) {
      return Fate.DISCARDED;
    }
    parked.offer(candidate);
    if (parked.size() > rules.parkedCapacity()) {
      dropped++;
      onDropped.accept(parked.takeOldest());
    }
    return Fate.PARKED;
  }

  /** Takes the links of a page into the graph, and queues parked links that pass by that. */
  void visited(Visit visit) {
    if (ranks != null) {
      ranks.visited(visit, this::promote);
    }
  }

  private void promote(long sequence) {
    Optional<Candidate> link = parked.take(sequence);
    if (link.isPresent()) {
      queue.add(link.get());
      promoted++;
    }
  }

  void recheck(Visit visit) {
    recheck(visit.candidate());
    queue.recheck(visit.url()); // another host after a redirect
    parked.recheck(visit.url());
  }

  void recheck(Candidate candidate) {
    queue.recheck(candidate.url());
    parked.recheck(candidate.url());
  }

  /**
   * Takes the next link out of the queue: the first accepted one, or after too many refusals the
   * best.
   *
   * @return empty if nothing is queued, no region is ready, or the step limit was passed
   */
  Optional<Candidate> next(HostGate gate) {
    if (size() == 0) {
      return Optional.empty();
    }
    if (queue.size() == 0 && !release(gate)) {
      return Optional.empty();
    }
    int walker = (int) (expansions % rules.walk().walkers());
    if (!walk.isStarted(walker)) {
      walk.moveTo(walker, Energy.of(queue.bestScore()));
    }
    queue.wake(gate);
    int slot = choose(walker, gate);
    return slot < 0 ? Optional.empty() : Optional.of(take(slot));
  }

  /** Queues the best parked link whose host is ready. */
  private boolean release(HostGate gate) {
    Optional<Candidate> best = parked.takeBest(gate);
    best.ifPresent(queue::add);
    released += best.isPresent() ? 1 : 0;
    return best.isPresent();
  }

  private int choose(int walker, HostGate gate) {
    for (int refusals = 0; refusals < rules.refusals(); refusals++) {
      Region winner = queue.agenda().winner(gate);
      if (winner == null) {
        return -1;
      }
      int place = draw.from(winner);
      double energy = Energy.of(winner.score(place));
      if (walk.propose(walker, energy, random.nextDouble())) {
        return winner.slot(place);
      }
    }
    Region best = queue.agenda().best(gate);
    if (best == null) {
      return -1;
    }
    walk.force(walker, Energy.of(best.score(0)));
    return best.slot(0);
  }

  private Candidate take(int slot) {
    expansions++;
    walk.testFlatness();
    return queue.take(slot);
  }

  /** Counts the links that {@link #next} will give: none any more once the step limit is passed. */
  int size() {
    if (walk.steps() > rules.stepLimit()) {
      return 0;
    }
    return queue.size() + (rules.releasesParked() ? parked.size() : 0);
  }

  /** Gives every link but the seeds a new score, and queues parked ones that now suffice. */
  void rescore(ToDoubleFunction<Candidate> score) {
    queue.rescore(score);
    parked.rescore(score);
    Optional<Candidate> best = parked.takeBest(HostGate.OPEN);
    while (best.isPresent() && isAdmitted(best.get())) {
      queue.add(best.get());
      best = parked.takeBest(HostGate.OPEN);
    }
    best.ifPresent(parked::putBack);
  }

  Walk walk() {
    return walk;
  }

  RegionQueue queue() {
    return queue;
  }

  WalkStatistics statistics(PageCounts pages) {
    return new WalkStatistics(
        walk.steps(),
        walk.accepted(),
        walk.forced(),
        walk.stage(),
        walk.lnF,
        walk.bands(),
        pages.fetched,
        pages.seeds,
        pages.kept,
        pages.relevantKept,
        queue.size(),
        parked.size(),
        promoted,
        released,
        dropped);
  }

  void clear() {
    queue.clear();
    parked.clear();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    walk.save(out);
    queue.save(out);
    parked.save(out);
    out.writeBoolean(ranks != null);
    if (ranks != null) {
      ranks.save(out);
    }
    random.save(out);
    out.writeLong(expansions);
    out.writeLong(promoted);
    out.writeLong(released);
    out.writeLong(dropped);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    walk.restore(in);
    queue.restore(in);
    parked.restore(in);
    if (in.readBoolean() != (ranks != null)) {
      throw new IOException(
          "the walk was saved " + (ranks == null ? "with" : "without") + " ranks");
    }
    if (ranks != null) {
      ranks.restore(in);
    }
    random.restore(in);
    expansions = Saved.readCount(in, "number of links taken");
    promoted = Saved.readCount(in, "number of promoted links");
    released = Saved.readCount(in, "number of released links");
    dropped = Saved.readCount(in, "number of dropped links");
  }
}
