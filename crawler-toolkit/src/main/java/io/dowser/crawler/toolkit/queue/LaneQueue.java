package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * Pending candidates in numbered lanes, which serves the best one of a lane whose host is ready.
 *
 * <p>Within a lane the order is that of {@link HostGroupedQueue}: higher key, then higher
 * tie-break, then smaller sequence number. Between lanes a {@link LaneChoice} decides at each poll.
 * That fits orders that change for all candidates at once while those of one lane keep theirs: a
 * score with a part that all candidates of a class share, queues that take turns, a bandit over
 * kinds of links.
 *
 * <p>There is a heap of candidates for each host and lane, a heap of ready hosts for each lane, and
 * a heap of delayed hosts by the time that the {@link HostGate} reported. So one candidate is
 * added, moved or taken in O(log n), whatever its lane and however many hosts are delayed; the
 * choice looks at as many candidates as there are lanes with ready ones; and a host that begins or
 * ends a rest takes O(log n) for each lane in which it has candidates. One pending URL of 80
 * characters takes about 135 bytes of heap, and some 200 bytes more for each host and lane that
 * meet.
 *
 * <p>Candidates are addressed by their slots, as in {@link CandidateTable}. Not thread-safe .
 */
public final class LaneQueue implements Resumable {

  /** What {@link #slotOf} gives for a candidate that does not wait. */
  public static final int ABSENT = CandidateTable.ABSENT;

  private static final int FORMAT = 2;

  private final HostGrouping grouping;
  private final CandidateTable table = new CandidateTable();
  private LaneCells cells;
  private ReadyLanes ready;
  private LaneReadyQueue readyQueue;

  private LaneQueue(HostGrouping grouping) {
    this.grouping = requireNonNull(grouping, "grouping");
    this.cells = new LaneCells(table::goesBefore);
    this.ready = new ReadyLanes(table);
    this.readyQueue = new LaneReadyQueue(cells, ready);
  }

  /**
   * Creates an empty queue.
   *
   * @param grouping which URLs belong to one host
   * @return the queue
   */
  public static LaneQueue of(HostGrouping grouping) {
    return new LaneQueue(grouping);
  }

  /**
   * Adds a candidate.
   *
   * @param candidate one that does not wait
   * @param lane where to, 0 or more; small numbers are best, but gaps cost nothing
   * @param key higher goes first within the lane; any number, infinities included
   * @return its slot
   * @throws IllegalArgumentException if it waits already, the lane is negative or the key is not a
   *     number
   */
  public int add(Candidate candidate, int lane, double key) {
    check(lane, key);
    int slot = table.add(candidate);
    link(slot, cells.host(grouping.groupOf(candidate.url())), lane, key);
    return slot;
  }

  /**
   * Finds a pending candidate.
   *
   * @param sequence its number
   * @return its slot, or {@link #ABSENT}
   */
  public int slotOf(long sequence) {
    return table.slotOf(sequence);
  }

  /**
   * Shows a pending candidate.
   *
   * @param slot a slot in use
   * @return the candidate as it was added, later changes included
   * @throws IllegalArgumentException if the slot is not in use
   */
  public Candidate get(int slot) {
    return table.get(slot);
  }

  /**
   * {@return the score of a pending candidate without putting it together again; the score, which
   * need not be the key}
   *
   * @param slot a slot in use
   */
  public double score(int slot) {
    return table.score(slot);
  }

  /**
   * {@return the tie-break of a pending candidate; the second key}
   *
   * @param slot a slot in use
   */
  public double tieBreak(int slot) {
    return table.tieBreak(slot);
  }

  /**
   * {@return the depth of a pending candidate; links between the URL and its nearest known seed}
   *
   * @param slot a slot in use
   */
  public int depth(int slot) {
    return table.depth(slot);
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
   * @param gate which hosts are ready; always the same one, or the answers of the former one is
   *     forgotten
   * @param choice chooses the lane, and is asked again for each host that turns out to be delayed;
   *     its last answer names the lane of the candidate that comes out
   * @return the candidate, or empty if nothing may be served now or no lane was chosen
   * @throws IndexOutOfBoundsException if the choice names an index that is not there
   */
  public Optional<Candidate> poll(HostGate gate, LaneChoice choice) {
    long now = gate.now();
    readyQueue.wake(gate, now);
    for (int index = choice.choose(ready); index >= 0; index = choice.choose(ready)) {
      LaneCell cell = ready.first(index);
      int slot = cell.pending.peek();
      Candidate best = table.get(slot);
      long readyAt = gate.readyAt(best.url());
      if (readyAt - now <= 0) {
        unlink(slot);
        return Optional.of(best);
      }
      readyQueue.rest(cell.host, readyAt, now);
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

  /**
   * Finds the next slot in use, for a walk over all candidates.
   *
   * @param from 0 to start with, later the last slot plus 1
   * @return the smallest slot in use that is at least {@code from}, or {@link #ABSENT}
   */
  public int nextSlot(int from) {
    return table.nextSlot(from);
  }

  /**
   * Finds the largest lane in which something waits, ready or not.
   *
   * @return its number, or {@link LaneChoice#NONE} if nothing waits
   */
  public int largestLane() {
    return cells.largestLane();
  }

  /** {@return the number of pending candidates, 0 or more} */
  public int size() {
    return table.size();
  }

  /** Takes everything out. */
  public void clear() {
    table.clear();
    cells = new LaneCells(table::goesBefore);
    ready = new ReadyLanes(table);
    readyQueue = new LaneReadyQueue(cells, ready);
  }

  /**
   * Writes the candidates, their lanes and keys. What the gate reported is not written: it is asked
   * again.
   */
  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(FORMAT);
    table.save(out);
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      out.writeInt(lane(slot));
      out.writeDouble(key(slot));
    }
  }

  /**
   * Replaces everything by what was saved; then the same choices are served the same candidates. If
   * it fails, the queue is empty.
   */
  @Override
  public void restore(DataInput in) throws IOException {
    clear();
    try {
      read(in);
    } catch (IOException | RuntimeException e) {
      clear();
      throw e;
    }
  }

  private void read(DataInput in) throws IOException {
    int format = in.readInt();
    if (format != FORMAT) {
      throw new IOException("format of a saved queue must be " + FORMAT + ", but was " + format);
    }
    table.restore(in);
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      int lane = CandidateFormat.size(in.readInt(), Integer.MAX_VALUE, "lane of a candidate");
      double key = in.readDouble();
      if (Double.isNaN(key)) {
        throw new IOException("key of a saved candidate must be a number, but was " + key);
      }
      link(slot, cells.host(grouping.groupOf(table.url(slot))), lane, key);
    }
  }

  private void link(int slot, LaneHost host, int lane, double key) {
    LaneCell cell = cells.cell(host, lane);
    table.setGroup(slot, cell.number);
    cell.pending.push(slot, key);
    if (cell.pending.peek() == slot) {
      readyQueue.changed(cell);
    }
  }

  private void unlink(int slot) {
    LaneCell cell = cells.get(table.group(slot));
    cell.pending.remove(slot);
    table.remove(slot);
    readyQueue.changed(cell);
    readyQueue.forgetIfIdle(cell.host);
  }

  private static void check(int lane, double key) {
    if (lane < 0) {
      throw new IllegalArgumentException("lane must be 0 or more, but was " + lane);
    }
    if (Double.isNaN(key)) {
      throw new IllegalArgumentException("key must be a number, but was " + key);
    }
  }
}
