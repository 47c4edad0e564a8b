package io.dowser.crawler.text;

/**
 * Normalises a text chunk by chunk, so that every chunk keeps its place in the text.
 *
 * <p>A chunk is one code point, or a code point with the combining characters behind it: these are
 * the only neighbours that Unicode normalisation joins. The chunks are taken from the end of the
 * text to its start, because a combining character follows what it joins.
 *
 * <p>Immutable and thread-safe.
 */
final class Folding {

  /** Unicode's stream-safe format (UAX 15, section 13) allows 30 combining characters in a row. */
  private static final int LONGEST_CHUNK = 32;

  private static final char SIGMA = '\u03c3';
  private static final char FINAL_SIGMA = '\u03c2';

  private final TextNormalizer normalizer;

  Folding(TextNormalizer normalizer) {
    this.normalizer = normalizer;
  }

  TextNormalizer normalizer() {
    return normalizer;
  }

  /** The start of the chunk that ends at {@code end}, exclusive. */
  int chunkStart(String text, int end) {
    int start = end;
    boolean joins = true;
    while (joins && start > 0 && end - start < LONGEST_CHUNK) {
      int c = text.codePointBefore(start);
      start -= Character.charCount(c);
      joins = joinsLeft(c);
    }
    return start;
  }

  /** The normal form of one chunk, possibly empty. */
  String chunk(String text, int start, int end) {
    return normalizer.normalize(text.substring(start, end));
  }

  /** Whether the code point may melt into the one in front of it. */
  boolean joinsLeft(int c) {
    if (c < 0x300) { // no combining character below; spares the normaliser for ASCII
      return false;
    }
    if (isCombining(c)) {
      return true;
    }
    String normal = normalizer.normalize(Character.toString(c));
    return !normal.isEmpty() && isCombining(normal.codePointAt(0));
  }

  /** The whole text chunk by chunk, white space collapsed and stripped. */
  String fold(String text) {
    var folded = new StringBuilder();
    int end = text.length();
    while (end > 0) {
      int start = chunkStart(text, end);
      folded.insert(0, chunk(text, start, end));
      end = start;
    }
    return collapse(folded);
  }

  private static String collapse(CharSequence text) {
    var collapsed = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = unit(text.charAt(i));
      boolean afterSpace = collapsed.isEmpty() || collapsed.charAt(collapsed.length() - 1) == ' ';
      if (c != ' ' || !afterSpace) {
        collapsed.append(c);
      }
    }
    return collapsed.toString().strip();
  }

  /** One form for all white space, and for the two forms of sigma, which depend on neighbours. */
  static char unit(char normal) {
    if (Character.isWhitespace(normal) || Character.isSpaceChar(normal)) {
      return ' ';
    }
    return normal == FINAL_SIGMA ? SIGMA : normal;
  }

  private static boolean isCombining(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || (c >= 0x1160 && c <= 0x11ff); // vowels and finals that make up a Hangul syllable
  }
}
