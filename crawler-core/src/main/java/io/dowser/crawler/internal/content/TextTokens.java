package io.dowser.crawler.internal.content;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a text: words, numbers, runs of white space and single characters. Each has a
 * character that stands for its kind, so that a regular expression can search them. Immutable and
 * thread-safe.
 *
 * <table>
 * <caption>Kinds</caption>
 * <tr><td>{@code 1 2 5 9}</td><td>numbers of one digit; of two digits up to 31, 59 and 99</td></tr>
 * <tr><td>{@code 4 n}</td><td>years from 1900 to 2099; other numbers</td></tr>
 * <tr><td>{@code x}</td><td>a long hexadecimal number, or a long random mixture</td></tr>
 * <tr><td>letters, {@code &}</td><td>words, see {@link #WORDS}; {@code w} for others</td></tr>
 * <tr><td>line break, blank</td><td>white space with a line break; other white space</td></tr>
 * <tr><td>others</td><td>Han characters and punctuation, which stand for themselves</td></tr>
 * </table>
 */
final class TextTokens {

  static final char RANDOM = 'x';

  /** Words by kind; those behind a colon have an upper-case letter first. */
  private static final Map<String, Character> WORDS =
      kinds(
          "A ago",
          "B about almost around less more nearly over than",
          "C comments hits likes queries reads replies views visitors visits",
          "c comment hit like query reply view visit visitor",
          "D number",
          "E no",
          "F of",
          "G built created executed execution generated generation loaded loading processed processing rendered"
              + " rendering served",
          "H guest guests member members people user users",
          "I in is time took was",
          "J just",
          "K k",
          "L online",
          "M:jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june"
              + " july august september october november december",
          "N now",
          "O at on",
          "o nd rd st th",
          "P am pm",
          "Q a an couple few half one several",
          "R today tomorrow yesterday",
          "S microseconds millisecond milliseconds ms s sec second seconds secs",
          "T t",
          "U d day days h hour hours hr hrs m min mins minute minutes mo moment moments month months"
              + " w week weeks y year years",
          "V accessed read viewed visited",
          "W:mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday"
              + " saturday sunday",
          "X times",
          "Y uptime",
          "Z bst cdt cest cet cst edt est gmt ist jst mdt mst pdt pst utc z",
          "& and");

  private static final int LONGEST_WORD = 12;

  /** Shorter ones are also names and numbers of parts. */
  private static final int SHORTEST_RANDOM = 16;

  private static final String FULL_WIDTH = "，：；（）、｜·•|—–";
  private static final String NARROW = ",:;(),,,,,,,";

  private final String text;
  private final StringBuilder kinds;
  private final int[] starts;
  private int runEnd;

  TextTokens(String text) {
    this.text = text;
    kinds = new StringBuilder(text.length());
    starts = new int[text.length() + 1];
    int at = 0;
    while (at < text.length()) {
      starts[kinds.length()] = at;
      at = add(at);
    }
    starts[kinds.length()] = at;
  }

  private static Map<String, Character> kinds(String... lists) {
    Map<String, Character> kinds = new HashMap<>();
    for (String list : lists) {
      for (String word : list.substring(2).split(" ", -1)) {
        kinds.put(list.charAt(1) == ':' ? capitalized(word) : word, list.charAt(0));
      }
    }
    return Map.copyOf(kinds);
  }

  private static String capitalized(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  /** Returns a character for each token. */
  CharSequence kinds() {
    return kinds;
  }

  /** Returns where a token starts in the text, or where the last one ends. */
  int start(int token) {
    return starts[token];
  }

  /** Adds the token at a place, and returns its end. */
  private int add(int at) {
    if (at >= runEnd && isInRun(text.charAt(at))) {
      var run = new Run(at);
      runEnd = run.end;
      if (run.isRandom()) {
        kinds.append(RANDOM);
        return runEnd;
      }
    }
    return addPlain(at);
  }

  private int addPlain(int at) {
    char first = text.charAt(at);
    int end = at + 1;
    if (isDigit(first)) {
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
      kinds.append(kindOfNumber(at, end));
    } else if (isWordLetter(first)) {
      while (end < text.length() && isWordLetter(text.charAt(end))) {
        end++;
      }
      kinds.append(kindOfWord(at, end));
    } else if (isSpace(first)) {
      boolean line = first == '\n';
      while (end < text.length() && isSpace(text.charAt(end))) {
        line |= text.charAt(end++) == '\n';
      }
      kinds.append(line ? '\n' : ' ');
    } else {
      int narrow = FULL_WIDTH.indexOf(first);
      kinds.append(narrow < 0 ? first : NARROW.charAt(narrow));
    }
    return end;
  }

  private char kindOfNumber(int from, int to) {
    int length = to - from;
    if (length == 1) {
      return '1';
    }
    int value = length > 4 ? 0 : Integer.parseInt(text, from, to, 10);
    if (length == 2) {
      return value <= 31 ? '2' : value <= 59 ? '5' : '9';
    }
    return length == 4 && value >= 1900 && value < 2100 ? '4' : 'n';
  }

  private char kindOfWord(int from, int to) {
    if (to - from > LONGEST_WORD) {
      return 'w';
    }
    String word = text.substring(from, to).toLowerCase(Locale.ROOT);
    @Nullable Character kind = WORDS.get(word);
    if (kind == null && Character.isUpperCase(text.charAt(from))) {
      kind = WORDS.get(capitalized(word));
    }
    return kind == null ? 'w' : kind;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordLetter(char c) {
    return c < 0x80 ? isLatin(c) : Character.isLetter(c) && !Character.isIdeographic(c);
  }

  private static boolean isLatin(char c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  }

  private static boolean isSpace(char c) {
    return c <= ' ' || Character.isSpaceChar(c);
  }

  private static boolean isInRun(char c) {
    return isDigit(c) || isLatin(c) || c == '-' || c == '_' || c == '+' || c == '/' || c == '=';
  }

  /** Letters, digits and what separates them in UUIDs and Base64, counted. */
  private final class Run {

    final int end;
    private int letters;
    private int digits;
    private int separators;
    private boolean hexadecimal = true;
    private int changes; // between digits, lower and upper case

    Run(int from) {
      int at = from;
      int before = 0;
      while (at < text.length() && isInRun(text.charAt(at))) {
        char c = text.charAt(at++);
        int kind = isDigit(c) ? 1 : !isLatin(c) ? 0 : c >= 'a' ? 2 : 3;
        digits += kind == 1 ? 1 : 0;
        letters += kind > 1 ? 1 : 0;
        separators += kind == 0 ? 1 : 0;
        hexadecimal &= kind < 2 || (c | 0x20) <= 'f';
        changes += kind != before && kind * before != 0 ? 1 : 0;
        before = kind;
      }
      end = at;
    }

    /** Returns whether it looks random: names and parts of a path change their case less often. */
    boolean isRandom() {
      int length = letters + digits;
      if (length < SHORTEST_RANDOM) {
        return false;
      }
      return hexadecimal
          ? digits > 1 && (letters > 0 || separators == 0)
          : changes * (digits > 1 ? 5 : 2) >= length;
    }
  }
}
