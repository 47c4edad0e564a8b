package io.dowser.crawler.analysis;

import io.dowser.crawler.text.TextAnalyzer;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Cuts text into terms by script: Chinese words by Lucene's smartcn, everything else by Lucene's
 * standard tokenizer with English stop words and Porter stemming.
 *
 * <p>Text is normalised by {@link HanNormalizer} first, as far as that does not change its length,
 * so traditional and simplified, wide and narrow, upper and lower case spellings give the same
 * terms. Function words and terms of digits only are left out. A Han character outside the basic
 * plane is a term of its own. Text beyond {@link #maxCharacters} is not cut at all: segmenting
 * Chinese costs about twenty times what parsing the page does.
 *
 * <p>Safe for use by many threads. Chinese text loads a dictionary of about 9 MB once.
 */
public final class MixedScriptAnalyzer implements TextAnalyzer {

  /** How much of a text is cut into terms unless said otherwise, in characters. */
  public static final int DEFAULT_MAX_CHARACTERS = 20_000;

  /** Frequent words that say nothing about a topic. */
  private static final Set<String> FUNCTION_WORDS =
      Set.of(
          "的", "了", "和", "是", "在", "我", "你", "他", "她", "它", "们", "我们", "你们", "他们", "这", "那", "这个",
          "那个", "这些", "那些", "有", "没有", "也", "就", "都", "而", "及", "与", "或", "或者", "但", "但是", "不", "很",
          "更", "最", "把", "被", "让", "给", "对", "对于", "从", "到", "向", "以", "为", "因为", "所以", "如果", "等",
          "着", "过", "地", "得", "之", "其", "并", "并且", "中", "上", "下", "里", "个", "吗", "呢", "吧", "啊", "则",
          "于", "由", "将", "还", "又", "再", "已", "已经", "可以", "可");

  private final int maxCharacters;
  private final CharacterFolding folding = new CharacterFolding(HanNormalizer.create());
  private final HanRuns hanRuns = new HanRuns();
  private final Queue<ScriptTokenizers> idle = new ConcurrentLinkedQueue<>();

  private MixedScriptAnalyzer(int maxCharacters) {
    this.maxCharacters = maxCharacters;
  }

  /**
   * Makes an analyzer for up to {@link #DEFAULT_MAX_CHARACTERS} of each text.
   *
   * @return the analyzer
   */
  public static MixedScriptAnalyzer create() {
    return of(DEFAULT_MAX_CHARACTERS);
  }

  /**
   * Makes an analyzer.
   *
   * @param maxCharacters how much of each text is cut into terms, 0 or more
   * @return the analyzer
   * @throws IllegalArgumentException if the number is negative
   */
  public static MixedScriptAnalyzer of(int maxCharacters) {
    if (maxCharacters < 0) {
      throw new IllegalArgumentException(
          "maxCharacters must be 0 or more, but was " + maxCharacters);
    }
    return new MixedScriptAnalyzer(maxCharacters);
  }

  /**
   * Tells how much of a text is cut into terms.
   *
   * @return characters
   */
  public int maxCharacters() {
    return maxCharacters;
  }

  @Override
  public void analyze(String text, TermSink sink) {
    ScriptTokenizers tokenizers = idle.poll();
    if (tokenizers == null) {
      tokenizers = new ScriptTokenizers();
    }
    analyze(text, tokenizers, sink);
    idle.add(tokenizers); // not after an error: a stream that broke off is not to be used again
  }

  private void analyze(String text, ScriptTokenizers tokenizers, TermSink sink) {
    int end = Math.min(text.length(), maxCharacters);
    int start = 0;
    while (start < end) {
      int next = runEnd(text, start, end);
      run(text, start, next, tokenizers, sink);
      start = next;
    }
  }

  /** A run is one character outside the basic plane, or Han characters, or other characters. */
  private static int runEnd(String text, int start, int end) {
    if (isWideHan(text, start, end)) {
      return start + 2;
    }
    boolean han = isHan(text.charAt(start));
    int i = start + 1;
    while (i < end && isHan(text.charAt(i)) == han && !isWideHan(text, i, end)) {
      i++;
    }
    return i;
  }

  private void run(String text, int start, int end, ScriptTokenizers tokenizers, TermSink sink) {
    if (isWideHan(text, start, end)) {
      sink.accept(text.substring(start, end), start, end);
    } else if (isHan(text.charAt(start))) {
      hanRuns.segment(folding.fold(text, start, end), tokenizers, content(start, sink));
    } else {
      tokenizers.words(folding.fold(text, start, end), content(start, sink));
    }
  }

  private static TermSink content(int base, TermSink sink) {
    return (term, start, end) -> {
      if (!FUNCTION_WORDS.contains(term) && hasLetter(term)) {
        sink.accept(term, base + start, base + end);
      }
    };
  }

  private static boolean hasLetter(String term) {
    for (int i = 0; i < term.length(); i++) {
      if (!Character.isDigit(term.charAt(i)) && !isSign(term.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /** The signs that the standard tokenizer keeps inside numbers. */
  private static boolean isSign(char c) {
    return c == '.' || c == ',' || c == '_' || c == '\'';
  }

  private static boolean isHan(char c) {
    return c >= '\u2e80' && Character.isIdeographic(c);
  }

  private static boolean isWideHan(String text, int i, int end) {
    return i + 1 < end
        && Character.isHighSurrogate(text.charAt(i))
        && Character.isIdeographic(text.codePointAt(i));
  }
}
