package io.dowser.crawler.internal.recovery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlUrl;

/**
 * 128 bits that stand for a URL: two fingerprints of 64 bits, by unlike functions. If these behave
 * as independent random ones, two of a billion URLs share them with a probability of about 1e-21,
 * so equal fingerprints count as equal URLs.
 *
 * <p>Both functions make little garbage: all URLs of a crawl are fingerprinted again whenever it is
 * opened.
 */
public record Fingerprint(long high, long low) {

  private static final HashFunction HIGH = Hashing.farmHashFingerprint64();
  private static final HashFunction LOW = Hashing.fingerprint2011();

  public static Fingerprint of(CrawlUrl url) {
    return of(url.toString());
  }

  /** Takes a canonical URL, which is ASCII. */
  public static Fingerprint of(String url) {
    byte[] bytes = url.getBytes(ISO_8859_1);
    return new Fingerprint(HIGH.hashBytes(bytes).asLong(), LOW.hashBytes(bytes).asLong());
  }
}
