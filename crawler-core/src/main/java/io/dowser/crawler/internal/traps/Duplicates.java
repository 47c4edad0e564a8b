package io.dowser.crawler.internal.traps;

import io.dowser.crawler.api.CrawlEvent.DuplicateFound.Likeness;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds pages whose text is that of an earlier page, or nearly so; not thread-safe.
 *
 * <p>Source: G. S. Manku, A. Jain and A. Das Sarma, <i>Detecting near-duplicates for web
 * crawling</i>, WWW 2007, section 3: pages are near if their hashes differ in at most 3 of 64 bits.
 * Of four parts of 16 bits at least one is then equal, so there is a table for each part. Only
 * originals are kept, up to a bound and at most a million; later pages are compared with those.
 */
public final class Duplicates implements GrowingState {

  private static final int FORMAT = 2;
  private static final int PARTS = 4;
  private static final int PART_BITS = 16;
  private static final int MOST_DIFFERENT = 3;
  private static final int MAX_PAGES = 1_000_000;
  private static final int PAGE_BYTES = 72;

  /** Pages made on purpose could fill one list; no other is so long. */
  private static final int MOST_COMPARED = 1_000;

  private final int[][] heads = new int[PARTS][1 << PART_BITS]; // 1 + page, 0 for none
  private int[][] next = new int[PARTS][64];
  private final List<Page> pages = new ArrayList<>();
  private final long capacity;

  /** Keeps nothing yet, and later as much as fits into a number of bytes. */
  public Duplicates(long bytes) {
    capacity = Math.min(MAX_PAGES, bytes / PAGE_BYTES);
  }

  /** Estimates the memory that is taken by what is kept. */
  public long bytes() {
    return (long) PAGE_BYTES * pages.size();
  }

  /** What is kept of a page. */
  private record Page(long high, long low, long similarity, long visit, boolean comparable) {

    boolean isExactly(PageContentHash other) {
      return high == other.high() && low == other.low();
    }

    boolean isNear(PageContentHash other) {
      return comparable
          && other.isComparable()
          && Long.bitCount(similarity ^ other.similarity()) <= MOST_DIFFERENT;
    }
  }

  /** The visit to an earlier page with the same text, or nearly. */
  public record Original(Likeness likeness, long visit) {}

  /** Looks for an earlier page, and keeps this one if there is none; no text is like no other. */
  public Optional<Original> findOrAdd(PageContentHash page, long visit) {
    if (page.equals(PageContentHash.EMPTY)) {
      return Optional.empty();
    }
    int found = find(page);
    if (found < 0) {
      keep(new Page(page.high(), page.low(), page.similarity(), visit, page.isComparable()));
      return Optional.empty();
    }
    Page earlier = pages.get(found);
    Likeness likeness = earlier.isExactly(page) ? Likeness.EXACT : Likeness.NEAR;
    return Optional.of(new Original(likeness, earlier.visit));
  }

  private int find(PageContentHash page) {
    int near = -1;
    for (int part = 0; part < PARTS; part++) {
      int compared = 0;
      for (int at = heads[part][key(page.similarity(), part)] - 1;
          at >= 0 && compared < MOST_COMPARED;
          at = next[part][at] - 1) {
        compared++;
        if (pages.get(at).isExactly(page)) {
          return at;
        }
        if (near < 0 && pages.get(at).isNear(page)) {
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
    int place = pages.size();
    for (int part = 0; part < PARTS; part++) {
      if (place == next[part].length) {
        next[part] = Arrays.copyOf(next[part], 2 * place);
      }
      int key = key(page.similarity, part);
      next[part][place] = heads[part][key];
      heads[part][key] = place + 1;
    }
    pages.add(page);
  }

  @Override
  public int recordBytes() {
    return 4 * Long.BYTES + 1;
  }

  @Override
  public int records() {
    return pages.size();
  }

  @Override
  public void saveHead(StateWriter out) throws IOException {
    out.section("page hashes", FORMAT);
    out.writeInt(pages.size());
  }

  @Override
  public void saveRecords(int from, int to, StateWriter out) throws IOException {
    for (Page page : pages.subList(from, to)) {
      out.writeLong(page.high);
      out.writeLong(page.low);
      out.writeLong(page.similarity);
      out.writeLong(page.visit);
      out.writeBoolean(page.comparable);
    }
  }

  /**
   * Replaces everything by what was saved, as far as there is room for it; if it fails, no page is
   * known.
   */
  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    in.section("page hashes", FORMAT);
    int count = in.readInt(0, MAX_PAGES, "number of pages");
    try {
      for (int i = 0; i < count; i++) {
        long high = in.readLong();
        long low = in.readLong();
        long similarity = in.readLong();
        keep(new Page(high, low, similarity, in.readLong(), in.readBoolean()));
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
  }
}
