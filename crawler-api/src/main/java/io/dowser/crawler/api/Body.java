package io.dowser.crawler.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * The bytes of a page, decoded from any transfer or content encoding.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class Body {

  /** No bytes. */
  public static final Body EMPTY = new Body(new byte[0]);

  private final byte[] bytes;

  private Body(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Takes bytes without copying them.
   *
   * @param bytes the bytes; not to be changed from now on
   * @return the body
   */
  public static Body of(byte[] bytes) {
    return new Body(requireNonNull(bytes, "bytes"));
  }

  /**
   * Counts the bytes.
   *
   * @return 0 or more
   */
  public int size() {
    return bytes.length;
  }

  /**
   * Reads the bytes.
   *
   * @return a new stream, which needs no closing
   */
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }

  /**
   * Looks at the bytes without copying them.
   *
   * @return a new read-only buffer over all of them
   */
  public ByteBuffer asByteBuffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /**
   * Decodes the bytes.
   *
   * @param charset how
   * @return the text; what cannot be decoded becomes a replacement character
   */
  public String decode(Charset charset) {
    return charset.equals(UTF_8) ? Utf8.decode(bytes) : new String(bytes, charset);
  }

  /**
   * Copies the bytes out.
   *
   * @return a new array
   */
  public byte[] toArray() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Body that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Body[" + bytes.length + " bytes]";
  }
}
