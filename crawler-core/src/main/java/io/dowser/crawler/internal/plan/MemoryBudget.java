package io.dowser.crawler.internal.plan;

import io.dowser.crawler.internal.recovery.KnownUrls;

/** The limits for pending URLs in memory and for the tables of known URLs. */
public record MemoryBudget(int pendingUrls, long tableBytes) {

  private static final long FIXED = 64 << 20;
  private static final int BYTES_PER_PENDING_URL = 400;

  /** One in a table of URLs, and while these grow by a half, in both copies. */
  private static final int BYTES_PER_KNOWN_URL = 3;

  private static final int DIGITS = 4;

  /**
   * Divides a heap. First comes what does not grow: dictionaries, and pages in analysis, 64 MB but
   * at most three quarters. Of the rest, three eighths are for pending URLs, a quarter is for
   * tables, and what remains is for more and larger pages.
   */
  public static MemoryBudget of(long heapBytes) {
    long grows = Math.max(heapBytes / 4, heapBytes - FIXED);
    long urls = grows / 8 * 3 / BYTES_PER_PENDING_URL;
    return new MemoryBudget((int) Math.max(1, Math.min(round(urls), 1 << 30)), grows / 4);
  }

  /** Drops all but four binary digits, because the JVM reports heaps that differ a little. */
  private static long round(long urls) {
    int digits = Long.SIZE - Long.numberOfLeadingZeros(urls);
    int dropped = Math.max(0, digits - DIGITS);
    return urls >>> dropped << dropped;
  }

  /** Returns this budget with at most this number of URLs pending in memory. */
  public MemoryBudget withPendingUrls(int most) {
    return new MemoryBudget(Math.min(pendingUrls, most), tableBytes);
  }

  /** Returns how much of the tables hashes of pages may take. */
  public long hashBytes() {
    return tableBytes / 4;
  }

  /** Returns the share of the tables for the knowledge about sites, in bytes. */
  public long siteBytes() {
    return tableBytes / 8;
  }

  /**
   * Returns whether there is memory for another known URL, next to the tables of the budgets.
   *
   * @param share the share of the tables' memory that may be in use for it, 0 to 1
   */
  public boolean allows(KnownUrls known, long otherBytes, double share) {
    long beside = (long) BYTES_PER_KNOWN_URL * known.size();
    return known.heapBytes() + beside + otherBytes < share * tableBytes;
  }
}
