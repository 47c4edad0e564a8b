package io.dowser.crawler.archive;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlUrl;
import java.nio.ByteBuffer;

/** 128 bits that stand for a URL in an index; the seed of the hash is part of the file format. */
record UrlKey(long high, long low) {

  private static final HashFunction HASH = Hashing.murmur3_128(0x0a2c41);

  static UrlKey of(CrawlUrl url) {
    ByteBuffer bits = ByteBuffer.wrap(HASH.hashUnencodedChars(url.toString()).asBytes());
    return new UrlKey(bits.getLong(), bits.getLong());
  }
}
