package io.dowser.crawler.analysis;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.BitSet;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseBaseFormFilter;
import org.apache.lucene.analysis.ja.JapaneseKatakanaStemFilter;
import org.apache.lucene.analysis.ja.JapanesePartOfSpeechStopFilter;
import org.apache.lucene.analysis.ja.JapaneseTokenizer;

/** Segments Japanese by kuromoji, as Lucene's Japanese analyzer does. Apart, for its library. */
final class JapaneseWords {

  /** Characters such as 気 and 駅 that Japanese alone has. */
  private static final BitSet OWN_HAN = ownHan();

  private JapaneseWords() {}

  static DictionaryTokenizer tokenizer(HanNormalizer normalizer) {
    var source = new JapaneseTokenizer(null, true, true, JapaneseTokenizer.DEFAULT_MODE);
    var baseForms = new JapaneseBaseFormFilter(source);
    var contentWords =
        new JapanesePartOfSpeechStopFilter(baseForms, JapaneseAnalyzer.getDefaultStopTags());
    return new DictionaryTokenizer(
        normalizer, source, new JapaneseKatakanaStemFilter(contentWords));
  }

  /**
   * Returns whether a run of kana and Han characters is Japanese: it has kana, and not merely one
   * {@code の}, or a Han character that Japanese alone has.
   */
  static boolean hasJapanese(String text, int start, int end) {
    int particles = 0;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (c == Scripts.NO) {
        particles++;
      } else if (Scripts.isKana(c) || OWN_HAN.get(c)) {
        return true;
      }
    }
    return particles > 1;
  }

  /** Returns the Han characters of JIS X 0208 that neither GB 2312 nor Big5 has. */
  private static BitSet ownHan() {
    CharsetEncoder japanese = Charset.forName("Shift_JIS").newEncoder();
    CharsetEncoder traditional = Charset.forName("Big5").newEncoder();
    CharsetEncoder simplified = Charset.forName("GB2312").newEncoder();
    var own = new BitSet();
    for (char c = '\u4e00'; c <= '\u9fff'; c++) {
      if (japanese.canEncode(c)
          && !traditional.canEncode(c)
          && !simplified.canEncode(HanNormalizer.simplified(String.valueOf(c)))) {
        own.set(c);
      }
    }
    return own;
  }
}
