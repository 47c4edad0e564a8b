package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Longs;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;

/** 128 bits that stand for a URL in all tables. */
record Fingerprint(long high, long low) implements Serializable {

  private static final HashFunction HASH = Hashing.murmur3_128(0x0d05e7);

  static Fingerprint of(String url) {
    return of(url.getBytes(UTF_8));
  }

  /** The same, of a URL in UTF-8. */
  static Fingerprint of(byte[] url) {
    byte[] bits = HASH.hashBytes(url).asBytes();
    return new Fingerprint(part(bits, 0), part(bits, Long.BYTES));
  }

  /** Reads that of a row of {@link Columns#URLS} or {@link Columns#FOUND}. */
  static Fingerprint of(InternalRow url) {
    return new Fingerprint(url.getLong(UrlRow.HIGH), url.getLong(UrlRow.LOW));
  }

  private static long part(byte[] b, int at) {
    return Longs.fromBytes(
        b[at], b[at + 1], b[at + 2], b[at + 3], b[at + 4], b[at + 5], b[at + 6], b[at + 7]);
  }
}
