package io.dowser.crawler.text;

/** See {@link TextAnalyzer#PLAIN}. */
final class PlainTextAnalyzer implements TextAnalyzer {

  @Override
  public void analyze(String text, TermSink sink) {
    int start = -1;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      boolean han = Character.isIdeographic(c);
      boolean resumes = !han && isPartOfWord(c, start >= 0);
      if (start >= 0 && !resumes) {
        word(text, start, i, sink);
        start = -1;
      } else if (start < 0 && resumes) {
        start = i;
      }
      i += Character.charCount(c);
      if (han) {
        word(text, i - Character.charCount(c), i, sink);
      }
    }
    if (start >= 0) {
      word(text, start, text.length(), sink);
    }
  }

  /**
   * Returns whether a character belongs to a word; marks and characters that are not displayed
   * belong to the letter before them.
   */
  private static boolean isPartOfWord(int c, boolean inWord) {
    if (Character.isLetterOrDigit(c)) {
      return true;
    }
    int type = Character.getType(c);
    return inWord
        && (type == Character.NON_SPACING_MARK
            || type == Character.COMBINING_SPACING_MARK
            || Typography.isIgnorable(c));
  }

  private static void word(String text, int start, int end, TermSink sink) {
    String term = TextNormalizer.PLAIN.normalize(text.substring(start, end));
    if (!term.codePoints().allMatch(Character::isDigit)) {
      sink.accept(term, start, end);
    }
  }
}
