package io.dowser.crawler.text;

/** See {@link TextAnalyzer#PLAIN}. */
final class PlainTextAnalyzer implements TextAnalyzer {

  @Override
  public void analyze(String text, TermSink sink) {
    int start = -1;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      int width = Character.charCount(c);
      boolean han = Character.isIdeographic(c);
      if (start >= 0 && (han || !Character.isLetterOrDigit(c))) {
        word(text, start, i, sink);
        start = -1;
      }
      if (han) {
        word(text, i, i + width, sink);
      } else if (start < 0 && Character.isLetterOrDigit(c)) {
        start = i;
      }
      i += width;
    }
    if (start >= 0) {
      word(text, start, text.length(), sink);
    }
  }

  private static void word(String text, int start, int end, TermSink sink) {
    String term = TextNormalizer.PLAIN.normalize(text.substring(start, end));
    if (!term.chars().allMatch(Character::isDigit)) {
      sink.accept(term, start, end);
    }
  }
}
