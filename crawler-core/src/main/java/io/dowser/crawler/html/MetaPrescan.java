package io.dowser.crawler.html;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an encoding declaration among the first bytes of a page, without parsing it.
 *
 * <p>Source: WHATWG, <i>HTML Standard</i>, section 13.2.3.2 (prescan a byte stream to determine its
 * encoding).
 *
 * <p>Where this differs: it reads {@value #WINDOW} bytes where the standard allows 1024, because
 * pages declare late; the label is returned as it stands and mapped by {@link EncodingLabels}; an
 * unknown label is passed over. Not thread-safe.
 */
final class MetaPrescan {

  /** Bytes that are looked at. */
  static final int WINDOW = 16_384;

  private final byte[] bytes;
  private int at;

  private MetaPrescan(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Finds the first declaration that means something.
   *
   * @return its label, or null if there is none
   */
  static @Nullable String label(byte[] start) {
    return new MetaPrescan(start).scan();
  }

  private @Nullable String scan() {
    for (at = 0; at < bytes.length; at++) {
      if (bytes[at] == '<') {
        String label = markup();
        if (label != null) {
          return label;
        }
      }
    }
    return null;
  }

  private @Nullable String markup() {
    if (matches("<!--")) {
      skipComment();
    } else if (matches("<meta") && isSpaceOrSlash(at + 5)) {
      at += 5;
      return meta();
    } else if (isLetter(at + 1) || (byteAt(at + 1) == '/' && isLetter(at + 2))) {
      skipTag();
    } else if (byteAt(at + 1) == '!' || byteAt(at + 1) == '/' || byteAt(at + 1) == '?') {
      skipTo('>');
    }
    return null;
  }

  private void skipComment() {
    at += 2; // the hyphens that open a comment may close it too
    while (at < bytes.length && !matches("-->")) {
      at++;
    }
    at += 2;
  }

  private void skipTag() {
    while (at < bytes.length && !isSpace(at) && bytes[at] != '>') {
      at++;
    }
    var attribute = new Attribute();
    while (attribute.read()) {
      // only its end matters
    }
  }

  private void skipTo(char wanted) {
    while (at < bytes.length && bytes[at] != wanted) {
      at++;
    }
  }

  private @Nullable String meta() {
    var attribute = new Attribute();
    boolean pragma = false;
    String charset = null;
    String inContent = null;
    while (attribute.read()) {
      switch (attribute.name) {
        case "http-equiv" -> pragma |= attribute.value.equals("content-type");
        case "charset" -> charset = charset == null ? attribute.value : charset;
        case "content" -> inContent = inContent == null ? fromContent(attribute) : inContent;
        default -> {} // not about the encoding
      }
    }
    String label = charset != null ? charset : pragma ? inContent : null;
    boolean truncated = at >= bytes.length; // what is not closed is not a tag yet
    return label == null || truncated ? null : meaningful(label);
  }

  private static @Nullable String fromContent(Attribute attribute) {
    return charsetIn(attribute.value);
  }

  private static @Nullable String meaningful(String label) {
    if (EncodingLabels.isReplaced(label)) {
      return label;
    }
    var charset = EncodingLabels.find(label);
    if (charset == null) {
      return null;
    }
    // who reads this declaration byte by byte knows that the page is not in UTF-16
    return charset.name().startsWith("UTF-16") ? "utf-8" : label;
  }

  /** Finds the label in the value of a content attribute or of a Content-Type header. */
  static @Nullable String charsetIn(String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    int found = lower.indexOf("charset");
    while (found >= 0) {
      int equals = skipSpaces(lower, found + 7);
      if (equals < lower.length() && lower.charAt(equals) == '=') {
        return labelAt(lower, skipSpaces(lower, equals + 1));
      }
      found = lower.indexOf("charset", found + 7);
    }
    return null;
  }

  private static @Nullable String labelAt(String lower, int start) {
    if (start >= lower.length()) {
      return null;
    }
    char first = lower.charAt(start);
    if (first == '"' || first == '\'') {
      int end = lower.indexOf(first, start + 1);
      return end < 0 ? null : lower.substring(start + 1, end);
    }
    int end = start;
    while (end < lower.length() && lower.charAt(end) > ' ' && lower.charAt(end) != ';') {
      end++;
    }
    return lower.substring(start, end);
  }

  private static int skipSpaces(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) <= ' ') {
      i++;
    }
    return i;
  }

  private boolean matches(String lowerCase) {
    for (int i = 0; i < lowerCase.length(); i++) {
      int c = byteAt(at + i);
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private int byteAt(int index) {
    return index < bytes.length ? bytes[index] : -1;
  }

  private boolean isLetter(int index) {
    int c = byteAt(index) | 32;
    return c >= 'a' && c <= 'z';
  }

  private boolean isSpace(int index) {
    int c = byteAt(index);
    return c == ' ' || (c >= '\t' && c <= '\r' && c != 0x0b);
  }

  private boolean isSpaceOrSlash(int index) {
    return isSpace(index) || byteAt(index) == '/';
  }

  /** Reads the attributes of a tag one after the other, from {@link #at} on. */
  private final class Attribute {

    private String name = "";
    private String value = "";

    /** Reads the next one; false at the end of the tag, with {@link #at} on its bracket. */
    boolean read() {
      while (isSpaceOrSlash(at)) {
        at++;
      }
      if (at >= bytes.length || bytes[at] == '>') {
        return false;
      }
      name = name();
      value = "";
      int afterName = at;
      skipSpaces();
      if (byteAt(at) == '=') {
        at++;
        skipSpaces();
        value = value();
      } else {
        at = afterName;
      }
      return true;
    }

    private String name() {
      int start = at++; // an equals sign may begin a name
      while (at < bytes.length && !isSpaceOrSlash(at) && bytes[at] != '>' && bytes[at] != '=') {
        at++;
      }
      return lowerCase(start, at);
    }

    private String value() {
      int quote = byteAt(at);
      if (quote == '"' || quote == '\'') {
        int start = ++at;
        skipTo((char) quote);
        return lowerCase(start, at++);
      }
      int start = at;
      while (at < bytes.length && !isSpace(at) && bytes[at] != '>') {
        at++;
      }
      return lowerCase(start, at);
    }

    private void skipSpaces() {
      while (isSpace(at)) {
        at++;
      }
    }

    private String lowerCase(int start, int end) {
      int stop = Math.min(end, bytes.length);
      return new String(bytes, start, Math.max(0, stop - start), StandardCharsets.ISO_8859_1)
          .toLowerCase(Locale.ROOT);
    }
  }
}
