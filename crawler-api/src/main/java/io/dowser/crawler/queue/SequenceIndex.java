package io.dowser.crawler.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the slot of a sequence number.
 *
 * <p>Links are numbered one after the other when they are found, so most numbers that wait lie side
 * by side. They have pages, with a place for each of {@value #PAGE} consecutive numbers: a new one
 * goes beside the one before, and neither arrival nor departure waits for memory to answer. A page
 * of which less than an eighth is in use, unless it is the newest, is given up for good, and where
 * pages would be so empty from the start there are none: such numbers have another index. So an
 * entry takes 4 bytes mostly, and on average never more than 32, besides {@value #SPARE_PAGES}
 * pages; while expected numbers come in, more.
 */
final class SequenceIndex {

  private static final int EMPTY = 0;
  private static final int BITS = 12;
  private static final int PAGE = 1 << BITS;
  private static final int SPARSEST = 8; // of so many places of a page at least one is in use
  private static final int SPARE_PAGES = 4;
  private static final int MOST_PAGES = 1 << (Integer.SIZE - 1 - BITS);
  private static final int[] SCATTERED = {}; // in place of a page

  private final LongRows rows;
  private final int word;
  private final ScatteredIndex scattered;
  private int[] @Nullable [] pages = new int[16][]; // slot + 1
  private int[] counts = new int[16];
  private int pageCount;
  private int newest;
  private int size; // on pages
  private int expected;

  SequenceIndex(LongRows rows, int word) {
    this.rows = rows;
    this.word = word;
    this.scattered = new ScatteredIndex(rows, word);
  }

  /** Takes note that an empty index is going to get so many numbers, in any order. */
  void expect(int count) {
    expected = count;
  }

  /** Takes note that all expected numbers are there. */
  void settle() {
    expected = 0;
    for (int number = 0; number < newest; number++) {
      giveUpIfSparse(number);
    }
  }

  /** Gives the slot of a number, or -1. */
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
      size++;
    }
  }

  /** Takes out a number that is there. */
  void remove(long sequence) {
    int[] page = page(sequence >>> BITS);
    if (page == null || page == SCATTERED) {
      scattered.remove(sequence);
      return;
    }
    int number = (int) (sequence >>> BITS);
    page[(int) sequence & (PAGE - 1)] = EMPTY;
    counts[number]--;
    size--;
    if (number != newest) {
      giveUpIfSparse(number);
    }
  }

  /** Counts the pages. */
  int pages() {
    return pageCount;
  }

  private int @Nullable [] page(long number) {
    if (number < pages.length) {
      return pages[(int) number];
    }
    return number < MOST_PAGES ? null : SCATTERED;
  }

  private int[] begin(int number) {
    if (number >= pages.length) {
      int length = Math.max(number + 1, pages.length + (pages.length >> 1));
      pages = Arrays.copyOf(pages, Math.min(length, MOST_PAGES));
      counts = Arrays.copyOf(counts, pages.length);
    }
    long places = (long) SPARSEST * Math.max(size, expected);
    boolean mayBegin = (pageCount - SPARE_PAGES) * (long) PAGE < places;
    int[] page = mayBegin ? new int[PAGE] : SCATTERED;
    pages[number] = page;
    if (mayBegin) {
      pageCount++;
      beginNewest(number);
    }
    return page;
  }

  private void beginNewest(int number) {
    int before = newest;
    newest = Math.max(before, number);
    if (newest != before && expected == 0) {
      giveUpIfSparse(before);
    }
  }

  private void giveUpIfSparse(int number) {
    int[] page = pages[number];
    if (page == null || page == SCATTERED || counts[number] >= PAGE / SPARSEST) {
      return;
    }
    pages[number] = SCATTERED;
    pageCount--;
    size -= counts[number];
    for (int entry : page) {
      if (entry != EMPTY) {
        scattered.add(entry - 1);
      }
    }
  }
}
