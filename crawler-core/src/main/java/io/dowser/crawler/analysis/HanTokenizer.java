package io.dowser.crawler.analysis;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.text.TextAnalyzer.TermSink;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.cn.smart.hhmm.HHMMSegmenter;
import org.apache.lucene.analysis.cn.smart.hhmm.SegToken;
import org.jspecify.annotations.Nullable;

/**
 * Segments runs of Han characters into words.
 *
 * <p>smartcn's segmenter is called without its tokenizer: a run between two punctuation marks is a
 * sentence of the tokenizer, found faster. Without smartcn on the class path, each character is a
 * word. Not thread-safe.
 */
final class HanTokenizer {

  private static final boolean HAS_DICTIONARY = OptionalLibrary.SMARTCN.isPresent();
  private static final int MAX_KEPT = 2_048;

  /** Longer runs hardly repeat. */
  private static final int LONGEST_KEPT = 24;

  /** Longer runs are split, to bound the memory that the segmenter takes. */
  private static final int LONGEST_RUN = 1_000;

  private final HanNormalizer normalizer;
  private final Set<String> stopWords;
  private final Cache<String, List<Word>> kept =
      CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(MAX_KEPT).build();
  private @Nullable HHMMSegmenter segmenter;

  /** A word, and where it begins in its run. */
  private record Word(String text, int start) {}

  HanTokenizer(HanNormalizer normalizer, Set<String> stopWords) {
    this.normalizer = normalizer;
    this.stopWords = stopWords;
  }

  /** Segments characters of the basic plane. */
  void tokenize(String text, int start, int end, TermSink sink) {
    for (int from = start; from < end; from += LONGEST_RUN) {
      String run = text.substring(from, Math.min(end, from + LONGEST_RUN));
      for (Word word : words(HanNormalizer.simplified(run))) {
        int at = from + word.start;
        sink.accept(word.text, at, at + word.text.length());
      }
    }
  }

  /** Takes a character beyond the basic plane. */
  void single(String text, int start, int end, TermSink sink) {
    sink.accept(normalizer.normalize(text.substring(start, end)), start, end);
  }

  private List<Word> words(String run) {
    List<Word> known = kept.getIfPresent(run);
    if (known != null) {
      return known;
    }
    List<Word> words = segment(run);
    if (run.length() <= LONGEST_KEPT) {
      kept.put(run, words);
    }
    return words;
  }

  private List<Word> segment(String run) {
    if (!HAS_DICTIONARY) {
      return IntStream.range(0, run.length())
          .mapToObj(i -> new Word(run.substring(i, i + 1), i))
          .toList();
    }
    if (segmenter == null) {
      segmenter = new HHMMSegmenter(); // loads the dictionary
    }
    List<SegToken> tokens = segmenter.process(run);
    return tokens.subList(1, tokens.size() - 1).stream() // without the marks of begin and end
        .map(
            token -> new Word(run.substring(token.startOffset, token.endOffset), token.startOffset))
        .filter(word -> !stopWords.contains(word.text))
        .toList();
  }
}
