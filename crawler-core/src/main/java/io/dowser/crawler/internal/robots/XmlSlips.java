package io.dowser.crawler.internal.robots;

import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import java.util.Set;
import org.jsoup.nodes.Entities;

/**
 * Mends what XML parsers end at, and what sites write nevertheless: ampersands and less-than signs
 * that are not escaped, entities of HTML, and control characters. Not thread-safe.
 */
final class XmlSlips extends Reader {

  private static final Set<String> PREDEFINED = Set.of("amp", "lt", "gt", "quot", "apos");
  private static final char[] CDATA = "<![CDATA[".toCharArray();
  private static final char[] END_OF_CDATA = "]]>".toCharArray();

  /** Characters that are looked at together; the longest entity of HTML has 33. */
  private static final int AHEAD = 40;

  private final Reader in;
  private final char[] raw = new char[8_192];
  private int end;
  private boolean isAtEnd;
  private boolean inCdata;
  private final StringBuilder mended = new StringBuilder();
  private int next;

  XmlSlips(Reader in) {
    this.in = in;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    while (next == mended.length() && !(isAtEnd && end == 0)) {
      mended.setLength(0);
      next = 0;
      fill();
      mend();
    }
    int count = Math.min(length, mended.length() - next);
    mended.getChars(next, next + count, buffer, offset);
    next += count;
    return count == 0 && length > 0 ? -1 : count;
  }

  private void fill() throws IOException {
    int count = in.read(raw, end, raw.length - end);
    isAtEnd = count < 0;
    end += Math.max(0, count);
  }

  /** Mends the characters that are followed by enough others, and keeps the rest. */
  private void mend() {
    int last = isAtEnd ? end : end - AHEAD;
    int i = 0;
    while (i < last) {
      int begin = i;
      while (i < last && isPlain(raw[i])) {
        i++;
      }
      mended.append(raw, begin, i - begin);
      if (i < last) {
        i = mend(i);
      }
    }
    System.arraycopy(raw, i, raw, 0, end - i);
    end -= i;
  }

  private static boolean isPlain(char c) {
    return c > '>' ? c < 0xFFFE && c != ']' : c >= ' ' && c != '&' && c != '<';
  }

  /** Mends what begins at a place; returns the place behind it. */
  private int mend(int i) {
    char c = raw[i];
    if (c == '&' && !inCdata) {
      return mendReference(i);
    }
    inCdata =
        inCdata ? !(c == ']' && startsWith(END_OF_CDATA, i)) : c == '<' && startsWith(CDATA, i);
    if (c == '<' && !inCdata && !startsMarkup(i + 1)) {
      mended.append("&lt;");
    } else {
      mended.append((c < ' ' && c != '\t' && c != '\n' && c != '\r') || c >= 0xFFFE ? ' ' : c);
    }
    return i + 1;
  }

  private boolean startsWith(char[] text, int i) {
    return Arrays.equals(raw, i, Math.min(end, i + text.length), text, 0, text.length);
  }

  private boolean startsMarkup(int i) {
    return i < end && (Character.isLetter(raw[i]) || "/!?_:".indexOf(raw[i]) >= 0);
  }

  private int mendReference(int i) {
    int semicolon = i + 1;
    while (semicolon < Math.min(end, i + AHEAD) && isNameOrNumber(raw[semicolon])) {
      semicolon++;
    }
    String name = new String(raw, i + 1, semicolon - i - 1);
    if (semicolon < end && raw[semicolon] == ';' && !name.isEmpty()) {
      if (PREDEFINED.contains(name) || isCharacter(name)) {
        mended.append('&').append(name).append(';');
        return semicolon + 1;
      }
      String characters = Entities.getByName(name);
      if (!characters.isEmpty()) {
        mended.append(characters.replace("&", "&amp;").replace("<", "&lt;"));
        return semicolon + 1;
      }
    }
    mended.append("&amp;");
    return i + 1;
  }

  private static boolean isNameOrNumber(char c) {
    return c < 0x80 && (Character.isLetterOrDigit(c) || c == '#');
  }

  /** Returns whether a name is the number of a character that XML allows. */
  private static boolean isCharacter(String name) {
    if (!name.matches("#(?:[0-9]{1,7}|x[0-9A-Fa-f]{1,6})")) {
      return false;
    }
    int code =
        name.charAt(1) == 'x'
            ? Integer.parseInt(name, 2, name.length(), 16)
            : Integer.parseInt(name, 1, name.length(), 10);
    return code == '\t'
        || code == '\n'
        || code == '\r'
        || (code >= ' ' && code < 0xD800)
        || (code > 0xDFFF && code < 0xFFFE)
        || (code > 0xFFFF && code <= Character.MAX_CODE_POINT);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
