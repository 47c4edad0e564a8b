package io.dowser.crawler.fetch;

import io.dowser.crawler.internal.GzipMembers;
import java.io.IOException;
import java.util.zip.ZipException;
import okio.Buffer;
import okio.BufferedSource;
import okio.Source;
import okio.Timeout;

/**
 * Decodes a body with the content coding gzip, all of its members (RFC 1952, section 2.2); OkHttp
 * decodes the first, and the JDK's reader calls itself once for each empty one. A body without a
 * byte is empty. What follows the last member and begins no other is ignored, as browsers do. Not
 * thread-safe.
 */
final class GzipBody implements Source {

  private final BufferedSource packed;
  private final GzipMembers members;
  private final byte[] output = new byte[8_192];
  private boolean begun;
  private boolean inMember;

  GzipBody(BufferedSource packed) {
    this.packed = packed;
    this.members = new GzipMembers(packed.inputStream());
  }

  @Override
  public long read(Buffer sink, long byteCount) throws IOException {
    while (inMember || begin()) {
      int count = members.read(output, 0, (int) Math.min(byteCount, output.length));
      if (count >= 0) {
        sink.write(output, 0, count);
        return count;
      }
      members.end();
      inMember = false;
    }
    return -1;
  }

  private boolean begin() throws IOException {
    if (!begun && packed.exhausted()) {
      return false;
    }
    inMember = members.begin();
    if (!begun && !inMember) {
      throw new ZipException("the body does not begin as gzip does");
    }
    begun = true;
    return inMember;
  }

  @Override
  public Timeout timeout() {
    return packed.timeout();
  }

  @Override
  public void close() throws IOException {
    members.close();
    packed.close();
  }
}
