package io.dowser.crawler.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a page, decoded from any transfer or content coding; if it was sent compressed,
 * perhaps also the compressed bytes.
 *
 * <p>Two bodies are equal if their decoded bytes are. Immutable and thread-safe.
 *
 * <pre>{@code
 * Body body = Body.of(Files.readAllBytes(Path.of("page.html")));
 * String html = body.decode(StandardCharsets.UTF_8);
 * }</pre>
 */
public final class Body {

  /** No bytes. */
  public static final Body EMPTY = new Body(new byte[0], null);

  private final byte[] bytes;
  private final byte @Nullable [] gzipped;

  private Body(byte[] bytes, byte @Nullable [] gzipped) {
    this.bytes = bytes;
    this.gzipped = gzipped;
  }

  /**
   * {@return a body of bytes, which are not copied}
   *
   * @param bytes the bytes; not to be changed from now on
   */
  public static Body of(byte[] bytes) {
    return new Body(requireNonNull(bytes, "bytes"), null);
  }

  /**
   * {@return a body that was sent compressed, whose bytes are not copied}
   *
   * @param bytes the decoded bytes; not to be changed from now on
   * @param gzipped the same bytes as they came, with the content coding {@code gzip}; not to be
   *     changed from now on. It is not verified that they decompress to {@code bytes}.
   * @throws IllegalArgumentException if {@code gzipped} is empty, which no coding produces
   */
  public static Body gunzipped(byte[] bytes, byte[] gzipped) {
    if (gzipped.length == 0) {
      throw new IllegalArgumentException("gzipped must have a byte or more, but was empty");
    }
    return new Body(requireNonNull(bytes, "bytes"), gzipped);
  }

  /**
   * Returns the compressed bytes as they were sent, without copying them.
   *
   * @return a new read-only buffer over the bytes with the content coding {@code gzip}; empty if
   *     the body was sent without a coding or is incomplete, or if its fetcher does not provide
   *     them
   */
  public Optional<ByteBuffer> gzipped() {
    return Optional.ofNullable(gzipped).map(sent -> ByteBuffer.wrap(sent).asReadOnlyBuffer());
  }

  /** {@return the number of bytes, 0 or more} */
  public int size() {
    return bytes.length;
  }

  /** {@return a new stream over the bytes, which needs no closing} */
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }

  /** {@return a new read-only buffer over all bytes, which are not copied} */
  public ByteBuffer asByteBuffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /**
   * Decodes the bytes.
   *
   * @param charset the charset
   * @return the text, with a replacement character for bytes that cannot be decoded
   */
  public String decode(Charset charset) {
    return charset.equals(UTF_8) ? Utf8.decode(bytes) : new String(bytes, charset);
  }

  /** {@return a copy of the bytes} */
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
