package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Longs;
import io.dowser.crawler.api.CrawlUrl;

/**
 * 128 bits that stand for a URL. Two of a billion URLs share them with a probability of about
 * 1e-21, so equal fingerprints count as equal URLs.
 */
record Fingerprint(long high, long low) {

  private static final HashFunction HASH = Hashing.murmur3_128(0x0d05e7);

  static Fingerprint of(CrawlUrl url) {
    return of(url.toString());
  }

  static Fingerprint of(String url) {
    byte[] bits = HASH.hashBytes(url.getBytes(UTF_8)).asBytes();
    return new Fingerprint(first(bits, 0), first(bits, Long.BYTES));
  }

  private static long first(byte[] b, int at) {
    return Longs.fromBytes(
        b[at], b[at + 1], b[at + 2], b[at + 3], b[at + 4], b[at + 5], b[at + 6], b[at + 7]);
  }
}
