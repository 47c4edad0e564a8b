package io.dowser.crawler.queue;

/**
 * Finds the slot of a sequence number: open addressing with linear probing over slots alone, the
 * numbers themselves stay in the rows. At most two thirds full.
 *
 * <p>An entry is slot + 1 and, in the bits that this leaves, how far it is from its home and a tag
 * of its number. So nearly all entries of other numbers are told apart, and moved, without a look
 * at their rows, each of which is a trip to memory.
 */
final class SequenceIndex {

  private static final int EMPTY = 0;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int MOST_BITS = 29;
  private static final int GROUP_BITS = 2;

  private final LongRows rows;
  private final int word;
  private int bits = 4;
  private int mask = (1 << bits) - 1;
  private int[] entries = new int[1 << bits];
  private int size;
  private long highest = -1; // a number above it is new: that needs no trip to memory

  SequenceIndex(LongRows rows, int word) {
    this.rows = rows;
    this.word = word;
  }

  /** Gives the slot of a number, or -1. */
  int find(long sequence) {
    if (sequence > highest) {
      return -1;
    }
    int place = placeOf(sequence);
    return place < 0 ? -1 : slot(entries[place]);
  }

  /** Adds a slot whose number is in its row and not in the index. */
  void add(int slot) {
    if (size >= entries.length / 3 * 2) {
      grow();
    }
    insert(slot);
    highest = Math.max(highest, rows.get(slot, word));
    size++;
  }

  /** Takes out what is at a place that was found since the last change. */
  void removeAt(int place) {
    closeGap(place);
    size--;
  }

  /** Finds where a number is, -1 if it is not in the index. */
  int placeOf(long sequence) {
    int place = home(sequence);
    int tag = tag(sequence);
    for (int distance = 0; entries[place] != EMPTY; distance++) {
      if (entries[place] >>> bits == mark(distance, tag)
          && rows.get(slot(entries[place]), word) == sequence) {
        return place;
      }
      place = (place + 1) & mask;
    }
    return -1;
  }

  /** Reads what {@link #placeOf} would read first. */
  int touch(long sequence) {
    return entries[home(sequence)];
  }

  /** Moves later entries of the run back, so that no mark of deletion is needed. */
  private void closeGap(int from) {
    int gap = from;
    for (int i = (gap + 1) & mask; entries[i] != EMPTY; i = (i + 1) & mask) {
      int way = (i - gap) & mask;
      int distance = fullDistance(i);
      if (distance >= way) {
        entries[gap] = entry(slot(entries[i]), distance - way, entries[i] >>> (32 - tagBits()));
        gap = i;
      }
    }
    entries[gap] = EMPTY;
  }

  private void insert(int slot) {
    long sequence = rows.get(slot, word);
    int place = home(sequence);
    int distance = 0;
    while (entries[place] != EMPTY) {
      place = (place + 1) & mask;
      distance++;
    }
    entries[place] = entry(slot, distance, tag(sequence));
  }

  private void grow() {
    if (bits == MOST_BITS) {
      throw new IllegalStateException("the table is full: it holds " + size + " candidates");
    }
    int[] old = entries;
    int oldMask = mask;
    bits++;
    mask = (1 << bits) - 1;
    entries = new int[1 << bits];
    for (int entry : old) {
      if (entry != EMPTY) {
        insert((entry & oldMask) - 1);
      }
    }
  }

  /** A slot plus 1 fits: slots are used again, so the largest is below the table's size. */
  private int entry(int slot, int distance, int tag) {
    return mark(distance, tag) << bits | (slot + 1);
  }

  /** What an entry has beside its slot: tag above, distance below. */
  private int mark(int distance, int tag) {
    return tag << distanceBits() | Math.min(distance, longestDistance());
  }

  private int slot(int entry) {
    return (entry & mask) - 1;
  }

  private int distance(int entry) {
    return entry >>> bits & longestDistance();
  }

  private int longestDistance() {
    return (1 << distanceBits()) - 1;
  }

  /** The larger half of what the slot leaves, because long distances cost a trip too. */
  private int distanceBits() {
    return (33 - bits) >>> 1;
  }

  private int tagBits() {
    return (32 - bits) >>> 1;
  }

  /** Bits of the number's hash that its home does not depend on. */
  private int tag(long sequence) {
    return (int) (((sequence >>> GROUP_BITS) * GOLDEN) >>> (64 - tagBits()));
  }

  private int fullDistance(int place) {
    int distance = distance(entries[place]);
    return distance < longestDistance()
        ? distance
        : (place - home(rows.get(slot(entries[place]), word))) & mask;
  }

  /** Four consecutive numbers live side by side: the links of a page come one after the other. */
  private int home(long sequence) {
    int group = (int) (((sequence >>> GROUP_BITS) * GOLDEN) >>> 32) << GROUP_BITS;
    int member = (int) sequence & ((1 << GROUP_BITS) - 1);
    return (group | member) & mask;
  }
}
