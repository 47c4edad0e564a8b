package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the slot of a sequence number.
 *
 * <p>Links are numbered one after the other when they are found, so most numbers that wait lie side
 * by side. They have pages, with a place for each of {@value #PAGE} consecutive numbers: a new one
 * goes beside the one before, and neither arrival nor departure waits for memory to answer. Only
 * the numbers behind all others begin a page, and a page behind which another one begins, or from
 * which something goes, is given up for good if less than an eighth of it is in use: such numbers
 * have another index. So an entry takes 4 bytes mostly, and on average never more than 32; besides
 * there are the newest page, and 8 bytes for each {@value #PAGE} numbers up to the largest.
 */
final class SequenceIndex {

  private static final int EMPTY = 0;
  private static final int BITS = 12;
  private static final int PAGE = 1 << BITS;
  private static final int FEWEST = PAGE / 8;
  private static final int MOST_PAGES = 1 << (Integer.SIZE - 1 - BITS);
  private static final int[] SCATTERED = {}; // in place of a page

  private final LongRows rows;
  private final int word;
  private final ScatteredIndex scattered;
  private int[] @Nullable [] pages = new int[16][]; // slot + 1
  private int[] counts = new int[16];
  private int newest = -1;

  SequenceIndex(LongRows rows, int word) {
    this.rows = rows;
    this.word = word;
    this.scattered = new ScatteredIndex(rows, word);
  }

  /** Creates pages for slots up to a limit that are going to be added to an empty index. */
  void prepare(int slots) {
    for (int slot = 0; slot < slots; slot++) {
      long number = rows.get(slot, word) >>> BITS;
      if (number < MOST_PAGES) {
        reach((int) number);
        counts[(int) number]++;
        newest = Math.max(newest, (int) number);
      }
    }
    for (int number = 0; number <= newest; number++) {
      if (counts[number] > 0) {
        pages[number] = counts[number] >= FEWEST ? new int[PAGE] : SCATTERED;
        counts[number] = 0;
      }
    }
  }

  /** Returns the slot of a number, or -1. */
  int find(long sequence) {
    int[] page = page(sequence >>> BITS);
    if (page == SCATTERED) {
      return scattered.find(sequence);
    }
    return page == null ? -1 : page[(int) sequence & (PAGE - 1)] - 1;
  }

  /** Adds a slot whose number is in its row and not in the index. */
  void add(int slot) {
    long sequence = rows.get(slot, word);
    int[] page = page(sequence >>> BITS);
    if (page == null) {
      page = begin((int) (sequence >>> BITS));
    }
    if (page == SCATTERED) {
      scattered.add(slot);
    } else {
      page[(int) sequence & (PAGE - 1)] = slot + 1;
      counts[(int) (sequence >>> BITS)]++;
    }
  }

  /** Takes out a number that is there. */
  void remove(long sequence) {
    int[] page = requireNonNull(page(sequence >>> BITS), "page");
    if (page == SCATTERED) {
      scattered.remove(sequence);
      return;
    }
    int number = (int) (sequence >>> BITS);
    page[(int) sequence & (PAGE - 1)] = EMPTY;
    counts[number]--;
    if (number != newest) {
      giveUpIfSparse(number);
    }
  }

  /** Counts the pages, for which it looks at all numbers up to the largest. */
  int pages() {
    int count = 0;
    for (int[] page : pages) {
      count += page == null || page == SCATTERED ? 0 : 1;
    }
    return count;
  }

  private int @Nullable [] page(long number) {
    if (number < pages.length) {
      return pages[(int) number];
    }
    return number < MOST_PAGES ? null : SCATTERED;
  }

  private int[] begin(int number) {
    reach(number);
    if (number < newest) {
      pages[number] = SCATTERED;
      return SCATTERED;
    }
    int before = newest;
    newest = number;
    if (before >= 0) {
      giveUpIfSparse(before);
    }
    int[] page = new int[PAGE];
    pages[number] = page;
    return page;
  }

  private void reach(int number) {
    if (number >= pages.length) {
      int length = Math.max(number + 1, pages.length + (pages.length >> 1));
      pages = Arrays.copyOf(pages, Math.min(length, MOST_PAGES));
      counts = Arrays.copyOf(counts, pages.length);
    }
  }

  private void giveUpIfSparse(int number) {
    int[] page = pages[number];
    if (page == null || page == SCATTERED || counts[number] >= FEWEST) {
      return;
    }
    pages[number] = SCATTERED;
    for (int entry : page) {
      if (entry != EMPTY) {
        scattered.add(entry - 1);
      }
    }
  }
}
