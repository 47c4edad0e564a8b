package io.dowser.crawler.internal.traps;

import io.dowser.crawler.api.CrawlEvent.DuplicateFound.Likeness;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Finds pages whose text is that of an earlier page, or nearly so. Thread-safe.
 *
 * <p>Source: G. S. Manku, A. Jain and A. Das Sarma, <i>Detecting near-duplicates for web
 * crawling</i>, WWW 2007, section 3: pages are near if their hashes differ in at most 3 of 64 bits.
 * Of four parts of 16 bits at least one is then equal, so there is a table for each part. Only
 * originals are kept, up to a bound and at most a million; later pages are compared with those.
 */
public final class Duplicates implements ChangingState {

  private static final int FORMAT = 4;
  private static final int PARTS = 4;
  private static final int PART_BITS = 16;
  private static final int MOST_DIFFERENT = 3;

  /** Shorter texts are copies only if they are equal. */
  private static final int FEWEST_NEAR = 100;

  /** Near texts differ by at most this part of their lengths. */
  private static final int MOST_LONGER = 50;

  /** In place of a number of shingles. */
  private static final int TOGGLE = -1;

  private static final int MAX_PAGES = 1_000_000;
  private static final int PAGE_BYTES = 80;

  /** Pages made on purpose could fill one list; no other is so long. */
  private static final int MOST_COMPARED = 1_000;

  private int[][] heads = {}; // 1 + page, 0 for none; a megabyte, made with the first page
  private int[][] next = new int[PARTS][64];
  private final List<Page> pages = new ArrayList<>();
  private final BitSet forgotten = new BitSet(); // by place
  private final long capacity;
  private int saved; // pages and toggles

  /** Keeps nothing yet, and later as much as fits into a number of bytes. */
  public Duplicates(long bytes) {
    capacity = Math.min(MAX_PAGES, bytes / PAGE_BYTES);
  }

  /** Estimates the memory that is taken by what is kept. */
  public synchronized long bytes() {
    return (long) PAGE_BYTES * pages.size();
  }

  /** The record of a page; or a toggle of whether the page at a place is forgotten. */
  private record Page(long high, long low, long similarity, long visit, int shingles, int start) {

    static Page toggle(int place, long visit) {
      return new Page(place, 0, 0, visit, TOGGLE, 0);
    }

    boolean isToggle() {
      return shingles == TOGGLE;
    }

    boolean isExactly(PageContentHash other) {
      return high == other.high() && low == other.low();
    }

    boolean isNear(PageContentHash other) {
      return shingles >= FEWEST_NEAR
          && start == other.start()
          && Math.abs(shingles - other.shingles()) <= shingles / MOST_LONGER
          && Long.bitCount(similarity ^ other.similarity()) <= MOST_DIFFERENT;
    }
  }

  /** The visit to an earlier page with the same text, or nearly. */
  public record Original(Likeness likeness, long visit) {}

  /** Looks for an earlier page than that of a visit; no text is like no other. */
  public synchronized Optional<Original> find(PageContentHash page, long visit) {
    int found = page.equals(PageContentHash.EMPTY) ? -1 : find(page);
    if (found < 0 || pages.get(found).visit == visit) {
      return Optional.empty();
    }
    Page earlier = pages.get(found);
    Likeness likeness = earlier.isExactly(page) ? Likeness.EXACT : Likeness.NEAR;
    return Optional.of(new Original(likeness, earlier.visit));
  }

  /** Keeps a page that is no copy, if there is room for it. */
  public synchronized void add(PageContentHash page, long visit) {
    if (!page.equals(PageContentHash.EMPTY) && find(page) < 0) {
      keep(
          new Page(
              page.high(), page.low(), page.similarity(), visit, page.shingles(), page.start()));
    }
  }

  /**
   * Forgets the page of a visit, which is no longer there or has another text, until it is {@link
   * #remember remembered}. Looks at all pages, the last ones first.
   */
  public synchronized void forget(long visit) {
    setForgotten(visit, true);
  }

  /** Takes back {@link #forget}. */
  public synchronized void remember(long visit) {
    setForgotten(visit, false);
  }

  private void setForgotten(long visit, boolean isForgotten) {
    for (int at = pages.size() - 1; at >= 0; at--) {
      Page page = pages.get(at);
      if (page.visit == visit && !page.isToggle()) {
        if (forgotten.get(at) != isForgotten) {
          keep(Page.toggle(at, visit));
        }
        forgotten.set(at, isForgotten);
        return;
      }
    }
  }

  private int find(PageContentHash page) {
    if (pages.isEmpty()) {
      return -1;
    }
    int near = -1;
    for (int part = 0; part < PARTS; part++) {
      int compared = 0;
      for (int at = heads[part][key(page.similarity(), part)] - 1;
          at >= 0 && compared < MOST_COMPARED;
          at = next[part][at] - 1) {
        compared++;
        Page other = pages.get(at);
        if (other.isExactly(page) && !forgotten.get(at)) {
          return at;
        }
        if (near < 0 && other.isNear(page) && !forgotten.get(at)) {
          near = at;
        }
      }
    }
    return near;
  }

  private static int key(long hash, int part) {
    return (int) (hash >>> (part * PART_BITS)) & ((1 << PART_BITS) - 1);
  }

  private void keep(Page page) {
    if (pages.size() < capacity) {
      add(page);
    }
  }

  private void add(Page page) {
    if (heads.length == 0) {
      heads = new int[PARTS][1 << PART_BITS];
    }
    int place = pages.size();
    pages.add(page);
    for (int part = 0; part < PARTS; part++) {
      if (place == next[part].length) {
        next[part] = Arrays.copyOf(next[part], 2 * place);
      }
      if (!page.isToggle()) {
        int key = key(page.similarity, part);
        next[part][place] = heads[part][key];
        heads[part][key] = place + 1;
      }
    }
  }

  @Override
  public synchronized void save(StateWriter out) throws IOException {
    out.section("page hashes", FORMAT);
    saved = 0;
    saveChanges(out);
  }

  /** Writes the pages and toggles that are new. */
  @Override
  public synchronized void saveChanges(StateWriter out) throws IOException {
    out.writeInt(pages.size() - saved);
    for (Page page : pages.subList(saved, pages.size())) {
      out.writeLong(page.high);
      out.writeLong(page.low);
      out.writeLong(page.similarity);
      out.writeLong(page.visit);
      out.writeInt(page.shingles);
      out.writeInt(page.start);
    }
    saved = pages.size();
  }

  /**
   * Replaces everything by the saved pages that there is room for. If it fails, no page is known.
   */
  @Override
  public synchronized void restore(StateReader in) throws IOException {
    clear();
    in.section("page hashes", FORMAT);
    restoreChanges(in);
  }

  @Override
  public synchronized void restoreChanges(StateReader in) throws IOException {
    try {
      int count = in.readInt(0, MAX_PAGES - saved, "number of pages");
      for (int end = saved + count; saved < end; saved++) {
        long high = in.readLong();
        long low = in.readLong();
        long similarity = in.readLong();
        long visit = in.readLong();
        int shingles = in.readInt(TOGGLE, Integer.MAX_VALUE, "shingles");
        var page = new Page(high, low, similarity, visit, shingles, in.readInt());
        if (page.isToggle()) {
          StateReader.require(
              high >= 0 && high < saved, "place must be below " + saved + ", but was " + high);
          forgotten.flip((int) high);
        }
        keep(page);
      }
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  private void clear() {
    for (int[] table : heads) {
      Arrays.fill(table, 0);
    }
    pages.clear();
    forgotten.clear();
    saved = 0;
  }
}
