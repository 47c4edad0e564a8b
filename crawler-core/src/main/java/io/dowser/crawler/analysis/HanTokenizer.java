package io.dowser.crawler.analysis;

import io.dowser.crawler.text.TextAnalyzer.TermSink;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.cn.smart.hhmm.HHMMSegmenter;
import org.apache.lucene.analysis.cn.smart.hhmm.SegToken;
import org.jspecify.annotations.Nullable;

/**
 * Cuts runs of Han characters into words.
 *
 * <p>smartcn's segmenter is called without its tokenizer: a run between two punctuation marks is
 * what the tokenizer would find as a sentence, only slower. Not thread-safe.
 */
final class HanTokenizer {

  private static final int SLOTS = 2_048;

  /** Longer runs hardly repeat. */
  private static final int LONGEST_KEPT = 24;

  /** Longer runs are cut in chunks, for the sake of the memory that the segmenter takes. */
  private static final int LONGEST_RUN = 1_000;

  private final HanNormalizer normalizer;
  private final Set<String> stopWords;
  private final @Nullable Run[] kept = new @Nullable Run[SLOTS];
  private @Nullable HHMMSegmenter segmenter;

  HanTokenizer(HanNormalizer normalizer, Set<String> stopWords) {
    this.normalizer = normalizer;
    this.stopWords = stopWords;
  }

  /** Cuts characters of the basic plane. */
  void cut(String text, int start, int end, TermSink sink) {
    for (int from = start; from < end; from += LONGEST_RUN) {
      chunk(text, from, Math.min(end, from + LONGEST_RUN), sink);
    }
  }

  /** Takes a character beyond the basic plane. */
  void single(String text, int start, int end, TermSink sink) {
    sink.accept(normalizer.normalize(text.substring(start, end)), start, end);
  }

  private void chunk(String text, int start, int end, TermSink sink) {
    HanTable table = normalizer.table();
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + table.get(text.charAt(i));
    }
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    Run run = kept[slot];
    if (run == null || !run.is(text, start, end, table)) {
      run = segment(simplified(text, start, end, table));
      if (end - start <= LONGEST_KEPT) {
        kept[slot] = run;
      }
    }
    run.report(start, sink);
  }

  private static String simplified(String text, int start, int end, HanTable table) {
    var characters = new char[end - start];
    for (int i = 0; i < characters.length; i++) {
      characters[i] = table.get(text.charAt(start + i));
    }
    return new String(characters);
  }

  private Run segment(String text) {
    HHMMSegmenter loaded = segmenter;
    if (loaded == null) {
      loaded = new HHMMSegmenter(); // loads the dictionary
      segmenter = loaded;
    }
    List<SegToken> tokens = loaded.process(text);
    int count = tokens.size() - 2; // without those that mark begin and end
    var words = new @Nullable String[count];
    var starts = new int[count];
    for (int i = 0; i < count; i++) {
      SegToken token = tokens.get(i + 1);
      String word = text.substring(token.startOffset, token.endOffset);
      words[i] = stopWords.contains(word) ? null : word;
      starts[i] = token.startOffset;
    }
    return new Run(text, words, starts);
  }

  /** A run that was cut: its words, null for those that are left out, and where they begin. */
  private static final class Run {

    private final String text;
    private final @Nullable String[] words;
    private final int[] starts;

    Run(String text, @Nullable String[] words, int[] starts) {
      this.text = text;
      this.words = words;
      this.starts = starts;
    }

    boolean is(String other, int start, int end, HanTable table) {
      if (text.length() != end - start) {
        return false;
      }
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) != table.get(other.charAt(start + i))) {
          return false;
        }
      }
      return true;
    }

    void report(int offset, TermSink sink) {
      for (int i = 0; i < words.length; i++) {
        String word = words[i];
        if (word != null) {
          int start = offset + starts[i];
          sink.accept(word, start, start + word.length());
        }
      }
    }
  }
}
