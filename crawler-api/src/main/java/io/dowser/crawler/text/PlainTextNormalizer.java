package io.dowser.crawler.text;

import java.text.Normalizer;
import java.util.Locale;

/** NFKC, lower case and plain punctuation, with a short way for ASCII text. */
final class PlainTextNormalizer implements TextNormalizer {

  @Override
  public String normalize(String text) {
    boolean upperCase = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80 || c == '`') {
        return normalizeUnicode(text);
      }
      upperCase |= c >= 'A' && c <= 'Z';
    }
    return upperCase ? text.toLowerCase(Locale.ROOT) : text;
  }

  private static String normalizeUnicode(String text) {
    String visible = Typography.plain(text); // what is hidden would keep others from composing
    String normal = Normalizer.normalize(visible, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    String composed = Normalizer.normalize(normal, Normalizer.Form.NFKC); // lower case may compose
    String again = Typography.plain(composed);
    return again.equals(text) ? text : again;
  }
}
