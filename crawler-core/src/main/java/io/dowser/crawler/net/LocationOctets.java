package io.dowser.crawler.net;

import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import okio.Buffer;
import okio.BufferedSource;
import okio.ByteString;
import okio.Okio;

/**
 * Percent-encodes the octets of a {@code Location} or {@code Refresh} field that is not UTF-8, in
 * responses over plain HTTP/1.
 *
 * <p>Servers send such fields in Latin-1 or GBK, and browsers request the original octets. OkHttp
 * decodes heads as UTF-8 before an interceptor sees them, and the octets are lost. Bytes after a
 * request are a head if they begin like one; records of TLS do not. One thread may read while
 * another one writes.
 */
final class LocationOctets extends InputStream {

  private static final ByteString STATUS = ByteString.encodeUtf8("HTTP/1.");

  private static final List<ByteString> FIELDS =
      List.of(ByteString.encodeUtf8("location:"), ByteString.encodeUtf8("refresh:"));

  /** Longer lines are not changed. */
  private static final int MAX_LINE = 65_536;

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final InputStream socket;
  private final BufferedSource source;
  private final Buffer line = new Buffer();
  private volatile boolean headExpected;
  private boolean inHead;

  LocationOctets(InputStream socket) {
    this.socket = socket;
    this.source = Okio.buffer(Okio.source(socket));
  }

  /** Records that a request was written. */
  void expectHead() {
    headExpected = true;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length > 0 && line.exhausted()) {
      readLine();
    }
    return line.exhausted() ? source.read(bytes, offset, length) : line.read(bytes, offset, length);
  }

  private void readLine() throws IOException {
    if (headExpected) {
      inHead = source.rangeEquals(0, STATUS);
      headExpected = false;
    }
    long end = inHead ? source.indexOf((byte) '\n', 0, MAX_LINE) : -1;
    inHead = end > 1 || (end == 1 && source.getBuffer().getByte(0) != '\r');
    if (inHead) {
      line.write(encoded(source.readByteString(end + 1)));
    }
  }

  private static ByteString encoded(ByteString field) {
    boolean isUrl = FIELDS.stream().anyMatch(name -> field.toAsciiLowercase().startsWith(name));
    return isUrl && !isUtf8(field) ? percentEncoded(field) : field;
  }

  private static boolean isUtf8(ByteString field) {
    return ByteString.encodeUtf8(field.utf8()).equals(field);
  }

  private static ByteString percentEncoded(ByteString field) {
    var encoded = new StringBuilder();
    for (byte octet : field.toByteArray()) {
      if (octet < 0) {
        HEX.toHexDigits(encoded.append('%'), octet);
      } else {
        encoded.append((char) octet);
      }
    }
    return ByteString.encodeUtf8(encoded.toString());
  }

  @Override
  public int available() throws IOException {
    return (int) (line.size() + source.getBuffer().size()) + socket.available();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
