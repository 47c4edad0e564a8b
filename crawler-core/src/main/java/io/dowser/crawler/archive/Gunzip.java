package io.dowser.crawler.archive;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip members (RFC 1952) one after the other, reports where each lies, and checks its
 * length and its sum. Not thread-safe.
 */
final class Gunzip implements Closeable {

  /** So much of a member is kept: the header of a record is in it, and its URL. */
  static final int HEAD = 1 << 18;

  private static final int MAGIC = 0x088b1f; // deflate is the only method
  private static final int HEADER = 10;
  private static final int HAS_SUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 sum = new CRC32();
  private final byte[] packed = new byte[1 << 16];
  private final byte[] unpacked = new byte[1 << 16];
  private final byte[] head = new byte[HEAD];
  private int at; // of the next byte, in packed
  private int limit; // of what was read, in packed
  private long read; // bytes before limit
  private long start;
  private int headSize;

  Gunzip(Path file, long offset) throws IOException {
    in = Files.newInputStream(file);
    in.skipNBytes(offset);
    read = offset;
  }

  /**
   * Goes through the next member; false at the end.
   *
   * @throws EOFException if the file ends within it
   * @throws ZipException if it is damaged
   */
  boolean next() throws IOException {
    start = end();
    headSize = 0;
    if (at == limit && !fill()) {
      return false;
    }
    header();
    sum.reset();
    inflater.reset();
    while (!inflater.finished()) {
      int count = inflate();
      sum.update(unpacked, 0, count);
      int kept = Math.min(count, HEAD - headSize);
      System.arraycopy(unpacked, 0, head, headSize, kept);
      headSize += kept;
    }
    if (littleEndian(4) != sum.getValue()) {
      throw new ZipException("the sum of its bytes is wrong");
    }
    if (littleEndian(4) != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw new ZipException("its length is wrong");
    }
    return true;
  }

  /** Where the member begins that was read last. */
  long start() {
    return start;
  }

  /** Where the member ends that was read last, and the next begins. */
  long end() {
    return read - (limit - at);
  }

  /** Returns the first bytes of the member, unpacked; all of them if they are fewer. */
  byte[] head() {
    return Arrays.copyOf(head, headSize);
  }

  /** Counts the bytes of the member, unpacked. */
  long size() {
    return inflater.getBytesWritten();
  }

  private void header() throws IOException {
    if (littleEndian(3) != MAGIC) {
      throw new ZipException("it does not begin as gzip does");
    }
    int flags = next8();
    skip(HEADER - 4);
    if ((flags & HAS_EXTRA) != 0) {
      skip((int) littleEndian(2));
    }
    for (int flag : new int[] {HAS_NAME, HAS_COMMENT}) {
      if ((flags & flag) != 0) {
        skipText();
      }
    }
    if ((flags & HAS_SUM) != 0) {
      skip(2);
    }
  }

  private void skipText() throws IOException {
    int character = next8();
    while (character != 0) {
      character = next8();
    }
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      next8();
    }
  }

  private long littleEndian(int bytes) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) next8() << (Byte.SIZE * i);
    }
    return value;
  }

  private int next8() throws IOException {
    if (at == limit && !fill()) {
      throw new EOFException("the file ends within it");
    }
    return packed[at++] & 0xff;
  }

  private int inflate() throws IOException {
    if (at == limit && !fill()) {
      throw new EOFException("the file ends within it");
    }
    inflater.setInput(packed, at, limit - at);
    try {
      int count = inflater.inflate(unpacked);
      at = limit - inflater.getRemaining();
      return count;
    } catch (DataFormatException e) {
      throw (ZipException)
          new ZipException("it cannot be unpacked, " + e.getMessage()).initCause(e);
    }
  }

  private boolean fill() throws IOException {
    int count = in.read(packed);
    at = 0;
    limit = Math.max(count, 0);
    read += limit;
    return count > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
