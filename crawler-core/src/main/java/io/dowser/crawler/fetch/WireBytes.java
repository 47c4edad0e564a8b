package io.dowser.crawler.fetch;

import io.dowser.crawler.api.Body;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a body as they come over the network: counts them, and unpacks and keeps those with
 * the content coding gzip. Not thread-safe.
 */
final class WireBytes {

  /** Most compressed pages fit into this. */
  private static final int USUAL = 16_384;

  /** The first bytes of a gzip member: its magic number, and deflate (RFC 1952, section 2.3.1). */
  private static final byte[] GZIP = {0x1f, (byte) 0x8b, 8};

  private static final int HEADER = 10;
  private static final int TRAILER = 8;

  /**
   * Compressed bytes that are always allowed; a body of empty members, or with an endless name,
   * stops here.
   */
  private static final int SLACK = 65_536;

  private final int mostKept;
  private final long mostPacked;
  private boolean packed;
  private long bytes;
  private @Nullable ByteArrayOutputStream gzipped;

  /**
   * Prepares for some decoded bytes; a compressed body that has not brought them after twice as
   * many aborts, and one that is larger is not kept.
   */
  WireBytes(int mostDecoded, boolean kept) {
    mostKept = kept ? mostDecoded : 0;
    mostPacked = 2L * mostDecoded + SLACK;
  }

  long count() {
    return bytes;
  }

  /**
   * Creates the body of a page that came whole. It has the bytes that came if these are one gzip
   * member without optional parts, which some readers of archives do not know, and of the decoded
   * bytes: a caller's interceptor may have changed the body, or asked twice.
   */
  Body bodyOf(byte[] decoded) {
    byte[] sent = gzipped == null ? new byte[0] : gzipped.toByteArray();
    return isPlainGzip(sent) && isTrailerOf(decoded, sent)
        ? Body.gunzipped(decoded, sent)
        : Body.of(decoded);
  }

  private static boolean isPlainGzip(byte[] sent) {
    return sent.length >= HEADER + TRAILER
        && Arrays.equals(sent, 0, GZIP.length, GZIP, 0, GZIP.length)
        && sent[GZIP.length] == 0;
  }

  private static boolean isTrailerOf(byte[] decoded, byte[] sent) {
    var crc = new CRC32();
    crc.update(decoded);
    ByteBuffer trailer =
        ByteBuffer.wrap(sent, sent.length - TRAILER, TRAILER).order(ByteOrder.LITTLE_ENDIAN);
    return trailer.getInt() == (int) crc.getValue() && trailer.getInt() == decoded.length;
  }

  /**
   * Intercepts on the network side the responses to requests that are tagged with an object of this
   * class.
   */
  static Response intercept(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    if (response.body().contentLength() < -1) { // OkHttp would fail on it when it reads or closes
      throw new ProtocolException("the length of the body must be 0 or more, but was negative");
    }
    WireBytes wire = chain.request().tag(WireBytes.class);
    return (wire == null ? new WireBytes(Integer.MAX_VALUE, false) : wire)
        .watch(response); // null if an interceptor rebuilt the request
  }

  private Response watch(Response response) {
    boolean isGzip = isGzip(response.header("Content-Encoding", "").strip());
    bytes = 0; // a caller's interceptor may repeat the request, after an earlier response
    packed = isGzip;
    gzipped = isGzip ? new ByteArrayOutputStream(Math.min(USUAL, mostKept)) : null;
    BufferedSource watched = Okio.buffer(watched(response.body().source()));
    Response.Builder builder = response.newBuilder();
    if (!isGzip) {
      long length = response.body().contentLength();
      return builder
          .body(ResponseBody.create(watched, response.body().contentType(), length))
          .build();
    }
    return builder
        .removeHeader("Content-Encoding")
        .removeHeader("Content-Length")
        .body(
            ResponseBody.create(
                Okio.buffer(new GzipBody(watched)), response.body().contentType(), -1))
        .build();
  }

  /** Returns whether a coding is gzip, which has two names (RFC 9110, section 8.4.1.3). */
  private static boolean isGzip(String coding) {
    return coding.equalsIgnoreCase("gzip") || coding.equalsIgnoreCase("x-gzip");
  }

  private void came(Buffer sink, long read) throws IOException {
    bytes += read;
    if (packed && bytes > mostPacked) {
      throw new ZipException("the body takes more bytes compressed than it has");
    }
    if (gzipped != null && bytes <= mostKept) {
      sink.copyTo(gzipped, sink.size() - read, read);
    } else {
      gzipped = null;
    }
  }

  private Source watched(Source body) {
    return new ForwardingSource(body) {
      @Override
      public long read(Buffer sink, long byteCount) throws IOException {
        long read = super.read(sink, byteCount);
        if (read > 0) {
          came(sink, read);
        }
        return read;
      }
    };
  }
}
