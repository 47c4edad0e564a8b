package io.dowser.crawler.analysis;

import io.dowser.crawler.text.TextAnalyzer.TermSink;
import java.util.Set;

/** Finds the runs of one script in a text and tokenizes them. Not thread-safe. */
final class ScriptTokenizer {

  private final HanTokenizer han;
  private final WordTokenizer words;
  private final int maxHanCharacters;
  private final int maxCharacters;

  ScriptTokenizer(
      HanNormalizer normalizer,
      Set<String> stopWords,
      boolean stemming,
      int maxHanCharacters,
      int maxCharacters) {
    this.han = new HanTokenizer(normalizer, stopWords);
    this.words = new WordTokenizer(normalizer, stopWords, stemming);
    this.maxHanCharacters = maxHanCharacters;
    this.maxCharacters = maxCharacters;
  }

  void tokenize(String text, TermSink sink) {
    int length = Math.min(text.length(), maxCharacters);
    int hanLeft = maxHanCharacters;
    int start = 0;
    while (start < length) {
      int end = endOfHan(text, start, length);
      if (end > start) {
        int stop = Math.min(end, start + hanLeft);
        han.tokenize(text, start, stop, sink);
        hanLeft -= stop - start;
      } else if (isWideHan(text, start, length)) {
        end = start + 2;
        if (hanLeft > 0) {
          hanLeft--;
          han.single(text, start, end, sink);
        }
      } else {
        end = endOfOthers(text, start, length);
        words.tokenize(text, start, end, sink);
      }
      start = end;
    }
  }

  private static int endOfHan(String text, int start, int length) {
    int i = start;
    while (i < length && HanNormalizer.isHan(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static int endOfOthers(String text, int start, int length) {
    int i = start;
    while (i < length) {
      char c = text.charAt(i);
      if (c >= '\u3007' && (HanNormalizer.isHan(c) || isWideHan(text, i, length))) {
        return i;
      }
      i++;
    }
    return i;
  }

  private static boolean isWideHan(String text, int i, int length) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < length
        && Character.isIdeographic(text.codePointAt(i));
  }
}
