package io.dowser.crawler.fetch;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import okhttp3.Call;
import okhttp3.Headers;
import okhttp3.Response;

/** A response whose header has come, with what it answers and when that was asked. */
record Answer(
    FetchRequest request,
    AcceptedTypes types,
    Response response,
    Call call,
    WireBytes wire,
    long startNanos) {

  /** Bodies up to this size are cheaper to read away than a new connection. */
  private static final long SMALL = 65_536;

  Failed failed(FailureReason reason, String detail, boolean retryable) {
    return new Failed(
        request.url(), reason, response.code(), Failures.oneLine(detail), retryable, headers());
  }

  /** Returns the content type, or the empty text; several header lines are one list. */
  String contentType() {
    return String.join(", ", response.headers("Content-Type"));
  }

  /** Returns the headers but those without a name, which OkHttp lets through. */
  HttpHeaders headers() {
    Headers headers = response.headers();
    Map<String, List<String>> values = new HashMap<>();
    for (int i = 0; i < headers.size(); i++) {
      String name = headers.name(i).strip().toLowerCase(Locale.ROOT);
      values.computeIfAbsent(name, key -> new ArrayList<>(1)).add(headers.value(i));
    }
    values.remove("");
    return HttpHeaders.of(values, (name, value) -> true);
  }

  /** Sees to it that closing the response reads no large body. */
  void skipBody(boolean likelySmall) {
    long length = response.body().contentLength();
    if (length > SMALL || (length < 0 && !likelySmall)) {
      call.cancel();
    }
  }
}
