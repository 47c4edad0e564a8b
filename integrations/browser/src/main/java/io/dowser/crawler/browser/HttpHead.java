package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The first line of an HTTP/1.1 message and its header lines.
 *
 * @param first the request line or status line
 * @param lines the others, without the empty one
 */
record HttpHead(String first, List<String> lines) {

  private static final int MAX_BYTES = 262_144;
  private static final String CLOSE = "Connection: close";

  /** Headers of the connection between two machines (RFC 9110, section 7.6.1). */
  private static final Set<String> OF_CONNECTION =
      Set.of("connection", "keep-alive", "proxy-connection", "proxy-authorization");

  /** Reads up to the empty line; returns null if the connection ends before the first byte. */
  static @Nullable HttpHead read(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    int lengthOfLine = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      bytes.write(next);
      if (next == '\n' && lengthOfLine == 0) {
        List<String> lines = bytes.toString(ISO_8859_1).lines().toList();
        return new HttpHead(lines.get(0), lines.subList(1, Math.max(1, lines.size() - 1)));
      }
      lengthOfLine = next == '\n' ? 0 : lengthOfLine + (next == '\r' ? 0 : 1);
      if (bytes.size() > MAX_BYTES) {
        throw new IOException("the head of a message is longer than " + MAX_BYTES + " bytes");
      }
    }
    if (bytes.size() > 0) {
      throw new IOException("the head of a message was aborted");
    }
    return null;
  }

  String method() {
    return word(0);
  }

  /** Returns the target of the request line. */
  String target() {
    return word(1);
  }

  private String word(int number) {
    String[] words = first.split(" ", -1);
    return number < words.length ? words[number] : "";
  }

  /** Returns whether another head follows (RFC 9110, section 15.2). */
  boolean isInterim() {
    return word(1).startsWith("1") && !word(1).equals("101");
  }

  /** Returns the request for a server whose connection is used once. */
  String forServer(String path) {
    return text(method() + " " + path + " HTTP/1.1", CLOSE);
  }

  /** Returns the head of the response for a browser whose connection is used once. */
  String forBrowser() {
    return isInterim() ? text(first) : text(first, CLOSE);
  }

  private String text(String firstLine, String... added) {
    Stream<String> kept = lines.stream().filter(line -> !OF_CONNECTION.contains(name(line)));
    return Stream.of(Stream.of(firstLine), kept, Stream.of(added))
        .flatMap(each -> each)
        .collect(Collectors.joining("\r\n", "", "\r\n\r\n"));
  }

  private static String name(String line) {
    return line.substring(0, Math.max(0, line.indexOf(':'))).strip().toLowerCase(Locale.ROOT);
  }
}
