package io.dowser.crawler.archive;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Collects response headers. What cannot be a name is left out with its value, as old archives have
 * such lines; a line break in a value becomes a space (RFC 9110, section 5.5).
 */
final class HeaderLines {

  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private static final Pattern LINE_BREAK = Pattern.compile("[\\r\\n\\x00]+");

  private final Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  HeaderLines add(String name, String value) {
    if (NAME.matcher(name).matches()) {
      String line = LINE_BREAK.matcher(value).replaceAll(" ");
      values.computeIfAbsent(name, key -> new ArrayList<>(1)).add(line);
    }
    return this;
  }

  HeaderLines addAll(Map<String, List<String>> headers) {
    headers.forEach((name, all) -> all.forEach(value -> add(name, value)));
    return this;
  }

  HeaderLines remove(String name) {
    values.remove(name);
    return this;
  }

  /** Removes the codings of a body that is decoded by now, and the length that it had with them. */
  HeaderLines removeCodings() {
    boolean coded = values.remove("content-encoding") != null;
    coded |= values.remove("transfer-encoding") != null;
    return coded ? remove("content-length") : this;
  }

  /** Writes them as lines, each of which ends with CR and LF. */
  void appendTo(StringBuilder out) {
    values.forEach(
        (name, all) ->
            all.forEach(value -> out.append(name).append(": ").append(value).append("\r\n")));
  }

  HttpHeaders build() {
    return HttpHeaders.of(values, (name, value) -> true);
  }
}
