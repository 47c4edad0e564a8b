package io.dowser.crawler.analysis;

import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.text.TextAnalyzer.TermSink;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the runs of one script in a text and tokenizes them. Not thread-safe. */
final class ScriptTokenizer {

  private static final boolean SEGMENTS_JAPANESE = OptionalLibrary.KUROMOJI.isPresent();
  private static final boolean SEGMENTS_KOREAN = OptionalLibrary.NORI.isPresent();

  private final HanNormalizer normalizer;
  private final HanTokenizer han;
  private final WordTokenizer words;
  private final int maxHanCharacters;
  private final int maxCharacters;
  private @Nullable DictionaryTokenizer japanese;
  private @Nullable DictionaryTokenizer korean;
  private int hanLeft;

  ScriptTokenizer(
      HanNormalizer normalizer,
      Set<String> stopWords,
      boolean stemming,
      int maxHanCharacters,
      int maxCharacters) {
    this.normalizer = normalizer;
    this.han = new HanTokenizer(normalizer, stopWords);
    this.words = new WordTokenizer(normalizer, stopWords, stemming);
    this.maxHanCharacters = maxHanCharacters;
    this.maxCharacters = maxCharacters;
  }

  void tokenize(String text, TermSink sink) {
    int length = Math.min(text.length(), maxCharacters);
    hanLeft = maxHanCharacters;
    int start = 0;
    while (start < length) {
      start = tokenizeRun(text, start, length, sink);
    }
  }

  /** Tokenizes the run that begins at a place, and returns its end. */
  private int tokenizeRun(String text, int start, int length, TermSink sink) {
    int end = endOfJapanese(text, start, length);
    if (end > start) {
      japanese().tokenize(text, start, withinLimit(start, end), sink);
      return end;
    }
    end = endOfHan(text, start, length);
    if (end > start) {
      han.tokenize(text, start, withinLimit(start, end), sink);
      return end;
    }
    if (isWideHan(text, start, length)) {
      if (withinLimit(start, start + 1) > start) {
        han.single(text, start, start + 2, sink);
      }
      return start + 2;
    }
    end = SEGMENTS_KOREAN ? Scripts.endOfKorean(text, start, length) : start;
    if (end > start) {
      korean().tokenize(text, start, end, sink);
      return end;
    }
    end = endOfOthers(text, start, length);
    words.tokenize(text, start, end, sink);
    return end;
  }

  /** Returns how far a run may be segmented, and counts that. */
  private int withinLimit(int start, int end) {
    int stop = Math.min(end, start + hanLeft);
    hanLeft -= stop - start;
    return stop;
  }

  private DictionaryTokenizer japanese() {
    if (japanese == null) {
      japanese = JapaneseWords.tokenizer(normalizer); // loads the dictionary
    }
    return japanese;
  }

  private DictionaryTokenizer korean() {
    if (korean == null) {
      korean = KoreanWords.tokenizer(normalizer); // loads the dictionary
    }
    return korean;
  }

  /** Returns the end of a Japanese run; the start if there is none. */
  private static int endOfJapanese(String text, int start, int length) {
    int end = SEGMENTS_JAPANESE ? Scripts.endOfJapanese(text, start, length) : start;
    return end > start && JapaneseWords.hasJapanese(text, start, end) ? end : start;
  }

  private static int endOfHan(String text, int start, int length) {
    int i = start;
    while (i < length && HanNormalizer.isHan(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static int endOfOthers(String text, int start, int length) {
    int i = start + 1;
    while (i < length && !beginsRun(text, i, length)) {
      i++;
    }
    return i;
  }

  private static boolean beginsRun(String text, int i, int length) {
    char c = text.charAt(i);
    return c >= '\u3007'
        && (HanNormalizer.isHan(c)
            || (SEGMENTS_JAPANESE && Scripts.isKana(c))
            || (SEGMENTS_KOREAN && Scripts.isHangul(c))
            || isWideHan(text, i, length));
  }

  private static boolean isWideHan(String text, int i, int length) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < length
        && Character.isIdeographic(text.codePointAt(i));
  }
}
