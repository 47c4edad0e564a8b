package io.dowser.crawler.analysis;

import com.github.houbb.opencc4j.util.ZhSlimUtil;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.text.TextNormalizer;
import java.text.Normalizer;

/**
 * Normalizes as {@link TextNormalizer#PLAIN} does, then replaces traditional Chinese characters by
 * simplified ones, one by one, so that both scripts of a word become one form: 颱風 and 台风, 氣壓 and
 * 气压.
 *
 * <p>The traditional characters are those of OpenCC, first choice each, by opencc4j. Where this
 * differs: 乾, 瞭 and 藉 become 干, 了 and 借, because they mostly mean that. A single character has no
 * context, so 乾坤 becomes 干坤, in both scripts. Variants that the dictionary keeps apart, such as 著
 * and 着 in Taiwan, 衞 and 卫 in Hong Kong, or 幺 and 么, become one character too.
 *
 * <p>Without the library opencc4j on the class path, characters stay as they are.
 *
 * <p>The first Han character loads the library's dictionary, which takes some 150 ms. Text that is
 * in normal form comes back as the same object. Thread-safe.
 */
public final class HanNormalizer implements TextNormalizer {

  private static final boolean HAS_DICTIONARY = OptionalLibrary.OPENCC4J.isPresent();
  private static final String OFTEN_TRADITIONAL = "乾瞭藉";
  private static final String THEIR_SIMPLE_FORMS = "干了借";

  /** Variants of Taiwan, Hong Kong and older print, each a form of one character alone. */
  private static final String VARIANTS = "著衞幺簷痺敍倂吿戸枱粧櫈鑪隷搾暱濬瞇窻窓荳蔴衹覩賸邨麤墖谿葠蔘蔿鮎";

  private static final String THEIR_USUAL_FORMS = "着卫么檐痹叙并告户台妆凳炉隶榨昵浚眯窗窗豆麻只睹剩村粗塔溪参参蒍鲶";

  private HanNormalizer() {}

  /**
   * Creates a normalizer.
   *
   * @return a normalizer
   */
  public static HanNormalizer create() {
    return new HanNormalizer();
  }

  @Override
  public String normalize(String text) {
    String normal = simplified(TextNormalizer.PLAIN.normalize(text));
    return normal.equals(text) ? text : normal;
  }

  /** Returns text of the same length with simplified Han characters. */
  static String simplified(String text) {
    char[] characters = text.toCharArray();
    for (int i = 0; i < characters.length; i++) {
      characters[i] = simple(characters[i]);
    }
    return new String(characters);
  }

  /** Some simple forms have simpler ones; three steps are the most there are. */
  private static char simple(char c) {
    if (!isHan(c)) {
      return c;
    }
    if (c >= '\uf900') { // compatibility characters
      String usual = nfkc(String.valueOf(c));
      return usual.length() > 1 || usual.charAt(0) == c ? c : simple(usual.charAt(0));
    }
    int variant = VARIANTS.indexOf(c);
    if (variant >= 0) {
      return THEIR_USUAL_FORMS.charAt(variant);
    }
    if (!HAS_DICTIONARY) {
      return c;
    }
    int often = OFTEN_TRADITIONAL.indexOf(c);
    char simple = often >= 0 ? THEIR_SIMPLE_FORMS.charAt(often) : ZhSlimUtil.toSimple(c);
    return simple == c ? c : simple(simple);
  }

  /** Returns whether a Chinese dictionary segments the words of this character. */
  static boolean isHan(char c) {
    return c == '\u3007'
        || (c >= '\u3400' && c <= '\u4dbf')
        || (c >= '\u4e00' && c <= '\u9fff')
        || (c >= '\uf900' && c <= '\ufaff');
  }

  private static String nfkc(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }
}
