package io.dowser.crawler.analysis;

import io.dowser.crawler.text.TextNormalizer;
import java.text.Normalizer;
import java.util.Locale;

/**
 * Unicode NFKC, then lower case, then simplified Chinese characters for traditional ones, one by
 * one, so that both scripts of a word become one form: 颱風 and 台风, 氣壓 and 气压.
 *
 * <p>A character table does most texts in one pass; it is made by blocks when they are needed, and
 * the first Han character takes some 150 ms in a fresh JVM. Text with combining marks goes through
 * {@link Normalizer}. Lower-case ASCII text comes back as the same object, untouched.
 *
 * <p>Mapping one by one cannot know what a traditional character means where it stands: 乾坤 becomes
 * 干坤, in both scripts. Immutable and thread-safe.
 */
public final class HanNormalizer implements TextNormalizer {

  private final HanTable table = new HanTable();

  private HanNormalizer() {}

  /**
   * Creates a normalizer.
   *
   * @return a normalizer with a table of its own
   */
  public static HanNormalizer create() {
    return new HanNormalizer();
  }

  @Override
  public String normalize(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80 || (c >= 'A' && c <= 'Z')) {
        return changed(text, i);
      }
    }
    return text;
  }

  HanTable table() {
    return table;
  }

  private String changed(String text, int from) {
    char[] characters = text.toCharArray();
    boolean same = true;
    for (int i = from; i < characters.length; i++) {
      char c = characters[i];
      char form = c < 0x80 ? lowerCase(c) : table.get(c);
      if (form == HanTable.NOT_ALONE && c != 0) {
        if (!isPictograph(characters, i)) {
          return together(text);
        }
        i++; // both halves stay
      } else {
        characters[i] = form;
        same &= form == c;
      }
    }
    return same ? text : new String(characters);
  }

  private static char lowerCase(char ascii) {
    return ascii >= 'A' && ascii <= 'Z' ? (char) (ascii + 32) : ascii;
  }

  /** Emoji are frequent, and these blocks of them hold nothing that normalisation changes. */
  private static boolean isPictograph(char[] text, int i) {
    if (i + 1 == text.length || !Character.isLowSurrogate(text[i + 1])) {
      return false;
    }
    return text[i] == '\ud83d' || (text[i] == '\ud83c' && text[i + 1] >= '\udf00');
  }

  private String together(String text) {
    char[] characters = nfkc(nfkc(text).toLowerCase(Locale.ROOT)).toCharArray();
    boolean same = characters.length == text.length();
    for (int i = 0; i < characters.length; i++) {
      char c = characters[i];
      characters[i] = c >= '\u3400' && c <= '\u9fff' ? table.get(c) : c;
      same = same && characters[i] == text.charAt(i);
    }
    return same ? text : new String(characters);
  }

  private static String nfkc(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }
}
