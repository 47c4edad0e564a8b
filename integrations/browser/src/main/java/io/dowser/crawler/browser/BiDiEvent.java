package io.dowser.crawler.browser;

import java.util.Map;

/** The parameters of an event, or the result of a command, of WebDriver BiDi. */
record BiDiEvent(Map<String, Object> values) {

  /** Returns the text at the end of a path of names, or the empty string. */
  String text(String... path) {
    Object value = values;
    for (String name : path) {
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return value instanceof String text ? text : "";
  }

  /** Returns whether a value is there and true. */
  boolean isTrue(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }
}
