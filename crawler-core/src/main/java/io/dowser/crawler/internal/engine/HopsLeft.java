package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * How many links beyond the scope may follow from each page. A page in the scope needs no state,
 * because its URL says so. Neither does one that is as far beyond as allowed, so a byte for each
 * known URL is kept only where two links or more are allowed.
 *
 * <p>{@link #from} is thread-safe: workers ask about pages that were numbered before they were
 * dispatched. All else is confined to the engine thread.
 */
final class HopsLeft implements Resumable {

  private static final int FORMAT = 1;
  private static final int LEAST_CAPACITY = 1024;

  private final CrawlScope scope;
  private volatile byte[] left = {};

  HopsLeft(CrawlScope scope) {
    this.scope = scope;
  }

  /** Returns the number for a page of a candidate, which redirects may have led elsewhere. */
  int from(CrawlUrl page, Candidate candidate) {
    byte[] known = left;
    long sequence = candidate.sequence();
    int noted = sequence < known.length ? known[(int) sequence] : 0;
    return Math.max(scope.hopsFrom(page), Math.min(noted, scope.maxHops() - 1));
  }

  /** Records a way to a page, unless one is known that leaves as many links. */
  void found(int sequence, int hops) {
    if (hops <= 0) {
      return;
    }
    if (sequence >= left.length) {
      int capacity = Math.max(LEAST_CAPACITY, sequence + sequence / 2 + 1);
      left = Arrays.copyOf(left, capacity);
    }
    left[sequence] = (byte) Math.max(left[sequence], hops);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("hops left", FORMAT);
    out.writeInt(left.length);
    for (byte each : left) {
      out.writeByte(each);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section("hops left", FORMAT);
    int length = in.readCount("length of hops left");
    byte[] saved = {};
    for (int i = 0; i < length; i++) { // grows as bytes come, because a damaged length may be huge
      saved = i < saved.length ? saved : Arrays.copyOf(saved, Math.min(length, 2 * i + 16));
      saved[i] = in.readByte();
    }
    left = saved;
  }
}
