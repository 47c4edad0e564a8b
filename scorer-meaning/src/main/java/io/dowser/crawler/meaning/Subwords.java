package io.dowser.crawler.meaning;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Splits texts into subwords, in the way of the uncased models of BERT (Devlin et al. 2019).
 *
 * <p>Control characters and accents are removed and letters become lower case. Words end at white
 * space; each punctuation mark and each Chinese character is a word. Of a word, the longest subword
 * in the vocabulary comes first, then the longest that continues it; continuations start with
 * {@code ##} in the vocabulary. A word that does not consist of known subwords, or has more than
 * 100 characters, is unknown.
 *
 * <p>Reads the first {@value #MOST_CHARACTERS} characters of a text and returns at most {@value
 * #MOST_SUBWORDS} subwords. Immutable and thread-safe.
 */
final class Subwords {

  /** The number of characters of a text that are read. */
  static final int MOST_CHARACTERS = 10_000;

  /** The number of subwords of a text that are returned, those of some 300 English words. */
  static final int MOST_SUBWORDS = 400;

  /** The entry of a vocabulary that stands for unknown words. */
  static final String UNKNOWN = "[UNK]";

  private static final String CONTINUED = "##";
  private static final int LONGEST_WORD = 100;

  private static final int PUNCTUATION =
      (1 << Character.CONNECTOR_PUNCTUATION)
          | (1 << Character.DASH_PUNCTUATION)
          | (1 << Character.START_PUNCTUATION)
          | (1 << Character.END_PUNCTUATION)
          | (1 << Character.INITIAL_QUOTE_PUNCTUATION)
          | (1 << Character.FINAL_QUOTE_PUNCTUATION)
          | (1 << Character.OTHER_PUNCTUATION);
  private static final int IGNORED =
      (1 << Character.CONTROL)
          | (1 << Character.FORMAT)
          | (1 << Character.SURROGATE)
          | (1 << Character.PRIVATE_USE)
          | (1 << Character.NON_SPACING_MARK);

  private final List<String> vocabulary;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final int longest;
  private final int unknown;

  /** Creates a tokenizer for subwords in the order of their numbers, none twice. */
  Subwords(List<String> vocabulary) {
    this.vocabulary = List.copyOf(vocabulary);
    int most = 0;
    for (String subword : vocabulary) {
      if (numbers.put(subword, numbers.size()) != null) {
        throw new IllegalArgumentException("subword '" + subword + "' occurs twice");
      }
      most = Math.max(most, subword.length());
    }
    this.longest = most;
    this.unknown = numbers.getOrDefault(UNKNOWN, -1);
  }

  /** Returns the subwords in the order of their numbers. */
  List<String> vocabulary() {
    return vocabulary;
  }

  /** Returns the number of the subword {@code [UNK]}, or -1 if the vocabulary has none. */
  int unknown() {
    return unknown;
  }

  /** Returns the numbers of the subwords of a text, with {@link #unknown} for unknown words. */
  int[] split(String text) {
    return new Splitting().split(plain(text));
  }

  /** Returns the beginning of a text, without accents if it has other characters than ASCII. */
  private static String plain(String text) {
    String start = text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) : text;
    boolean ascii = start.chars().allMatch(c -> c < 0x80);
    return ascii ? start : Normalizer.normalize(start, Normalizer.Form.NFD);
  }

  /** The subwords of one text so far, and the word that is being read. */
  private final class Splitting {

    private final int[] subwords = new int[MOST_SUBWORDS];
    private final StringBuilder word = new StringBuilder();
    private int size;

    int[] split(String text) {
      int next = 0;
      while (next < text.length() && size < MOST_SUBWORDS) {
        int c = text.codePointAt(next);
        next += Character.charCount(c);
        read(c);
      }
      endWord();
      return Arrays.copyOf(subwords, size);
    }

    private void read(int c) {
      if (isSpace(c)) {
        endWord();
      } else if (isWord(c)) {
        endWord();
        word.appendCodePoint(c);
        endWord();
      } else if (!isIgnored(c)) {
        word.appendCodePoint(Character.toLowerCase(c));
      }
    }

    private void endWord() {
      if (!word.isEmpty()) {
        int before = size;
        boolean known = word.codePointCount(0, word.length()) <= LONGEST_WORD && addSubwords();
        if (!known) {
          size = before;
          add(unknown);
        }
        word.setLength(0);
      }
    }

    private boolean addSubwords() {
      int start = 0;
      while (start < word.length()) {
        String prefix = start == 0 ? "" : CONTINUED;
        int end = Math.min(word.length(), start + longest - prefix.length());
        Integer subword = null;
        while (end > start && subword == null) {
          subword = numbers.get(prefix + word.substring(start, end));
          end--;
        }
        if (subword == null) {
          return false;
        }
        add(subword);
        start = end + 1;
      }
      return true;
    }

    private void add(int subword) {
      if (size < MOST_SUBWORDS) {
        subwords[size++] = subword;
      }
    }
  }

  private static boolean isSpace(int c) {
    return c == '\t' || c == '\n' || c == '\r' || Character.isSpaceChar(c);
  }

  /** Returns whether a character is a word by itself: punctuation, or Chinese. */
  private static boolean isWord(int c) {
    if (c < 0x80) {
      return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
    }
    return isOf(PUNCTUATION, c) || isChinese(c);
  }

  private static boolean isChinese(int c) {
    return (c >= 0x4E00 && c <= 0x9FFF)
        || (c >= 0x3400 && c <= 0x4DBF)
        || (c >= 0x20000 && c <= 0x2A6DF)
        || (c >= 0x2A700 && c <= 0x2B81F)
        || (c >= 0x2B920 && c <= 0x2CEAF) // not 0x2B820, as the models' own tokenizer
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0x2F800 && c <= 0x2FA1F);
  }

  private static boolean isIgnored(int c) {
    return c == 0xFFFD || isOf(IGNORED, c);
  }

  private static boolean isOf(int categories, int c) {
    return ((1 << Character.getType(c)) & categories) != 0;
  }
}
