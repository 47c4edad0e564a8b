package io.dowser.crawler.queue;

import io.dowser.crawler.api.CrawlUrl;
import java.nio.charset.StandardCharsets;

/** The URLs of the slots of a table: the origin by number, the rest as one byte a character. */
final class UrlTexts {

  private final Origins origins = new Origins();
  private final ByteRecords rests = new ByteRecords();
  private final byte[] scratch = new byte[CrawlUrl.MAX_LENGTH];

  /** Stores the URL of a slot and gives the number of its origin. */
  int put(int slot, CrawlUrl url) {
    String origin = url.origin();
    // a canonical URL is ASCII, so a character is a byte
    byte[] bytes = url.toString().getBytes(StandardCharsets.ISO_8859_1);
    rests.put(slot, bytes, origin.length(), bytes.length - origin.length());
    return origins.acquire(origin);
  }

  CrawlUrl get(int slot, int origin) {
    byte[] start = origins.bytes(origin);
    System.arraycopy(start, 0, scratch, 0, start.length);
    int length = start.length + rests.copy(slot, scratch, start.length);
    return CrawlUrl.of(new String(scratch, 0, length, StandardCharsets.ISO_8859_1));
  }

  void remove(int slot, int origin) {
    rests.remove(slot);
    origins.release(origin);
  }
}
