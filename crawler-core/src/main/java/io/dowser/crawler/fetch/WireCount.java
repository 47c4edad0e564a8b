package io.dowser.crawler.fetch;

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
 * Counts the bytes of a body as they come over the network, before they are inflated; for one
 * thread.
 */
final class WireCount {

  private long bytes;

  long bytes() {
    return bytes;
  }

  /** An interceptor on the network side; counts for requests that are tagged with a count. */
  static Response count(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    if (response.body().contentLength() < -1) { // OkHttp would trip over it when it reads or closes
      throw new ProtocolException("the length of the body must be 0 or more, but was negative");
    }
    WireCount count = chain.request().tag(WireCount.class);
    return count == null
        ? response
        : response.newBuilder().body(count.counted(response.body())).build();
  }

  private ResponseBody counted(ResponseBody body) {
    Source counting =
        new ForwardingSource(body.source()) {
          @Override
          public long read(Buffer sink, long byteCount) throws IOException {
            long read = super.read(sink, byteCount);
            bytes += Math.max(0, read);
            return read;
          }
        };
    return new CountedBody(body, Okio.buffer(counting));
  }

  private static final class CountedBody extends ResponseBody {

    private final ResponseBody body;
    private final BufferedSource source;

    CountedBody(ResponseBody body, BufferedSource source) {
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
