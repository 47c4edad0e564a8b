package io.dowser.crawler.browser;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of an event, or the result of a command, of WebDriver BiDi. */
record BiDiEvent(Map<String, Object> values) {

  /** Returns the text at the end of a path of names, or the empty string. */
  String text(String... path) {
    return at(path) instanceof String text ? text : "";
  }

  private @Nullable Object at(String... path) {
    Object value = values;
    for (String name : path) {
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return value;
  }

  /** Returns the number at the end of a path of names, or 0. */
  long number(String... path) {
    return at(path) instanceof Number number ? number.longValue() : 0;
  }

  /** Returns the list at the end of a path of names, or the empty list. */
  List<?> list(String... path) {
    return at(path) instanceof List<?> list ? list : List.of();
  }

  /** Returns the headers of {@code request} or {@code response}; their names are in lower case. */
  Map<String, List<String>> headers(String of) {
    var headers = new HashMap<String, List<String>>();
    for (Object each : list(of, "headers")) {
      if (each instanceof Map<?, ?> header
          && header.get("name") instanceof String name
          && header.get("value") instanceof Map<?, ?> value
          && value.get("value") instanceof String text) {
        headers.computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>()).add(text);
      }
    }
    return headers;
  }

  /** Returns whether a value is there and true. */
  boolean isTrue(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }
}
