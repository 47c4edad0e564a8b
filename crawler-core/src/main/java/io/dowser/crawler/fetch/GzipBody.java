package io.dowser.crawler.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import okio.Buffer;
import okio.BufferedSource;
import okio.Okio;
import okio.Source;
import okio.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a body with the content coding gzip, all of its members (RFC 1952, section 2.2); OkHttp
 * decodes the first. A body without a byte is empty. What follows the last member and begins no
 * other is ignored, as browsers do. Not thread-safe.
 */
final class GzipBody implements Source {

  private static final int BUFFER = 8_192;

  private final BufferedSource packed;
  private @Nullable Source decoded;
  private @Nullable IOException failure;

  GzipBody(BufferedSource packed) {
    this.packed = packed;
  }

  @Override
  public long read(Buffer sink, long byteCount) throws IOException {
    if (decoded == null) {
      if (packed.exhausted()) {
        return -1;
      }
      decoded = Okio.source(new GZIPInputStream(new Packed(), BUFFER));
    }
    long read = decoded.read(sink, byteCount);
    if (read < 0 && failure != null) {
      throw failure;
    }
    return read;
  }

  @Override
  public Timeout timeout() {
    return packed.timeout();
  }

  @Override
  public void close() throws IOException {
    if (decoded != null) {
      decoded.close();
    }
    packed.close();
  }

  /**
   * Tells the JDK's reader whether more bytes come, which it asks between two members, and keeps an
   * error, which it takes there for the end.
   */
  private final class Packed extends InputStream {

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return packed.read(bytes, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public int available() throws IOException {
      return packed.exhausted() ? 0 : 1;
    }
  }
}
