package io.dowser.crawler.fetch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
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
 * The bytes of a body as they come over the network: counts them, and keeps those that are about to
 * be unpacked. For one thread.
 */
final class WireBytes {

  private final int mostKept;
  private long bytes;
  private @Nullable ByteArrayOutputStream gzipped;

  /** A compressed body of more bytes is not kept. */
  WireBytes(int mostKept) {
    this.mostKept = mostKept;
  }

  long count() {
    return bytes;
  }

  /** What came of a body with the content coding {@code gzip}; null if it is not kept. */
  byte @Nullable [] gzipped() {
    return gzipped == null ? null : gzipped.toByteArray();
  }

  /** An interceptor on the network side, for requests that are tagged with an object of these. */
  static Response watch(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    if (response.body().contentLength() < -1) { // OkHttp would trip over it when it reads or closes
      throw new ProtocolException("the length of the body must be 0 or more, but was negative");
    }
    WireBytes wire = chain.request().tag(WireBytes.class);
    return wire == null ? response : wire.watched(response);
  }

  private Response watched(Response response) {
    if ("gzip".equalsIgnoreCase(response.header("Content-Encoding"))) {
      gzipped = new ByteArrayOutputStream();
    }
    return response.newBuilder().body(watched(response.body())).build();
  }

  private void came(Buffer sink, long read) throws IOException {
    bytes += read;
    if (gzipped != null && bytes <= mostKept) {
      sink.copyTo(gzipped, sink.size() - read, read);
    } else {
      gzipped = null;
    }
  }

  private ResponseBody watched(ResponseBody body) {
    Source watched =
        new ForwardingSource(body.source()) {
          @Override
          public long read(Buffer sink, long byteCount) throws IOException {
            long read = super.read(sink, byteCount);
            if (read > 0) {
              came(sink, read);
            }
            return read;
          }
        };
    return new WatchedBody(body, Okio.buffer(watched));
  }

  private static final class WatchedBody extends ResponseBody {

    private final ResponseBody body;
    private final BufferedSource source;

    WatchedBody(ResponseBody body, BufferedSource source) {
      this.body = body;
      this.source = source;
    }

    @Override
    public okhttp3.@Nullable MediaType contentType() {
      return body.contentType();
    }

    @Override
    public long contentLength() {
      return body.contentLength();
    }

    @Override
    public BufferedSource source() {
      return source;
    }
  }
}
