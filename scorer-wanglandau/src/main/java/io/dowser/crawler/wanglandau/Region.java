package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.toolkit.queue.IndexedHeap;
import java.util.Arrays;

/**
 * The pending links of one host: a heap of slots by score, best first, with the sum of the
 * energies.
 *
 * <p>The heap lies in an array, so a link at a random place can be looked at, and the best link
 * bounds all weights. Four children a node. Its order is part of what is saved, because draws name
 * places.
 */
final class Region {

  /** Most links of one region, so that the sum of their energies stays a long. */
  static final int MAX_LINKS = 1 << 22;

  private static final int BITS = 2;
  private static final int CHILDREN = 1 << BITS;

  final String name;
  final int number;
  CrawlUrl address;
  boolean delayed;
  long readyAt;
  long checked = -1;

  private final SlotColumn places;
  private final IndexedHeap.Ties ties;
  private int[] slots = new int[4];
  private double[] scores = new double[4];
  private int size;
  private long sum;

  Region(String name, int number, CrawlUrl address, SlotColumn places, IndexedHeap.Ties ties) {
    this.name = name;
    this.number = number;
    this.address = address;
    this.places = places;
    this.ties = ties;
  }

  int size() {
    return size;
  }

  /** The mean energy; the same for the same links, in whatever order they came. */
  double mean() {
    return Energy.fromUnits((double) sum / size);
  }

  int slot(int place) {
    return slots[place];
  }

  double score(int place) {
    return scores[place];
  }

  void add(int slot, double score) {
    append(slot, score);
    siftUp(size - 1, slot, score);
  }

  /** Adds a link as the last one, where it was when it was saved; false if it does not belong. */
  boolean restore(int slot, double score) {
    append(slot, score);
    put(size - 1, slot, score);
    int parent = (size - 2) >> BITS;
    return size == 1 || !before(score, slot, scores[parent], slots[parent]);
  }

  void rescore(int slot, double score) {
    int place = places.get(slot);
    sum += Energy.units(score) - Energy.units(scores[place]);
    settle(place, slot, score);
  }

  void remove(int slot) {
    int place = places.get(slot);
    sum -= Energy.units(scores[place]);
    size--;
    if (place != size) {
      settle(place, slots[size], scores[size]);
    }
    if (size < slots.length >> 2 && slots.length > 16) {
      resize(slots.length >> 1);
    }
  }

  private void append(int slot, double score) {
    if (size == MAX_LINKS) {
      throw new IllegalStateException("region " + name + " is full: it has " + size + " links");
    }
    if (size == slots.length) {
      resize(size + Math.max(4, size >> 2));
    }
    sum += Energy.units(score);
    size++;
    slots[size - 1] = slot;
    scores[size - 1] = score;
  }

  private void settle(int place, int slot, double score) {
    int parent = (place - 1) >> BITS;
    if (place > 0 && before(score, slot, scores[parent], slots[parent])) {
      siftUp(place, slot, score);
    } else {
      siftDown(place, slot, score);
    }
  }

  private void siftUp(int from, int slot, double score) {
    int place = from;
    while (place > 0) {
      int parent = (place - 1) >> BITS;
      if (!before(score, slot, scores[parent], slots[parent])) {
        break;
      }
      put(place, slots[parent], scores[parent]);
      place = parent;
    }
    put(place, slot, score);
  }

  private void siftDown(int from, int slot, double score) {
    int place = from;
    for (int child = (place << BITS) + 1; child < size; child = (place << BITS) + 1) {
      int best = bestOf(child, Math.min(child + CHILDREN, size));
      if (!before(scores[best], slots[best], score, slot)) {
        break;
      }
      put(place, slots[best], scores[best]);
      place = best;
    }
    put(place, slot, score);
  }

  private int bestOf(int from, int to) {
    int best = from;
    for (int i = from + 1; i < to; i++) {
      if (before(scores[i], slots[i], scores[best], slots[best])) {
        best = i;
      }
    }
    return best;
  }

  private boolean before(double scoreA, int a, double scoreB, int b) {
    return scoreA != scoreB ? scoreA > scoreB : ties.goesBefore(a, b);
  }

  private void put(int place, int slot, double score) {
    slots[place] = slot;
    scores[place] = score;
    places.set(slot, place);
  }

  private void resize(int capacity) {
    slots = Arrays.copyOf(slots, capacity);
    scores = Arrays.copyOf(scores, capacity);
  }
}
