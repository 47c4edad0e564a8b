package io.dowser.crawler.text;

/**
 * Normalises a text chunk by chunk, so that every chunk keeps its place in the text.
 *
 * <p>A chunk is one code point with the combining characters behind it: these are the only
 * neighbours that Unicode normalisation joins. The forms of single characters are kept.
 * Thread-safe: all threads write the same form.
 */
final class Folding {

  /** Unicode's stream-safe format (UAX 15, section 13) allows 30 combining characters in a row. */
  private static final int LONGEST_CHUNK = 32;

  /** The character must be normalised together with others, or becomes several. */
  private static final int CHUNK = -1;

  private static final int UNKNOWN = 0;
  private static final char FIRST_COMBINING = '\u0300';
  private static final char SIGMA = '\u03c3';
  private static final char FINAL_SIGMA = '\u03c2';

  final TextNormalizer normalizer;
  private final int[] forms = new int[1 << Character.SIZE]; // the unit plus 1, CHUNK or UNKNOWN

  Folding(TextNormalizer normalizer) {
    this.normalizer = normalizer;
  }

  /** Normalises a text, with white space collapsed and stripped. */
  FoldedText fold(String text) {
    var folded = new FoldedText(text.length());
    int start = 0;
    while (start < text.length()) {
      int next = folded.addAlone(text, start, forms);
      start = next > start ? next : addNext(folded, text, start);
    }
    folded.end();
    return folded;
  }

  /** Adds what could not be added alone, and returns where it ends. */
  private int addNext(FoldedText folded, String text, int start) {
    int form = form(text.charAt(start));
    int end = start + 1;
    if (form != CHUNK && !joinsLeft(text, end)) {
      folded.add(form - 1, start, end);
    } else {
      end = chunkEnd(text, start);
      addChunk(folded, normalizer.normalize(text.substring(start, end)), start, end);
    }
    return end;
  }

  private int form(char c) {
    int form = forms[c];
    return form == UNKNOWN ? newForm(c) : form;
  }

  private int newForm(char c) {
    forms[c] = Character.isSurrogate(c) || joinsLeft(c) ? CHUNK : formAlone(c);
    return forms[c];
  }

  private int formAlone(char c) {
    String normal = normalizer.normalize(String.valueOf(c));
    return normal.length() == 1 ? 1 + unit(normal.charAt(0), normal.charAt(0)) : CHUNK;
  }

  /** Adds a chunk; where neighbours keep their lengths, each unit keeps its own place. */
  private static void addChunk(FoldedText folded, String normal, int start, int end) {
    boolean same = normal.length() == end - start;
    for (int i = 0; i < normal.length(); i++) {
      boolean second = i > 0 && Character.isSurrogatePair(normal.charAt(i - 1), normal.charAt(i));
      int unit = unit(normal.charAt(i), normal.codePointAt(second ? i - 1 : i));
      folded.add(unit, same ? start + i : start, same ? start + i + 1 : end);
    }
  }

  private int chunkEnd(String text, int start) {
    int end = start + Character.charCount(text.codePointAt(start));
    while (end - start < LONGEST_CHUNK && joinsLeft(text, end)) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }

  private boolean joinsLeft(String text, int at) {
    return at < text.length()
        && text.charAt(at) >= FIRST_COMBINING
        && form(text.charAt(at)) == CHUNK
        && joinsLeft(text.codePointAt(at));
  }

  /** Returns whether the code point may combine with the one before it. */
  private boolean joinsLeft(int c) {
    if (c < FIRST_COMBINING) {
      return false;
    }
    String normal = isCombining(c) ? "" : normalizer.normalize(Character.toString(c));
    return isCombining(c) || (!normal.isEmpty() && isCombining(normal.codePointAt(0)));
  }

  private static boolean isCombining(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || (c >= 0x1160 && c <= 0x11ff); // vowels and finals that make up a Hangul syllable
  }

  /**
   * Returns the unit of a character: one for all white space, and one for both forms of sigma,
   * which depend on neighbours. The lowest bit is set for a character of a word.
   */
  private static int unit(char normal, int codePoint) {
    if (Character.isWhitespace(normal) || Character.isSpaceChar(normal)) {
      return FoldedText.SPACE;
    }
    char c = normal == FINAL_SIGMA ? SIGMA : normal;
    return c << 1 | (isWord(codePoint) ? 1 : 0);
  }

  /**
   * Returns whether words of such characters are separated from their neighbours: letters, digits
   * and marks of all scripts except those that are written without spaces or attach particles to
   * words.
   */
  private static boolean isWord(int c) {
    if (!Character.isLetterOrDigit(c) && Character.getType(c) != Character.NON_SPACING_MARK) {
      return false;
    }
    return switch (Character.UnicodeScript.of(c)) {
      case HAN, HIRAGANA, KATAKANA, BOPOMOFO, HANGUL, YI -> false;
      case THAI, LAO, KHMER, MYANMAR, TIBETAN, JAVANESE, TAI_LE, NEW_TAI_LUE -> false;
      default -> true;
    };
  }
}
