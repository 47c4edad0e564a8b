package io.dowser.crawler.text;

import java.util.Arrays;
import java.util.List;

/**
 * Maps characters to the few symbols that a {@link TopicAutomaton} distinguishes: one for each
 * character of the terms, and one each for all others inside and outside words.
 *
 * <p>A symbol is a class shifted left by one, with the lowest bit set for a character of a word
 * that is bounded by its neighbours (see {@link #isWord}). Such a character takes its class, or the
 * next one if a word ends with it; so word ends are part of the patterns and cost no test.
 *
 * <p>Symbols are found when a character is met first and kept. Thread-safe: all write the same
 * value, and an entry that is not yet seen is made again.
 */
final class CharacterClasses {

  /** The character must be normalised together with others, or becomes several. */
  static final int CHUNK = -1;

  /** White space. */
  static final int SPACE = 6;

  /** The symbol was not made yet. */
  static final int UNKNOWN = 0;

  private static final int OTHER = 2;
  private static final int FIRST_CLASS = 4;

  private final Folding folding;
  private final char[] units;
  private final int[] classes;
  private final int count;
  private final int[] emptyPage = new int[256];
  private final int[][] pages = new int[256][];

  CharacterClasses(Folding folding, List<String> foldedTerms) {
    this.folding = folding;
    this.units = distinctUnits(foldedTerms);
    this.classes = new int[units.length];
    int next = FIRST_CLASS;
    for (int i = 0; i < units.length; i++) {
      classes[i] = next;
      // a surrogate does not say what it is half of, so it may be part of a word
      next += isWord(units[i]) || Character.isSurrogate(units[i]) ? 2 : 1;
    }
    this.count = next;
    Arrays.fill(pages, emptyPage);
  }

  /** One more than the largest class. */
  int count() {
    return count;
  }

  /**
   * The symbols made so far, by the high and then the low byte of the character, for reading alone;
   * {@link #UNKNOWN} where {@link #symbol(char)} is to be asked.
   */
  int[][] pages() {
    return pages;
  }

  /** The symbol of a character of a text, or {@link #CHUNK}. */
  int symbol(char c) {
    int symbol = pages[c >>> 8][c & 0xff];
    return symbol == UNKNOWN ? firstSymbol(c) : symbol;
  }

  private int firstSymbol(char c) {
    int[] page = pages[c >>> 8];
    if (page == emptyPage) {
      page = new int[256];
      pages[c >>> 8] = page;
    }
    int symbol = makeSymbol(c);
    page[c & 0xff] = symbol;
    return symbol;
  }

  private int makeSymbol(char c) {
    if (Character.isSurrogate(c) || folding.joinsLeft(c)) {
      return CHUNK;
    }
    String normal = folding.chunk(String.valueOf(c), 0, 1);
    return normal.length() == 1 ? symbol(normal.charAt(0), isWord(normal.charAt(0))) : CHUNK;
  }

  /** The symbol of a character that is in normal form already. */
  int symbol(char normal, boolean word) {
    char unit = Folding.unit(normal);
    if (unit == ' ') {
      return SPACE;
    }
    int index = Arrays.binarySearch(units, unit);
    return (index < 0 ? OTHER : classes[index] << 1) + (word ? 1 : 0);
  }

  /** The class of a symbol to the left of another. */
  static int classOf(int left, int right) {
    return (left >>> 1) + (left & ~right & 1);
  }

  /**
   * Whether words of such characters are set off from their neighbours: letters, digits and marks
   * of all scripts but those that are written without spaces or glue particles to words.
   */
  static boolean isWord(int c) {
    if (c < 0x80) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
    if (!Character.isLetterOrDigit(c) && Character.getType(c) != Character.NON_SPACING_MARK) {
      return false;
    }
    return !isRunning(Character.UnicodeScript.of(c));
  }

  private static boolean isRunning(Character.UnicodeScript script) {
    return switch (script) {
      case HAN, HIRAGANA, KATAKANA, BOPOMOFO, HANGUL, YI -> true;
      case THAI, LAO, KHMER, MYANMAR, TIBETAN, JAVANESE, TAI_LE, NEW_TAI_LUE -> true;
      default -> false;
    };
  }

  private static char[] distinctUnits(List<String> terms) {
    char[] all = String.join("", terms).replace(" ", "").toCharArray();
    Arrays.sort(all);
    int distinct = 0;
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[distinct++] = all[i];
      }
    }
    return Arrays.copyOf(all, distinct);
  }
}
