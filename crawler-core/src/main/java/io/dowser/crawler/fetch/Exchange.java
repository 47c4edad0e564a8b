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

/** A request and its response, whose header has arrived. */
record Exchange(
    FetchRequest request,
    AcceptedTypes types,
    Response response,
    Call call,
    WireBytes wire,
    long startNanos) {

  /** Reading and discarding a body up to this size costs less than a new connection. */
  private static final long SMALL = 65_536;

  Failed failed(FailureReason reason, String detail, boolean retryable) {
    return new Failed(
        request.url(), reason, response.code(), Failures.oneLine(detail), retryable, headers());
  }

  /** Returns the content type, or an empty string; several header lines are joined to one list. */
  String contentType() {
    return String.join(", ", response.headers("Content-Type"));
  }

  /** Returns the headers except those without a name, which OkHttp lets through. */
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

  /** Cancels the call if closing the response would read a large body. */
  void skipBody(boolean likelySmall) {
    long length = response.body().contentLength();
    if (length > SMALL || (length < 0 && !likelySmall)) {
      call.cancel();
    }
  }
}
