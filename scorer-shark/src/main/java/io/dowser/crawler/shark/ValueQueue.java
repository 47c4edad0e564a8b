package io.dowser.crawler.shark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.toolkit.queue.LaneQueue;
import java.io.IOException;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Pending URLs, in the order of formula (5) at any time, in one queue or in a prior and a normal
 * one that take turns.
 */
final class ValueQueue implements Resumable {

  /** What {@link #slotOf} gives for a URL that is not pending. */
  static final int ABSENT = LaneQueue.ABSENT;

  private final LaneQueue queue;
  private final LinkLedger ledger;
  private final ValueChoice choice;

  ValueQueue(LinkLedger ledger, SharkFrontier.Builder rule) {
    this.queue = LaneQueue.of(rule.hostGrouping);
    this.ledger = ledger;
    this.choice = new ValueChoice(queue, ledger, rule);
  }

  int size() {
    return queue.size();
  }

  int slotOf(long sequence) {
    return queue.slotOf(sequence);
  }

  boolean isNormal(int slot) {
    return ValueChoice.isNormal(queue.lane(slot));
  }

  int priorTurns() {
    return choice.priorTurns();
  }

  void setPriorTurns(int turns) {
    choice.setPriorTurns(turns);
  }

  Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> best = queue.poll(gate, choice);
    if (best.isPresent()) {
      choice.taken();
    }
    return best;
  }

  /** Adds a URL, or replaces all that is known of it. */
  void put(Candidate candidate, boolean normal, double potential) {
    int url = LinkLedger.number(candidate.sequence());
    int lane = ValueChoice.lane(ledger.count(url), normal);
    int slot = queue.slotOf(url);
    if (slot == ABSENT) {
      queue.add(candidate, lane, potential);
    } else {
      queue.replace(slot, candidate, lane, potential);
    }
  }

  /** Takes note of a URL that was found again: the better potential stays, and the lesser depth. */
  void raise(int slot, Candidate candidate, boolean toPrior) {
    if (!queue.isSeed(slot)) {
      boolean normal = isNormal(slot) && !toPrior;
      int lane = ValueChoice.lane(ValueChoice.inLinks(queue.lane(slot)), normal);
      Candidate known = queue.get(slot);
      if (isBetter(candidate, known)) {
        queue.replace(slot, candidate, lane, candidate.score());
        queue.lowerDepth(slot, known.depth());
      } else if (lane != queue.lane(slot)) {
        queue.move(slot, lane, queue.key(slot));
      }
    }
    queue.lowerDepth(slot, candidate.depth());
  }

  private static boolean isBetter(Candidate candidate, Candidate known) {
    int byScore = Double.compare(candidate.score(), known.score());
    return byScore != 0 ? byScore > 0 : candidate.tieBreak() > known.tieBreak();
  }

  /** Takes note that a URL has one more in-link, if it waits here. */
  void cite(int url) {
    int slot = queue.slotOf(url);
    if (slot != ABSENT) {
      queue.move(slot, ValueChoice.lane(ledger.count(url), isNormal(slot)), queue.key(slot));
    }
  }

  Candidate remove(int slot) {
    return queue.remove(slot);
  }

  void recheck(CrawlUrl url) {
    queue.recheck(url);
  }

  /** Returns the slots of all URLs but seeds. */
  int[] slots() {
    return queue.slots().filter(slot -> !queue.isSeed(slot)).toArray();
  }

  /** Asks for the new potentials of some URLs. */
  double[] newPotentials(int[] slots, ToDoubleFunction<Candidate> score) {
    return IntStream.of(slots).mapToDouble(slot -> newPotential(queue.get(slot), score)).toArray();
  }

  private static double newPotential(Candidate candidate, ToDoubleFunction<Candidate> score) {
    return Checks.finiteScore(candidate.url(), score.applyAsDouble(candidate));
  }

  /** Sets the potential of a URL, and moves it to the prior queue if that is said. */
  void rekey(int slot, double potential, boolean toPrior) {
    int lane = queue.lane(slot);
    boolean normal = ValueChoice.isNormal(lane) && !toPrior;
    queue.setScore(slot, potential);
    queue.move(slot, ValueChoice.lane(ValueChoice.inLinks(lane), normal), potential);
  }

  int url(int slot) {
    return LinkLedger.number(queue.get(slot).sequence());
  }

  Explanation explain(String name, int slot) {
    return choice.explain(name, queue.key(slot), ValueChoice.inLinks(queue.lane(slot)));
  }

  void clear() {
    queue.clear();
    choice.setPriorTurns(0);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeInt(choice.priorTurns());
    queue.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    choice.setPriorTurns(in.readCount("turns"));
    queue.restore(in);
    StateReader.require(
        queue.slots().allMatch(this::isInLaneOfInLinks),
        "a pending URL must be in the lane of its in-links");
  }

  private boolean isInLaneOfInLinks(int slot) {
    long url = queue.get(slot).sequence();
    return url < Integer.MAX_VALUE
        && ValueChoice.inLinks(queue.lane(slot)) == ledger.count((int) url);
  }
}
