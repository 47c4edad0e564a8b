package io.dowser.crawler.fetch;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import okhttp3.Headers;

/** Brings headers into the form that the rest of the library knows. */
final class ResponseHeaders {

  private ResponseHeaders() {}

  /** Drops headers without a name, which OkHttp lets through and the JDK's type refuses. */
  static HttpHeaders of(Headers headers) {
    Map<String, List<String>> values = new HashMap<>();
    for (int i = 0; i < headers.size(); i++) {
      String name = headers.name(i).strip().toLowerCase(Locale.ROOT);
      values.computeIfAbsent(name, key -> new ArrayList<>(1)).add(headers.value(i));
    }
    values.remove("");
    return HttpHeaders.of(values, (name, value) -> true);
  }
}
