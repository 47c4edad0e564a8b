package io.dowser.crawler.internal;

import com.google.common.io.CountingInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * Reads gzip members (RFC 1952, section 2.3), one after the other. Each is read as a separate
 * stream, from {@link #begin} to {@link #end}. Not thread-safe.
 */
public final class GzipMembers extends InflaterInputStream {

  /** The first bytes of a member: its magic number, and deflate. */
  private static final byte[] BEGIN = {0x1f, (byte) 0x8b, 8};

  private static final int HAS_SUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int TIME_AND_SYSTEM = 6;
  private static final int BUFFER = 1 << 14;
  private static final int TRAILER = 8;

  private final PushbackInputStream packed;
  private final CRC32 sum = new CRC32();
  private long headerSize;

  /** Creates a reader; the stream must be a buffered one, since headers are read byte by byte. */
  public GzipMembers(InputStream packed) {
    this(new PushbackInputStream(packed, BUFFER));
  }

  private GzipMembers(PushbackInputStream packed) {
    super(packed, new Inflater(true), BUFFER);
    this.packed = packed;
  }

  /**
   * Begins the first member, or the one behind that which has ended; returns false if none is
   * there.
   *
   * @throws java.io.EOFException if the data end within the header
   * @throws ZipException if the header is damaged
   */
  public boolean begin() throws IOException {
    var counted = new CountingInputStream(packed);
    var summed = new CheckedInputStream(counted, new CRC32());
    byte[] begin = summed.readNBytes(BEGIN.length);
    if (!Arrays.equals(begin, BEGIN)) {
      packed.unread(begin);
      return false;
    }
    skipOptions(new DataInputStream(summed), summed);
    headerSize = counted.getCount();
    inf.reset();
    sum.reset();
    return true;
  }

  private static void skipOptions(DataInputStream in, CheckedInputStream summed)
      throws IOException {
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
    short sum = (short) summed.getChecksum().getValue();
    if ((flags & HAS_SUM) != 0 && Short.reverseBytes(in.readShort()) != sum) {
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
   * Reads the rest of the member, checks sum and length, and returns its number of bytes, packed.
   *
   * @throws java.io.EOFException if the data end within the member
   * @throws ZipException if the member is damaged
   */
  public long end() throws IOException {
    transferTo(OutputStream.nullOutputStream());
    packed.unread(buf, len - inf.getRemaining(), inf.getRemaining());
    var trailer = new DataInputStream(packed);
    boolean sumIsRight = Integer.reverseBytes(trailer.readInt()) == (int) sum.getValue();
    boolean lengthIsRight = Integer.reverseBytes(trailer.readInt()) == (int) inf.getBytesWritten();
    if (!sumIsRight || !lengthIsRight) {
      throw new ZipException("its checksum or length is wrong");
    }
    return headerSize + inf.getBytesRead() + TRAILER;
  }

  /** Frees memory; what is read from stays open. */
  @Override
  public void close() {
    inf.end();
  }
}
