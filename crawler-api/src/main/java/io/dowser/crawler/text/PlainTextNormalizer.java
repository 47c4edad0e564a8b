package io.dowser.crawler.text;

import java.text.Normalizer;
import java.util.Locale;

/** NFKC and lower case, with a short way for plain ASCII text. */
final class PlainTextNormalizer implements TextNormalizer {

  @Override
  public String normalize(String text) {
    if (isLowerCaseAscii(text)) {
      return text;
    }
    String lowered = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    return Normalizer.normalize(lowered, Normalizer.Form.NFKC); // lower case may compose again
  }

  private static boolean isLowerCaseAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80 || (c >= 'A' && c <= 'Z')) {
        return false;
      }
    }
    return true;
  }
}
