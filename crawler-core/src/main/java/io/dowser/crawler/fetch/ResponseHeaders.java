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
    int size = headers.size();
    Map<String, List<String>> values = new HashMap<>(size * 2);
    for (int i = 0; i < size; i++) {
      String name = headers.name(i).strip().toLowerCase(Locale.ROOT);
      if (!name.isEmpty()) {
        add(values, name, headers.value(i));
      }
    }
    return HttpHeaders.of(values, (name, value) -> true);
  }

  private static void add(Map<String, List<String>> values, String name, String value) {
    List<String> before = values.putIfAbsent(name, List.of(value));
    if (before != null) {
      List<String> all = new ArrayList<>(before);
      all.add(value);
      values.put(name, all);
    }
  }
}
