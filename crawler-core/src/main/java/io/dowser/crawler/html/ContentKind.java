package io.dowser.crawler.html;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.internal.types.MediaTypes;

/** The kind of content, by its declared type and its first characters. */
enum ContentKind {
  /** Markup with links. */
  HTML,
  /** Text without markup. */
  TEXT,
  /** Neither. */
  OTHER;

  /** Characters whose look reports whether a page is text at all. */
  private static final int START = 1_024;

  /** One control character among this many is an accident. */
  private static final int TOLERANCE = 32;

  private static final CharMatcher CONTROL =
      CharMatcher.inRange('\0', '\u001f').and(CharMatcher.noneOf("\n\r\t\f\u001b")).precomputed();

  /** Judges the declared type; without one, a page is taken for HTML. */
  static ContentKind declared(String contentType) {
    String type = MediaTypes.essence(contentType);
    return switch (type) {
      case "",
          "unknown/unknown",
          "application/unknown",
          "text/html",
          "application/xhtml+xml",
          "text/xml",
          "application/xml" ->
          HTML;
      case "text/plain" -> TEXT;
      case "text/css", "text/javascript" -> OTHER;
      default -> other(type);
    };
  }

  /** Servers make up types; what they call HTML or XML is tried as such. */
  private static ContentKind other(String type) {
    if (type.endsWith("+xml") || type.contains("html")) {
      return type.startsWith("image/") ? OTHER : HTML;
    }
    return type.startsWith("text/") ? TEXT : OTHER;
  }

  /** Returns whether content that is labelled as text is something else. */
  static boolean looksBinary(String text) {
    if (text.startsWith("%PDF-") || text.startsWith("%!PS")) {
      return true;
    }
    String start = text.substring(0, Math.min(START, text.length()));
    return CONTROL.countIn(start) * TOLERANCE > start.length();
  }
}
