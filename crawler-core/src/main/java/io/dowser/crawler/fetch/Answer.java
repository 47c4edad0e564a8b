package io.dowser.crawler.fetch;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import okhttp3.Call;
import okhttp3.Response;

/** A response whose header has come, with what it answers and when that was asked. */
record Answer(FetchRequest request, Response response, Call call, WireBytes wire, long startNanos) {

  /** Bodies up to this size are cheaper to read away than a new connection. */
  private static final long SMALL = 65_536;

  Failed failed(FailureReason reason, String detail, boolean retryable) {
    return new Failed(
        request.url(),
        reason,
        response.code(),
        Failures.oneLine(detail),
        retryable,
        ResponseHeaders.of(response.headers()));
  }

  /** Sees to it that closing the response reads no large body. */
  void skipBody(boolean likelySmall) {
    long length = response.body().contentLength();
    if (length > SMALL || (length < 0 && !likelySmall)) {
      call.cancel();
    }
  }
}
