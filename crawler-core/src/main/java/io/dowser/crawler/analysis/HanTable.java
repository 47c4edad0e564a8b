package io.dowser.crawler.analysis;

import com.github.houbb.opencc4j.util.ZhSlimUtil;
import java.text.Normalizer;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of each character beyond ASCII: NFKC, lower case and simplified Han in one look-up.
 *
 * <p>The traditional characters are those of OpenCC, first choice each, by opencc4j. Where this
 * differs: 乾, 瞭 and 藉 become 干, 了 and 借, because they mostly mean that and a table knows no
 * context. So both scripts of one word give one form, which is not always the usual one (乾隆 becomes
 * 干隆).
 *
 * <p>A block of 256 characters is made when one of them is met first, so that nothing waits for the
 * library's dictionary who meets no Han. Thread-safe, which make the same block.
 */
final class HanTable {

  /** Stands for characters that cannot be normalised one by one. */
  static final char NOT_ALONE = 0;

  private static final int FIRST = 0x80;
  private static final char FINAL_SIGMA_MAY_FOLLOW = '\u03a3';
  private static final String OFTEN_TRADITIONAL = "乾瞭藉";
  private static final String THEIR_SIMPLE_FORMS = "干了借";

  private final AtomicReferenceArray<char @Nullable []> blocks = new AtomicReferenceArray<>(256);

  /**
   * Returns the form of a character.
   *
   * @param c 0x80 or more
   * @return its form, or {@link #NOT_ALONE} for marks, parts of syllables, surrogates and what
   *     becomes several characters
   */
  char get(char c) {
    char[] block = blocks.getAcquire(c >>> 8);
    return block == null ? firstOfBlock(c) : block[c & 0xff];
  }

  private char firstOfBlock(char c) {
    char[] block = new char[256];
    for (int low = c < 0x100 ? FIRST : 0; low < block.length; low++) {
      block[low] = form((char) ((c & 0xff00) | low));
    }
    blocks.setRelease(c >>> 8, block);
    return block[c & 0xff];
  }

  /** Reports whether words of this character are cut by a Chinese dictionary. */
  static boolean isHan(char c) {
    return c >= '\u3400' ? isIdeograph(c) : c == '\u3007';
  }

  private static boolean isIdeograph(char c) {
    return (c <= '\u9fff' && (c <= '\u4dbf' || c >= '\u4e00')) || (c >= '\uf900' && c <= '\ufaff');
  }

  private static char form(char c) {
    if (c >= '\u3400' && c <= '\u9fff') { // the library need not normalise 28,000 plain ones
      return simple(c);
    }
    if (isInert(c)) {
      return c;
    }
    if (combines(c) || c == FINAL_SIGMA_MAY_FOLLOW) {
      return NOT_ALONE;
    }
    String lower = nfkc(nfkc(String.valueOf(c)).toLowerCase(Locale.ROOT));
    return lower.length() != 1 || combines(lower.charAt(0)) ? NOT_ALONE : simple(lower.charAt(0));
  }

  /** Syllables that stay as they are, and characters of private use. */
  private static boolean isInert(char c) {
    return (c >= '\uac00' && c <= '\ud7a3') || (c >= '\ue000' && c <= '\uf8ff');
  }

  private static boolean combines(char c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.SURROGATE ->
          true;
      default -> isPartOfSyllable(c);
    };
  }

  private static boolean isPartOfSyllable(char c) {
    return (c >= '\u1100' && c <= '\u11ff')
        || (c >= '\ua960' && c <= '\ua97f')
        || (c >= '\ud7b0' && c <= '\ud7ff');
  }

  /** Some simple forms have simpler ones; three steps are the most there are. */
  private static char simple(char c) {
    if (!isHan(c)) {
      return c;
    }
    int often = OFTEN_TRADITIONAL.indexOf(c);
    char simple = often >= 0 ? THEIR_SIMPLE_FORMS.charAt(often) : ZhSlimUtil.toSimple(c);
    return simple == c ? c : simple(simple);
  }

  private static String nfkc(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }
}
