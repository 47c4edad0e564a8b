package io.dowser.crawler.toolkit.queue;

/**
 * A queue of the slots of one host in exact order, which touches little memory.
 *
 * <p>The next few slots are a sorted run. All others wait in runs without order, each of which goes
 * wholly before the one below it: a slot that comes in is appended to the run that it belongs to,
 * and only the run whose turn has come is halved until it is short, and sorted. So a slot is moved
 * a few times between its arrival and its turn, always beside its neighbours, where a heap moves
 * others along a path of distant places at each arrival and each departure. An entry takes 16
 * bytes, and half as much idle room on average.
 *
 * <p>An arrival or a departure takes O(log n) on average over many, for the search among the runs;
 * besides, each halving moves the list of runs, which for n slots is n / 300 long, so that an
 * arrival moves n / 40,000 entries of it. To take out a slot from the middle, one run of at most
 * {@value #MOST} slots is searched.
 *
 * <p>Source: the idea of pivots that divide what need not be sorted yet is that of the quickheap of
 * G. Navarro and R. Paredes, <i>On sorting, heaps, and minimum spanning trees</i>, Algorithmica 57
 * (2010); here runs are arrays of their own, so that an arrival moves nothing else.
 */
class SlotQueue {

  private static final int MOST = 512;
  private static final int MOST_SORTED = 32;

  private final SlotOrder order;
  private SlotRun front = new SlotRun(4); // sorted, the next one last; empty only if all is
  private final SlotRuns runs = new SlotRuns();

  SlotQueue(SlotOrder order) {
    this.order = order;
  }

  boolean isEmpty() {
    return front.size() == 0;
  }

  /** Returns the first slot; there must be one. */
  int peek() {
    return front.slot(front.size() - 1);
  }

  /** Returns the key of the first slot; there must be one. */
  double peekKey() {
    return SlotOrder.key(front.rank(front.size() - 1));
  }

  /** Adds a slot that is not there. */
  void push(int slot, double key) {
    long rank = SlotOrder.rank(key);
    if (isOfFront(rank, slot)) {
      front.insert(order.indexFor(front, rank, slot), rank, slot);
      if (front.size() > MOST_SORTED) {
        spill();
      }
      return;
    }
    int number = runs.find(rank, slot, order);
    SlotRun run = runs.get(number);
    run.add(rank, slot);
    if (run.size() > MOST) {
      runs.insert(number + 1, order.takeBetterHalf(run));
    }
  }

  /** Takes out the first slot; there must be one. */
  void pop() {
    front.delete(front.size() - 1);
    refill();
  }

  /** Takes out a slot that is there, with the key and the order that it came with. */
  void remove(int slot, double key) {
    long rank = SlotOrder.rank(key);
    if (isOfFront(rank, slot)) {
      front.delete(front.indexOf(slot));
      refill();
      return;
    }
    int number = runs.find(rank, slot, order);
    SlotRun run = runs.get(number);
    run.swap(run.indexOf(slot), run.size() - 1);
    run.delete(run.size() - 1);
    if (run.size() < MOST / 8) {
      join(number);
    }
  }

  /** Adds a slot without order; {@link #arrange} must follow before anything is asked. */
  void append(int slot, double key) {
    front.add(SlotOrder.rank(key), slot);
  }

  /** Puts what was appended to a queue of nothing else where it belongs. */
  void arrange() {
    runs.clear();
    if (!isEmpty()) {
      runs.addLast(front);
      front = SlotRun.EMPTY;
      halve();
      order.tidyUp();
      refill();
    }
  }

  /** Puts every slot where its key belongs now. */
  void reorder(PendingKeys keys) {
    SlotRun all = front;
    for (int i = 0; i < runs.count(); i++) {
      all.addAll(runs.get(i), 0, runs.get(i).size());
    }
    for (int i = 0; i < all.size(); i++) {
      all.set(i, SlotOrder.rank(keys.get(all.slot(i))), all.slot(i));
    }
    arrange();
  }

  /** Reads what the next {@link #pop} and {@link #push} will need. */
  int touch() {
    return front.touch() + runs.touch();
  }

  private boolean isOfFront(long rank, int slot) {
    return runs.isEmpty() || !order.goesBehind(rank, slot, front);
  }

  /** Empties the worse half of the front into the run below it. */
  private void spill() {
    int half = MOST_SORTED / 2;
    if (runs.isEmpty() || runs.last().size() > MOST / 4) {
      var fresh = new SlotRun(half);
      order.bound(fresh, front.rank(0), front.slot(0));
      runs.addLast(fresh);
    }
    runs.last().addAll(front, 0, half);
    var rest = new SlotRun(front.size());
    rest.addAll(front, half, front.size());
    order.bound(rest, rest.rank(0), rest.slot(0));
    front = rest;
  }

  /** Halves runs until none is too long. */
  private void halve() {
    for (int i = 0; i < runs.count(); ) {
      SlotRun run = runs.get(i);
      if (run.size() > MOST) {
        runs.insert(i + 1, order.takeBetterHalf(run));
      } else {
        i++;
      }
    }
  }

  private void refill() {
    if (front.size() > 0 || runs.isEmpty()) {
      return;
    }
    SlotRun next = runs.removeLast();
    while (next.size() > MOST_SORTED) {
      runs.addLast(next);
      next = order.takeBetterHalf(next);
    }
    order.sort(next);
    front = next;
  }

  /** Empties a small run into the one below, if that is not large; so runs do not crumble. */
  private void join(int number) {
    SlotRun run = runs.get(number);
    if (run.size() == 0) {
      runs.remove(number);
    } else if (number > 0 && runs.get(number - 1).size() + run.size() <= MOST / 2) {
      runs.get(number - 1).addAll(run, 0, run.size());
      runs.remove(number);
    }
  }
}
