package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.CrawlUrl;
import java.nio.charset.StandardCharsets;

/**
 * The URLs of the slots of a table: the number of the origin, then one byte for each further
 * character.
 */
final class UrlTexts {

  private static final int NUMBER = Integer.BYTES;

  private final Origins origins = new Origins();
  private final ByteRecords records;
  private final byte[] scratch = new byte[NUMBER + CrawlUrl.MAX_LENGTH];

  UrlTexts(ByteRecords.Addresses addresses) {
    this.records = new ByteRecords(addresses);
  }

  void put(int slot, CrawlUrl url) {
    Origins.Origin origin = origins.acquire(url);
    // a canonical URL is ASCII, so a character is a byte; the number goes over the end of the
    // origin
    byte[] bytes = url.toString().getBytes(StandardCharsets.ISO_8859_1);
    int from = origin.bytes.length - NUMBER;
    ByteRecords.writeInt(bytes, from, origin.number);
    records.put(slot, bytes, from, bytes.length - from);
  }

  CrawlUrl get(int slot) {
    Origins.Origin origin = origins.get(records.firstInt(slot));
    byte[] bytes = origin.bytes;
    int length = bytes.length - NUMBER + records.copy(slot, scratch, bytes.length);
    System.arraycopy(bytes, 0, scratch, NUMBER, bytes.length); // overwrites the number
    return CrawlUrl.of(
        new String(scratch, NUMBER, length, StandardCharsets.ISO_8859_1), origin.root);
  }

  void remove(int slot) {
    origins.release(records.firstInt(slot));
    records.remove(slot);
  }
}
