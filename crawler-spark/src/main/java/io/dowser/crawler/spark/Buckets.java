package io.dowser.crawler.spark;

import com.google.common.math.LongMath;
import java.io.Serializable;
import java.math.RoundingMode;

/**
 * Parts of all fingerprints, each a range of them: all that is about one URL is in one bucket, in
 * whatever table, so that tables can be put together without moving their rows.
 *
 * @param count how many, 1 or more; with a multiple of it each bucket is split, and no other rows
 *     come into it
 */
record Buckets(int count) implements Serializable {

  /** Everything together. */
  static final Buckets ONE = new Buckets(1);

  private static final int SIGNIFICANT_BITS = 31;

  /** Returns the bucket of a URL by the first bits of its fingerprint, from 0. */
  int of(long high) {
    long first = (high ^ Long.MIN_VALUE) >>> (Long.SIZE - SIGNIFICANT_BITS);
    return (int) ((first * count) >>> SIGNIFICANT_BITS);
  }

  /** The fewest buckets that split these, each with at most a number of rows. */
  Buckets enoughFor(long rows, long ofEach) {
    long parts = Math.max(1, LongMath.divide(rows, ofEach * count, RoundingMode.CEILING));
    return new Buckets(Math.toIntExact(count * parts));
  }
}
