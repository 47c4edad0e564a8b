package io.dowser.crawler.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import okio.Buffer;
import okio.BufferedSource;
import okio.ByteString;
import okio.Source;
import okio.Timeout;

/**
 * Decodes a body with the content coding gzip, all of its members (RFC 1952, section 2.2); OkHttp
 * decodes the first, and the JDK's reader calls itself once for each empty one. A body without a
 * byte is empty. What follows the last member and begins no other is ignored, as browsers do. Not
 * thread-safe.
 */
final class GzipBody implements Source {

  /** The first bytes of a member: its magic number, and deflate as its method. */
  private static final ByteString BEGIN = ByteString.of((byte) 0x1f, (byte) 0x8b, (byte) 8);

  private static final int HAS_SUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int TIME_AND_SYSTEM = 6;

  private final BufferedSource packed;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 sum = new CRC32();
  private final byte[] input = new byte[8_192];
  private final byte[] output = new byte[8_192];
  private boolean begun;
  private boolean inMember;

  GzipBody(BufferedSource packed) {
    this.packed = packed;
  }

  @Override
  public long read(Buffer sink, long byteCount) throws IOException {
    while (inMember || begin()) {
      int count = inflate((int) Math.min(byteCount, output.length));
      if (count > 0) {
        sum.update(output, 0, count);
        sink.write(output, 0, count);
        return count;
      }
      if (inflater.finished()) {
        end();
      } else if (inflater.needsDictionary()) {
        throw new ZipException("gzip has no dictionaries");
      }
    }
    return -1;
  }

  private boolean begin() throws IOException {
    if (packed.exhausted() || (begun && !packed.rangeEquals(0, BEGIN))) {
      return false;
    }
    if (!packed.rangeEquals(0, BEGIN)) {
      throw new ZipException("the body does not begin as gzip does");
    }
    packed.skip(BEGIN.size());
    skipOptions(packed.readByte());
    inflater.reset();
    sum.reset();
    begun = true;
    inMember = true;
    return true;
  }

  private void skipOptions(int flags) throws IOException {
    packed.skip(TIME_AND_SYSTEM);
    if ((flags & HAS_EXTRA) != 0) {
      packed.skip(Short.toUnsignedInt(packed.readShortLe()));
    }
    for (int flag : new int[] {HAS_NAME, HAS_COMMENT}) {
      boolean more = (flags & flag) != 0;
      while (more) {
        more = packed.readByte() != 0;
      }
    }
    packed.skip((flags & HAS_SUM) == 0 ? 0 : 2);
  }

  /**
   * Inflates bytes; takes no more from the source than the member has, because the next one may
   * follow.
   */
  private int inflate(int most) throws IOException {
    int fed = packed.peek().read(input);
    if (fed < 0) {
      throw new EOFException("the compressed body is truncated");
    }
    inflater.setInput(input, 0, fed);
    try {
      int count = inflater.inflate(output, 0, most);
      packed.skip(fed - inflater.getRemaining());
      return count;
    } catch (DataFormatException e) {
      throw (ZipException) new ZipException("the body is damaged: " + e.getMessage()).initCause(e);
    }
  }

  private void end() throws IOException {
    boolean sumIsRight = packed.readIntLe() == (int) sum.getValue();
    boolean lengthIsRight = packed.readIntLe() == (int) inflater.getBytesWritten();
    if (!sumIsRight || !lengthIsRight) {
      throw new ZipException("the sum or length of the body is wrong");
    }
    inMember = false;
  }

  @Override
  public Timeout timeout() {
    return packed.timeout();
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    packed.close();
  }
}
