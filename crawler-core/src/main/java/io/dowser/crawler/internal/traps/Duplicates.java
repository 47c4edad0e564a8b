package io.dowser.crawler.internal.traps;

import io.dowser.crawler.api.CrawlEvent.DuplicateFound.Likeness;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Finds pages whose text is that of an earlier page, or nearly so; not thread-safe.
 *
 * <p>Source: G. S. Manku, A. Jain and A. Das Sarma, <i>Detecting near-duplicates for web
 * crawling</i>, WWW 2007, section 3: pages are near if their hashes differ in at most 3 of 64 bits.
 * Of four parts of 16 bits at least one is then equal, so there is a table for each part. Only
 * originals are kept, at most a million, each with 48 bytes; later pages are compared with those.
 */
public final class Duplicates implements GrowingState {

  private static final int FORMAT = 2;
  private static final int PARTS = 4;
  private static final int PART_BITS = 16;
  private static final int MOST_DIFFERENT = 3;
  private static final int MAX_PAGES = 1_000_000;

  /** Pages made on purpose could fill one list; no other is so long. */
  private static final int MOST_COMPARED = 1_000;

  private final int[][] heads = new int[PARTS][1 << PART_BITS]; // 1 + page, 0 for none
  private int[][] next = new int[PARTS][64];
  private long[] high = new long[64];
  private long[] low = new long[64];
  private long[] similarity = new long[64];
  private long[] visits = new long[64];
  private boolean[] comparable = new boolean[64];
  private int size;

  /** Knows no page yet. */
  public Duplicates() {}

  /**
   * An earlier page with the same text, or nearly.
   *
   * @param likeness how alike they are
   * @param visit the number of the visit to the earlier one
   */
  public record Original(Likeness likeness, long visit) {}

  /**
   * Looks for an earlier page, and keeps this one if there is none.
   *
   * @param page the content hash of a visited page; pages without text are like no other
   */
  public Optional<Original> findOrAdd(PageContentHash page, long visit) {
    if (page.equals(PageContentHash.EMPTY)) {
      return Optional.empty();
    }
    int found = find(page);
    if (found < 0) {
      add(page, visit);
      return Optional.empty();
    }
    boolean exact = high[found] == page.high() && low[found] == page.low();
    return Optional.of(new Original(exact ? Likeness.EXACT : Likeness.NEAR, visits[found]));
  }

  private int find(PageContentHash page) {
    int near = -1;
    for (int part = 0; part < PARTS; part++) {
      int compared = 0;
      for (int at = heads[part][key(page.similarity(), part)] - 1;
          at >= 0 && compared < MOST_COMPARED;
          at = next[part][at] - 1) {
        compared++;
        if (high[at] == page.high() && low[at] == page.low()) {
          return at;
        }
        if (near < 0 && isNear(page, at)) {
          near = at;
        }
      }
    }
    return near;
  }

  private boolean isNear(PageContentHash page, int at) {
    return page.isComparable()
        && comparable[at]
        && Long.bitCount(similarity[at] ^ page.similarity()) <= MOST_DIFFERENT;
  }

  private static int key(long hash, int part) {
    return (int) (hash >>> (part * PART_BITS)) & ((1 << PART_BITS) - 1);
  }

  private void add(PageContentHash page, long visit) {
    if (size == MAX_PAGES) {
      return;
    }
    if (size == high.length) {
      grow();
    }
    high[size] = page.high();
    low[size] = page.low();
    similarity[size] = page.similarity();
    visits[size] = visit;
    comparable[size] = page.isComparable();
    for (int part = 0; part < PARTS; part++) {
      int key = key(page.similarity(), part);
      next[part][size] = heads[part][key];
      heads[part][key] = size + 1;
    }
    size++;
  }

  private void grow() {
    int length = 2 * size;
    high = Arrays.copyOf(high, length);
    low = Arrays.copyOf(low, length);
    similarity = Arrays.copyOf(similarity, length);
    visits = Arrays.copyOf(visits, length);
    comparable = Arrays.copyOf(comparable, length);
    for (int part = 0; part < PARTS; part++) {
      next[part] = Arrays.copyOf(next[part], length);
    }
  }

  @Override
  public int recordBytes() {
    return 4 * Long.BYTES + 1;
  }

  @Override
  public int records() {
    return size;
  }

  @Override
  public void saveHead(StateWriter out) throws IOException {
    out.section("page hashes", FORMAT);
    out.writeInt(size);
  }

  @Override
  public void saveRecords(int from, int to, StateWriter out) throws IOException {
    for (int i = from; i < to; i++) {
      out.writeLong(high[i]);
      out.writeLong(low[i]);
      out.writeLong(similarity[i]);
      out.writeLong(visits[i]);
      out.writeBoolean(comparable[i]);
    }
  }

  /** Replaces everything by what was saved; if it fails, no page is known. */
  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    in.section("page hashes", FORMAT);
    int count = in.readInt(0, MAX_PAGES, "number of pages");
    try {
      for (int i = 0; i < count; i++) {
        long high = in.readLong();
        long low = in.readLong();
        long hash = in.readLong();
        long visit = in.readLong();
        int shingles = in.readBoolean() ? PageContentHash.FEWEST_SHINGLES : 0;
        add(new PageContentHash(high, low, hash, shingles), visit);
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
    size = 0;
  }
}
