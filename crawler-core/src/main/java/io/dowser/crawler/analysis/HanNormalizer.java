package io.dowser.crawler.analysis;

import com.github.houbb.opencc4j.util.ZhSlimUtil;
import io.dowser.crawler.text.TextNormalizer;

/**
 * Unicode NFKC, lower case, and simplified instead of traditional Chinese characters.
 *
 * <p>Characters are replaced one by one after the table of the OpenCC project, so that both scripts
 * of a word count as one term: {@code 颱風} and {@code 台风} are the same. Where a traditional
 * character has several simplified ones, the first of the table is taken, whatever the word.
 *
 * <p>Safe for use by many threads.
 */
public final class HanNormalizer implements TextNormalizer {

  private static final char FIRST_HAN = '\u2e80';

  private HanNormalizer() {}

  /**
   * Makes a normaliser.
   *
   * @return the normaliser
   */
  public static HanNormalizer create() {
    return new HanNormalizer();
  }

  @Override
  public String normalize(String text) {
    String plain = PLAIN.normalize(text);
    int first = firstTraditional(plain);
    return first == plain.length() ? plain : simplified(plain, first);
  }

  private static int firstTraditional(String text) {
    int i = 0;
    while (i < text.length() && simplified(text.charAt(i)) == text.charAt(i)) {
      i++;
    }
    return i;
  }

  private static String simplified(String text, int from) {
    char[] characters = text.toCharArray();
    for (int i = from; i < characters.length; i++) {
      characters[i] = simplified(characters[i]);
    }
    return new String(characters);
  }

  private static char simplified(char c) {
    if (c < FIRST_HAN || Character.isSurrogate(c)) {
      return c;
    }
    char simple = ZhSlimUtil.toSimple(c);
    return simple == c ? c : ZhSlimUtil.toSimple(simple); // a few entries lead to one another
  }
}
