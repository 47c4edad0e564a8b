package io.dowser.crawler.shark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The number of crawled pages; and for each URL ever seen, by its sequence number, the number of
 * those that link to it and the reason for its queue. Five bytes per URL.
 *
 * <p>The error store of the paper is in here: a URL that was rejected has the rule that rejected
 * it, one that failed has the reason.
 */
final class LinkLedger {

  private static final int LEAST_CAPACITY = 1_024;
  private static final int MOST_URLS = Integer.MAX_VALUE - 8;
  private static final int FIRST_RULE = 1; // 0 where nothing is known
  private static final int FIRST_REASON = 32;
  private static final List<QueueRule> RULES = List.of(QueueRule.values());
  private static final List<AbandonReason> REASONS = List.of(AbandonReason.values());

  private int[] counts = new int[LEAST_CAPACITY];
  private byte[] verdicts = new byte[LEAST_CAPACITY];
  private int limit;
  private int crawled;

  /** Returns the sequence number as an index. */
  static int number(long sequence) {
    if (sequence >= MOST_URLS) {
      throw new IllegalStateException(
          "the frontier is full: sequence numbers must be below "
              + MOST_URLS
              + ", but one was "
              + sequence);
    }
    return (int) sequence;
  }

  /** Estimates the memory that it takes. */
  long bytes() {
    return (long) (Integer.BYTES + 1) * (limit + limit / 4);
  }

  /** Returns N: the number of pages crawled so far. */
  int crawled() {
    return crawled;
  }

  void countPage() {
    crawled++;
  }

  int count(int url) {
    return url < limit ? counts[url] : 0;
  }

  /** Counts one more source page. */
  void increment(int url) {
    reserve(url);
    counts[url]++;
  }

  void setRule(int url, QueueRule rule) {
    reserve(url);
    verdicts[url] = (byte) (FIRST_RULE + RULES.indexOf(rule));
  }

  @Nullable QueueRule rule(int url) {
    return constant(RULES, url, FIRST_RULE);
  }

  void setFailed(int url, AbandonReason reason) {
    reserve(url);
    verdicts[url] = (byte) (FIRST_REASON + REASONS.indexOf(reason));
  }

  @Nullable AbandonReason failure(int url) {
    return constant(REASONS, url, FIRST_REASON);
  }

  private <E> @Nullable E constant(List<E> constants, int url, int first) {
    int index = url < limit ? verdicts[url] - first : -1;
    return index >= 0 && index < constants.size() ? constants.get(index) : null;
  }

  void clear() {
    counts = new int[LEAST_CAPACITY];
    verdicts = new byte[LEAST_CAPACITY];
    limit = 0;
    crawled = 0;
  }

  void save(StateWriter out) throws IOException {
    out.writeInt(crawled);
    out.writeInt(limit);
    for (int url = 0; url < limit; url++) {
      out.writeInt(counts[url]);
      out.writeByte(verdicts[url]);
    }
  }

  /**
   * Replaces the state. Memory is allocated as URLs arrive, so a damaged number cannot exhaust it.
   */
  void restore(StateReader in) throws IOException {
    clear();
    crawled = in.readCount("crawled pages");
    int urls = in.readInt(0, MOST_URLS, "URLs");
    for (int url = 0; url < urls; url++) {
      int count = in.readInt(0, crawled, "in-links");
      reserve(url);
      counts[url] = count;
      verdicts[url] = in.readByte();
      StateReader.require(
          verdicts[url] == 0 || rule(url) != null || failure(url) != null,
          "a URL must have a known state, but had " + verdicts[url]);
    }
  }

  private void reserve(int url) {
    if (url < limit) {
      return;
    }
    limit = url + 1;
    if (limit > counts.length) {
      int capacity = (int) Math.min(MOST_URLS, Math.max(limit, counts.length * 5L / 4));
      counts = Arrays.copyOf(counts, capacity);
      verdicts = Arrays.copyOf(verdicts, capacity);
    }
  }
}
