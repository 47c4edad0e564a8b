package io.dowser.crawler.archive;

import com.google.common.io.CountingInputStream;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Checksum;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** One gzip member of a file (RFC 1952, section 2.3). Not thread-safe. */
final class GzipMember extends InflaterInputStream {

  /** The first bytes of a member: its magic number, and deflate. */
  static final int BEGIN = 0x1f8b08;

  private static final int HAS_SUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int TIME_AND_SYSTEM = 6;
  private static final int BUFFER = 1 << 14;
  private static final int TRAILER = 8;

  private final FileChannel file;
  private final CountingInputStream packed;
  private final long start;
  private final CRC32 sum = new CRC32();

  private GzipMember(FileChannel file, CountingInputStream packed, long start) {
    super(packed, new Inflater(true), BUFFER);
    this.file = file;
    this.packed = packed;
    this.start = start;
  }

  /**
   * Opens the member at a place, and moves the position of the file.
   *
   * @throws ZipException if no member begins there
   */
  static GzipMember open(FileChannel file, long start) throws IOException {
    file.position(start);
    var packed =
        new CountingInputStream(new BufferedInputStream(Channels.newInputStream(file), BUFFER));
    var summed = new CheckedInputStream(packed, new CRC32());
    skipHeader(new DataInputStream(summed), summed.getChecksum());
    return new GzipMember(file, packed, start);
  }

  private static void skipHeader(DataInputStream in, Checksum read) throws IOException {
    if ((in.readUnsignedShort() << Byte.SIZE | in.readUnsignedByte()) != BEGIN) {
      throw new ZipException("no gzip member begins there");
    }
    int flags = in.readUnsignedByte();
    in.readFully(new byte[TIME_AND_SYSTEM]);
    if ((flags & HAS_EXTRA) != 0) {
      in.readFully(new byte[Short.toUnsignedInt(Short.reverseBytes(in.readShort()))]);
    }
    for (int flag : new int[] {HAS_NAME, HAS_COMMENT}) {
      boolean more = (flags & flag) != 0;
      while (more) {
        more = in.readByte() != 0;
      }
    }
    int sum = (int) read.getValue() & 0xffff;
    if ((flags & HAS_SUM) != 0 && Short.toUnsignedInt(Short.reverseBytes(in.readShort())) != sum) {
      throw new ZipException("the checksum of its header is wrong");
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = super.read(bytes, offset, length);
    sum.update(bytes, offset, Math.max(0, count));
    return count;
  }

  /**
   * Reads the rest, checks sum and length, and returns where the member ends.
   *
   * @throws EOFException if the file ends within the member
   * @throws ZipException if the member is damaged
   */
  long end() throws IOException {
    transferTo(OutputStream.nullOutputStream());
    long end = start + packed.getCount() - inf.getRemaining();
    ByteBuffer trailer = ByteBuffer.allocate(TRAILER).order(ByteOrder.LITTLE_ENDIAN);
    while (trailer.hasRemaining()) {
      if (file.read(trailer, end + trailer.position()) < 0) {
        throw new EOFException("the member is truncated");
      }
    }
    if (trailer.getInt(0) != (int) sum.getValue()
        || trailer.getInt(Integer.BYTES) != (int) inf.getBytesWritten()) {
      throw new ZipException("its checksum or length is wrong");
    }
    return end + TRAILER;
  }

  /** Frees memory; the file stays open. */
  @Override
  public void close() {
    inf.end();
  }
}
