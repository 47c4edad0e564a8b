package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Pending candidates in numbered lanes, which serves the best one of a lane whose host is ready.
 *
 * <p>Within a lane the order is higher key, then higher tie-break, then smaller sequence number.
 * Between lanes a {@link ReadyLanes.Choice} decides at each poll: for a score with a part that all
 * candidates of a class share, for queues that take turns, for a bandit over kinds of links.
 *
 * <p>There is a heap of candidates for each host and lane, a heap of ready hosts for each lane, and
 * a heap of delayed hosts by the time that the {@link HostGate} reported. So one candidate is
 * added, moved or taken in O(log n), whatever its lane and however many hosts are delayed; the
 * choice looks at one candidate of each lane with ready ones; and a host that becomes ready or
 * delayed takes O(log n) for each lane in which it has candidates. One pending URL of 80 characters
 * takes about 140 bytes of heap, and some 200 bytes more for each host and lane that meet.
 *
 * <p>Within a host window of k, a host is not served twice within k consecutive polls: Zou et al.
 * (2009), who ask for k = 100. If every ready host was served within the window, the one that was
 * served longest ago comes next, or in strict mode none: the paper does not treat that case, and on
 * a web of few hosts a strict window soon ends the crawl.
 *
 * <p>Candidates are addressed by their slots, as in {@link CandidateTable}. {@link
 * HostGroupedQueue} is this queue with one lane, addressed by sequence numbers. Not thread-safe.
 */
public final class LaneQueue implements Resumable {

  /** What {@link #slotOf} gives for a candidate that is not pending. */
  public static final int ABSENT = CandidateTable.ABSENT;

  private static final int FORMAT = 3;

  private final HostGrouping grouping;
  private final int window;
  private final boolean strict;
  final CandidateTable table = new CandidateTable();
  private LaneCells cells;
  private ReadyLanes ready;
  private LaneReadyQueue readyQueue;
  private WorstFirst worst;

  /** Creates an empty queue, see {@link HostGroupedQueue#withHostWindow}. */
  LaneQueue(HostGrouping grouping, int window, boolean strict) {
    this.grouping = requireNonNull(grouping, "grouping");
    this.window = Checks.positive("window", window);
    this.strict = strict;
    clear();
  }

  /**
   * {@return an empty queue without host window}
   *
   * @param grouping which URLs belong to one host
   */
  public static LaneQueue of(HostGrouping grouping) {
    return new LaneQueue(grouping, 1, false);
  }

  /**
   * Adds a candidate.
   *
   * @param candidate one that is not pending
   * @param lane where to, 0 or more; small numbers are best, but gaps cost nothing
   * @param key higher goes first within the lane; any number, infinities included
   * @return its slot
   * @throws IllegalArgumentException if it is pending already, the lane is negative or the key is
   *     not a number
   */
  public int add(Candidate candidate, int lane, double key) {
    check(lane, key);
    int slot = table.add(candidate);
    link(slot, cells.host(grouping.groupOf(candidate.url())), lane, key);
    return slot;
  }

  /**
   * {@return the slot of a pending candidate, or {@link #ABSENT}}
   *
   * @param sequence its number
   */
  public int slotOf(long sequence) {
    return table.slotOf(sequence);
  }

  /**
   * {@return a pending candidate as it was added, later changes included}
   *
   * @param slot a slot in use
   * @throws IllegalArgumentException if the slot is not in use
   */
  public Candidate get(int slot) {
    return table.get(slot);
  }

  /**
   * {@return whether a pending candidate is a seed}
   *
   * @param slot a slot in use
   */
  public boolean isSeed(int slot) {
    return table.isSeed(slot);
  }

  /**
   * {@return the lane of a pending candidate}
   *
   * @param slot a slot in use
   */
  public int lane(int slot) {
    return cells.get(table.group(slot)).lane.number;
  }

  /**
   * {@return the key of a pending candidate}
   *
   * @param slot a slot in use
   */
  public double key(int slot) {
    return cells.get(table.group(slot)).pending.key(slot);
  }

  /**
   * Moves a candidate to another lane or another place in its lane.
   *
   * @param slot a slot in use
   * @param lane where to, 0 or more
   * @param key higher goes first within the lane; any number, infinities included
   * @throws IllegalArgumentException if the lane is negative or the key is not a number
   */
  public void move(int slot, int lane, double key) {
    check(lane, key);
    LaneCell from = cells.get(table.group(slot));
    if (from.lane.number == lane) {
      from.pending.rekey(slot, key);
      readyQueue.changed(from);
      worst.put(slot, key);
      return;
    }
    from.pending.remove(slot);
    readyQueue.changed(from);
    link(slot, from.host, lane, key);
  }

  /**
   * Replaces everything about a candidate but its URL and its sequence number, and moves it.
   *
   * @param slot a slot in use
   * @param candidate where score, tie-break, depth, parent, path state and features come from
   * @param lane where to, 0 or more
   * @param key higher goes first within the lane; any number, infinities included
   * @throws IllegalArgumentException if the slot is not in use, the lane is negative or the key is
   *     not a number
   */
  public void replace(int slot, Candidate candidate, int lane, double key) {
    check(lane, key);
    table.replace(slot, candidate);
    move(slot, lane, key);
  }

  /**
   * Changes the score of a candidate, which neither changes its key nor its lane.
   *
   * @param slot a slot in use
   * @param score any number above negative infinity
   */
  public void setScore(int slot, double score) {
    table.setScore(slot, score);
  }

  /**
   * Takes note that a candidate was found nearer to a seed; its place in the queue stays.
   *
   * @param slot a slot in use
   * @param depth ignored unless smaller than the present depth
   */
  public void lowerDepth(int slot, int depth) {
    table.setDepth(slot, Math.min(depth, table.depth(slot)));
  }

  /**
   * Takes out one candidate, whether its host is ready or not.
   *
   * @param slot a slot in use
   * @return the candidate
   * @throws IllegalArgumentException if the slot is not in use
   */
  public Candidate remove(int slot) {
    Candidate candidate = table.get(slot);
    unlink(slot);
    return candidate;
  }

  /**
   * Takes out the first candidate of the lane that is chosen, among those whose host may be visited
   * now.
   *
   * @param gate which hosts are ready; the answers of another one before are forgotten
   * @param choice chooses the lane, and is asked again for each host that turns out to be delayed;
   *     its last answer names the lane of the candidate that comes out
   * @return the candidate, or empty if nothing may be served now or no lane was chosen
   * @throws IndexOutOfBoundsException if the choice names an index that is not there
   */
  public Optional<Candidate> poll(HostGate gate, ReadyLanes.Choice choice) {
    return poll(gate, choice, Optional::of);
  }

  /** Polls, but takes of the candidates that come first the one that a check returns. */
  Optional<Candidate> poll(
      HostGate gate, ReadyLanes.Choice choice, Function<Candidate, Optional<Candidate>> check) {
    long now = gate.now();
    readyQueue.wake(gate, now);
    for (int index = readyQueue.choose(choice); index >= 0; index = readyQueue.choose(choice)) {
      LaneCell cell = ready.first(index);
      Candidate first = table.get(cell.pending.peek());
      long readyAt = gate.readyAt(first.url());
      if (readyAt - now > 0) {
        readyQueue.delay(cell.host, readyAt, now);
        continue;
      }
      Optional<Candidate> best = check.apply(first);
      if (best.isPresent()) {
        int slot = table.slotOf(best.get().sequence());
        readyQueue.polled(cells.get(table.group(slot)).host);
        unlink(slot);
        return best;
      }
    }
    return Optional.empty();
  }

  /**
   * Reports that a host may be ready sooner than the gate announced, because a visit to it has
   * ended.
   *
   * @param url any URL of the host
   */
  public void recheck(CrawlUrl url) {
    LaneHost host = cells.findHost(grouping.groupOf(url));
    if (host != null) {
      readyQueue.recheck(host);
    }
  }

  /** Returns the slot of the best candidate of each host in each lane, in any order. */
  IntStream firstOfHosts() {
    return cells
        .all()
        .filter(cell -> !cell.pending.isEmpty())
        .mapToInt(cell -> cell.pending.peek());
  }

  /** {@return the slots in use, in ascending order; the queue must not change meanwhile} */
  public IntStream slots() {
    return IntStream.iterate(
        table.nextSlot(0), slot -> slot >= 0, slot -> table.nextSlot(slot + 1));
  }

  /**
   * {@return the largest lane in which something is pending, ready or not; or {@link
   * ReadyLanes#NONE}}
   */
  public int largestLane() {
    return cells.largestLane();
  }

  /** Finds what {@link HostGroupedQueue#removeWorst} takes; returns its slot, or ABSENT. */
  int last() {
    return worst.first(this);
  }

  /** Assigns a new key to every candidate, in O(n); the function must not throw. */
  void rekeyAll(IntToDoubleFunction newKey) {
    cells.rekeyAll(newKey);
    worst.forget();
  }

  /** {@return the number of pending candidates, 0 or more} */
  public int size() {
    return table.size();
  }

  /** Takes everything out and forgets which hosts were served. */
  public void clear() {
    table.clear();
    cells = new LaneCells(table::goesBefore);
    ready = new ReadyLanes(table);
    readyQueue = new LaneReadyQueue(cells, ready, window, strict);
    worst = new WorstFirst(table);
  }

  /**
   * Writes the candidates, their lanes and keys, and the last polls. What the gate reported is not
   * written: it is asked again.
   */
  @Override
  public void save(StateWriter out) throws IOException {
    out.section("queue", FORMAT);
    readyQueue.save(out);
    SavedPlaces.save(this, out);
    table.save(out);
  }

  /**
   * Replaces everything by what was saved; then the same choices are served the same candidates, if
   * window and mode are the same. If it fails, the queue is empty.
   */
  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    try {
      read(in);
    } catch (IOException | RuntimeException e) {
      clear();
      throw e;
    }
  }

  private void read(StateReader in) throws IOException {
    in.section("queue", FORMAT);
    readyQueue.restore(in);
    var places = new SavedPlaces(in);
    table.restore(
        in,
        (slot, url) -> {
          LaneCell cell = cells.cell(cells.host(grouping.groupOf(url)), places.lane(slot));
          table.setGroup(slot, cell.number);
          cell.pending.append(slot);
        });
    places.requireCount(table.size());
    cells.rekeyAll(slot -> places.key(slot, table.score(slot)));
    readyQueue.arrangeAll();
  }

  private void link(int slot, LaneHost host, int lane, double key) {
    LaneCell cell = cells.cell(host, lane);
    table.setGroup(slot, cell.number);
    cell.pending.push(slot, key);
    if (cell.pending.peek() == slot) {
      readyQueue.changed(cell);
    }
    worst.put(slot, key);
  }

  private void unlink(int slot) {
    LaneCell cell = cells.get(table.group(slot));
    cell.pending.remove(slot);
    worst.remove(slot);
    table.remove(slot);
    readyQueue.changed(cell);
    readyQueue.forgetIfIdle(cell.host);
  }

  private static void check(int lane, double key) {
    Checks.notNegative("lane", lane);
    IndexedHeap.checkKey(key);
  }
}
