package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.CrawlException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Every URL seen so far, by fingerprint, with its sequence number, and whether it is still pending.
 *
 * <p>The fingerprints lie in the order of their sequence numbers, 16 bytes each in chunks that are
 * never copied; an open-addressed table of sequence numbers finds them. So an entry costs 21 to 27
 * bytes. Not thread-safe.
 */
public final class KnownUrls {

  /** What {@link #find} gives for a URL that was never added. */
  public static final int UNKNOWN = -1;

  private static final int CHUNK_BITS = 14;
  private static final int CHUNK_SIZE = 1 << CHUNK_BITS;
  private static final int MAX_TABLE = 1 << 30;

  private final List<long[]> chunks = new ArrayList<>();
  private final BitSet closed = new BitSet();
  private int[] table = empty(1 << 10);
  private int size;

  public int size() {
    return size;
  }

  /** Returns the sequence number of a URL, or {@link #UNKNOWN}. */
  public int find(Fingerprint url) {
    return table[slot(url)];
  }

  /** Adds a URL that is unknown and gives its sequence number. */
  public int add(Fingerprint url) {
    if (size >= table.length - (table.length >>> 2)) {
      grow();
    }
    if ((size & (CHUNK_SIZE - 1)) == 0) {
      chunks.add(new long[2 * CHUNK_SIZE]);
    }
    long[] chunk = chunks.get(size >>> CHUNK_BITS);
    int at = 2 * (size & (CHUNK_SIZE - 1));
    chunk[at] = url.high();
    chunk[at + 1] = url.low();
    table[freeSlot(url.high())] = size;
    return size++;
  }

  public void add(String url) {
    add(Fingerprint.of(url));
  }

  /** Marks a URL as polled, so that it is never offered again. */
  public void close(long sequence) {
    closed.set((int) sequence);
  }

  /** Marks a URL as not polled, because it is pending again. */
  public void reopen(long sequence) {
    closed.clear((int) sequence);
  }

  public boolean isClosed(int sequence) {
    return closed.get(sequence);
  }

  private int slot(Fingerprint url) {
    int mask = table.length - 1;
    int slot = (int) url.high() & mask;
    while (table[slot] != UNKNOWN && !matches(table[slot], url)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Finds where a URL that is unknown goes, without a look at those that are known. */
  private int freeSlot(long high) {
    int mask = table.length - 1;
    int slot = (int) high & mask;
    while (table[slot] != UNKNOWN) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean matches(int sequence, Fingerprint url) {
    long[] chunk = chunks.get(sequence >>> CHUNK_BITS);
    int at = 2 * (sequence & (CHUNK_SIZE - 1));
    return chunk[at] == url.high() && chunk[at + 1] == url.low();
  }

  private void grow() {
    if (table.length == MAX_TABLE) {
      throw new CrawlException("a crawl can know at most " + size + " URLs");
    }
    table = empty(2 * table.length);
    for (int sequence = 0; sequence < size; sequence++) {
      long high = chunks.get(sequence >>> CHUNK_BITS)[2 * (sequence & (CHUNK_SIZE - 1))];
      table[freeSlot(high)] = sequence;
    }
  }

  private static int[] empty(int length) {
    int[] table = new int[length];
    Arrays.fill(table, UNKNOWN);
    return table;
  }
}
