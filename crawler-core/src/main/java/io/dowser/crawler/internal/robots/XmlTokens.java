package io.dowser.crawler.internal.robots;

import com.google.common.base.CharMatcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * Splits XML into tags and texts. Accepts the malformed XML that many sites write: ampersands and
 * less-than signs that are not escaped, HTML entities, control characters, tags that do not match
 * or end. A less-than sign before a name begins a tag, within a tag too, so that damage ends at the
 * next tag. Comments, instructions and document types are skipped. Not thread-safe.
 */
final class XmlTokens {

  /** The kinds of token. */
  enum Kind {
    START,
    END,
    TEXT,
    EOF
  }

  /** Characters that are kept of a tag or of a chunk of text. */
  private static final int MAX_KEPT = 1 << 16;

  private static final CharMatcher AMPERSAND = CharMatcher.is('&');
  private static final int NAMES = 64;

  private static final Pattern ATTRIBUTE =
      Pattern.compile("([^\\s=/\"']++)\\s*+=\\s*+(?:\"([^\"]*+)|'([^']*+)|([^\\s\"']++))");

  private final Reader in;
  private final StringBuilder token = new StringBuilder();
  private int next;
  private boolean isEmptyElement;
  private String name = "";
  private CharSequence text = "";

  /** Names seen so far, by their hash codes, so that a tag takes no memory. */
  private final @Nullable String[] names = new String[NAMES];

  XmlTokens(Reader reader) throws IOException {
    in = new BufferedReader(reader);
    advance();
  }

  /** Returns the name of the latest tag, without its prefix. */
  String name() {
    return name;
  }

  /** Returns an attribute of the latest start tag, by its name without a prefix. */
  @Nullable String attribute(String attribute) {
    if (token.indexOf(attribute) < 0) {
      return null;
    }
    Matcher each = ATTRIBUTE.matcher(token);
    while (each.find()) {
      String found = each.group(1);
      if (found.substring(found.indexOf(':') + 1).equals(attribute)) {
        String value = each.group(2);
        value = value == null ? each.group(3) : value;
        return unescaped(value == null ? each.group(4) : value).toString();
      }
    }
    return null;
  }

  /**
   * Returns the latest text, valid until the next call; the text of an element may come in several
   * chunks.
   */
  CharSequence text() {
    return text;
  }

  /** Reads a tag or text; an empty element is a start and an end. */
  Kind next() throws IOException {
    if (isEmptyElement) {
      isEmptyElement = false;
      return Kind.END;
    }
    while (next >= 0) {
      token.setLength(0);
      if (next != '<') {
        return readText();
      }
      advance();
      if (next == '!') {
        advance();
        if (declaration()) {
          return Kind.TEXT;
        }
      } else if (next == '?') {
        skipTag();
      } else if (next == '/' || next == '_' || next == ':' || Character.isLetter(next)) {
        return tag();
      } else {
        token.append('<');
        return readText();
      }
    }
    return Kind.EOF;
  }

  private void advance() throws IOException {
    int c = in.read();
    boolean isOdd = c >= 0 && ((c < ' ' && c != '\t' && c != '\n' && c != '\r') || c >= 0xFFFE);
    next = isOdd ? ' ' : c;
  }

  private void keep() throws IOException {
    if (token.length() < MAX_KEPT) {
      token.append((char) next);
    }
    advance();
  }

  private Kind readText() throws IOException {
    while (next >= 0 && next != '<') {
      keep();
    }
    text = unescaped(token);
    return Kind.TEXT;
  }

  private Kind tag() throws IOException {
    boolean isEnd = next == '/';
    int quote = 0;
    while (next >= 0 && next != '<' && (next != '>' || quote != 0)) {
      if (next == quote) {
        quote = 0;
      } else if (quote == 0 && (next == '"' || next == '\'')) {
        quote = next;
      }
      keep();
    }
    if (next == '>') {
      advance();
    }
    name = name(isEnd ? 1 : 0);
    isEmptyElement = !isEnd && token.charAt(token.length() - 1) == '/';
    return isEnd ? Kind.END : Kind.START;
  }

  /** Returns the name at the beginning of a tag. */
  private String name(int begin) {
    int from = begin;
    int end = begin;
    int hash = 0;
    while (end < token.length() && " \t\r\n/".indexOf(token.charAt(end)) < 0) {
      hash = 31 * hash + token.charAt(end);
      end++;
      if (token.charAt(end - 1) == ':') {
        from = end;
        hash = 0;
      }
    }
    int slot = Math.floorMod(hash, NAMES);
    String known = names[slot];
    if (known != null && known.length() == end - from && token.indexOf(known, from) == from) {
      return known;
    }
    String name = token.substring(from, end);
    names[slot] = name;
    return name;
  }

  /** Reads what begins with an exclamation mark; returns whether it is text. */
  private boolean declaration() throws IOException {
    if (next == '-') {
      advance();
      if (next == '-') {
        advance();
        readTo("-->");
        return false;
      }
    } else if (next == '[') {
      String cdata = "[CDATA[";
      int same = 0;
      while (same < cdata.length() && next == cdata.charAt(same)) {
        same++;
        advance();
      }
      if (same == cdata.length()) {
        readTo("]]>");
        text = token;
        return true;
      }
    }
    skipTag();
    return false;
  }

  /** Reads up to an end, which has three characters, and keeps what comes before it. */
  private void readTo(String end) throws IOException {
    int first = ' ';
    int second = ' ';
    while (next >= 0
        && !(first == end.charAt(0) && second == end.charAt(1) && next == end.charAt(2))) {
      first = second;
      second = next;
      keep();
    }
    if (next >= 0) {
      token.setLength(Math.max(0, token.length() - (token.length() < MAX_KEPT ? 2 : 0)));
      advance();
    }
  }

  private void skipTag() throws IOException {
    while (next >= 0 && next != '<' && next != '>') {
      advance();
    }
    if (next == '>') {
      advance();
    }
  }

  private static CharSequence unescaped(CharSequence raw) {
    return AMPERSAND.matchesNoneOf(raw) ? raw : Parser.unescapeEntities(raw.toString(), true);
  }
}
