package io.dowser.crawler.internal.robots;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/** A stream that ends at a limit, or where its compressed data are damaged. Not thread-safe. */
final class BoundedStream extends FilterInputStream {

  private static final long MAX_BYTES = 20L << 20;

  private long position;
  private boolean isWhole;

  /**
   * Creates a stream; {@code isWhole} returns whether nothing is missing at the end of {@code in}.
   */
  BoundedStream(InputStream in, boolean isWhole) {
    super(in);
    this.isWhole = isWhole;
  }

  /** Returns whether nothing was missing in the text that has been read. */
  boolean isWhole() {
    return isWhole;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = -1;
    if (position < MAX_BYTES) {
      count = readUndamaged(bytes, offset, (int) Math.min(length, MAX_BYTES - position));
    } else {
      isWhole = false;
    }
    position += Math.max(0, count);
    return count;
  }

  private int readUndamaged(byte[] bytes, int offset, int length) throws IOException {
    try {
      return super.read(bytes, offset, length);
    } catch (EOFException | ZipException e) { // the bytes before count
      isWhole = false;
      return -1;
    }
  }
}
