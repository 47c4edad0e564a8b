package io.dowser.crawler.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Compresses pieces, each into a gzip member of its own (RFC 1952), with one compressor for all:
 * making one costs as much as compressing some kilobytes. For one thread.
 */
final class GzipMembers implements AutoCloseable {

  /** Level 1 takes three fifths of the time of the usual level and 8 % more room, on web pages. */
  private static final int LEVEL = Deflater.BEST_SPEED;

  /** Deflate, no flags, no time, fastest method, unknown system. */
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 255};

  private final Deflater deflater = new Deflater(LEVEL, true);
  private final CRC32 crc = new CRC32();
  private final ByteArrayOutputStream members = new ByteArrayOutputStream();
  private final byte[] deflated = new byte[1 << 16];
  private byte[] piece = new byte[1 << 16];
  private int size;

  /** Appends bytes to the piece. */
  GzipMembers append(ByteBuffer more) {
    int count = more.remaining();
    if (piece.length - size < count) {
      piece = Arrays.copyOf(piece, Math.max(2 * piece.length, size + count));
    }
    more.get(piece, size, count);
    size += count;
    return this;
  }

  /** Ends the piece, which becomes a member. */
  void end() {
    members.writeBytes(HEADER);
    deflater.reset();
    deflater.setInput(piece, 0, size);
    deflater.finish();
    while (!deflater.finished()) {
      members.write(deflated, 0, deflater.deflate(deflated));
    }
    crc.reset();
    crc.update(piece, 0, size);
    members.writeBytes(trailer((int) crc.getValue(), size));
    size = 0;
  }

  private static byte[] trailer(int crc, int size) {
    ByteBuffer trailer = ByteBuffer.allocate(2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return trailer.putInt(crc).putInt(size).array();
  }

  /** Writes all members since the last call in one piece; says how many bytes they have. */
  int writeTo(OutputStream out) throws IOException {
    int bytes = members.size();
    members.writeTo(out);
    members.reset();
    return bytes;
  }

  /** Frees the compressor. */
  @Override
  public void close() {
    deflater.end();
  }
}
