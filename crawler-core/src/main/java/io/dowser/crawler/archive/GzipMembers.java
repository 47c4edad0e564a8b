package io.dowser.crawler.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Compresses chunks, each into a gzip member of its own (RFC 1952), with one compressor for all:
 * making one costs as much as compressing some kilobytes. Not thread-safe.
 */
final class GzipMembers implements AutoCloseable {

  /** Level 1 takes three fifths of the time of the usual level and 8 % more room, on web pages. */
  private static final int LEVEL = Deflater.BEST_SPEED;

  /** Deflate, no flags, no time, fastest method, unknown system. */
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 255};

  private static final int USUAL = 1 << 16;

  /** What a rare large page needed is given back. */
  private static final int MOST_KEPT = 1 << 20;

  private final Deflater deflater = new Deflater(LEVEL, true);
  private final CRC32 crc = new CRC32();
  private final byte[] deflated = new byte[USUAL];
  private ByteArrayOutputStream members = new ByteArrayOutputStream(USUAL);
  private byte[] chunk = new byte[USUAL];

  /**
   * Adds a member with the contents of all parts, one after the other.
   *
   * @param packed whether they would hardly get smaller, and are to be stored as they are
   */
  void add(boolean packed, ByteBuffer... parts) {
    int size = join(parts);
    members.writeBytes(HEADER);
    deflater.reset();
    deflater.setLevel(packed ? Deflater.NO_COMPRESSION : LEVEL);
    deflater.setInput(chunk, 0, size);
    deflater.finish();
    while (!deflater.finished()) {
      members.write(deflated, 0, deflater.deflate(deflated));
    }
    crc.reset();
    crc.update(chunk, 0, size);
    members.writeBytes(trailer((int) crc.getValue(), size));
  }

  private int join(ByteBuffer... parts) {
    int size = 0;
    for (ByteBuffer part : parts) {
      size = Math.addExact(size, part.remaining());
    }
    if (size > chunk.length) {
      chunk = new byte[size];
    }
    ByteBuffer joined = ByteBuffer.wrap(chunk);
    for (ByteBuffer part : parts) {
      joined.put(part);
    }
    return size;
  }

  private static byte[] trailer(int crc, int size) {
    ByteBuffer trailer = ByteBuffer.allocate(2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return trailer.putInt(crc).putInt(size).array();
  }

  /** Writes all members since the last call in one chunk; says how many bytes they have. */
  int writeTo(OutputStream out) throws IOException {
    int bytes = members.size();
    try {
      members.writeTo(out);
    } finally {
      forget();
    }
    return bytes;
  }

  /** Forgets all members that were not written. */
  void forget() {
    if (members.size() > MOST_KEPT) {
      members = new ByteArrayOutputStream(USUAL);
    }
    members.reset();
    if (chunk.length > MOST_KEPT) {
      chunk = new byte[USUAL];
    }
  }

  /** Frees the compressor. */
  @Override
  public void close() {
    deflater.end();
  }
}
