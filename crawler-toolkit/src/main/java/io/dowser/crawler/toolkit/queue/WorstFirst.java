package io.dowser.crawler.toolkit.queue;

import org.jspecify.annotations.Nullable;

/** The pending candidates in reverse order; takes no memory until it is first asked. */
final class WorstFirst {

  private final CandidateTable table;
  private @Nullable IndexedHeap slots;

  WorstFirst(CandidateTable table) {
    this.table = table;
  }

  /** Takes note of the key of a slot, new or not. */
  void put(int slot, double key) {
    if (slots != null) {
      slots.remove(slot);
      slots.push(slot, -key);
    }
  }

  void remove(int slot) {
    if (slots != null) {
      slots.remove(slot);
    }
  }

  /** Takes note that all keys have changed. */
  void forget() {
    slots = null;
  }

  /** Returns the slot that comes last in the queue, or {@link CandidateTable#ABSENT}. */
  int first(LaneQueue queue) {
    if (slots == null) {
      slots = new IndexedHeap((a, b) -> table.goesBefore(b, a));
      for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
        slots.append(slot);
      }
      slots.rekeyAll(slot -> -queue.key(slot));
    }
    return slots.isEmpty() ? CandidateTable.ABSENT : slots.peek();
  }
}
