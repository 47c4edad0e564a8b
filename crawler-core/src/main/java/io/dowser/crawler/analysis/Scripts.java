package io.dowser.crawler.analysis;

/** Finds where runs of Japanese and Korean end. */
final class Scripts {

  /** Stands alone in the names of Chinese shops and drinks. */
  static final char NO = 'の';

  private Scripts() {}

  static boolean isKana(char c) {
    return c >= '\u3041' && c <= '\u30ff' && c != '\u30fb';
  }

  /** Whether a Korean dictionary knows words of this character: one syllable, composed. */
  static boolean isHangul(char c) {
    return c >= '\uac00' && c <= '\ud7a3';
  }

  /** Returns the end of a run of kana and Han characters; the start if there is none. */
  static int endOfJapanese(String text, int start, int length) {
    int i = start;
    while (i < length && isJapanese(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isJapanese(char c) {
    return c >= '\u3005' && (isKana(c) || HanNormalizer.isHan(c) || c == '々');
  }

  /** Returns the end of a run of Hangul words with spaces between; the start if there is none. */
  static int endOfKorean(String text, int start, int length) {
    int end = start;
    for (int i = start; i < length; i++) {
      char c = text.charAt(i);
      if (isHangul(c)) {
        end = i + 1;
      } else if (c != ' ') {
        return end;
      }
    }
    return end;
  }
}
