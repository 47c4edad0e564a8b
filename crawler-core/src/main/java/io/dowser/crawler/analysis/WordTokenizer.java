package io.dowser.crawler.analysis;

import io.dowser.crawler.text.TextAnalyzer.TermSink;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** Tokenizes text that is not Han into words. Not thread-safe. */
final class WordTokenizer {

  /** The treatment of a word that is left out. */
  private static final String NOTHING = "";

  private final HanNormalizer normalizer;
  private final Set<String> stopWords;
  private final boolean stemming;
  private final EnglishStems stems = new EnglishStems();
  private final StandardTokenizer tokenizer = new StandardTokenizer();
  private final CharTermAttribute term = tokenizer.addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = tokenizer.addAttribute(OffsetAttribute.class);

  WordTokenizer(HanNormalizer normalizer, Set<String> stopWords, boolean stemming) {
    this.normalizer = normalizer;
    this.stopWords = stopWords;
    this.stemming = stemming;
  }

  void tokenize(String text, int start, int end, TermSink sink) {
    if (!holdsLetter(text, start, end)) { // all there is between two sentences of Chinese
      return;
    }
    try {
      read(text, start, end, sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string has none
    }
  }

  private void read(String text, int start, int end, TermSink sink) throws IOException {
    tokenizer.setReader(new StringReader(text.substring(start, end)));
    tokenizer.reset();
    while (tokenizer.incrementToken()) {
      String word = term(term.toString());
      if (!word.isEmpty()) {
        sink.accept(word, start + offset.startOffset(), start + offset.endOffset());
      }
    }
    tokenizer.end();
    tokenizer.close();
  }

  private String term(String word) {
    String normal = normalizer.normalize(word).replace('\u2019', '\'');
    String base =
        stemming && normal.endsWith("'s") ? normal.substring(0, normal.length() - 2) : normal;
    if (!holdsLetter(base, 0, base.length()) || stopWords.contains(base)) {
      return NOTHING;
    }
    return stemming ? stems.stem(base) : base;
  }

  static boolean holdsLetter(String text, int start, int end) {
    int i = start;
    while (i < end) {
      int c = text.codePointAt(i);
      if (Character.isLetter(c)) {
        return true;
      }
      i += Character.charCount(c);
    }
    return false;
  }
}
