package io.dowser.crawler.analysis;

import io.dowser.crawler.text.TextAnalyzer.TermSink;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** Tokenizes runs of one language by a dictionary of Lucene's. Not thread-safe. */
final class DictionaryTokenizer {

  private final HanNormalizer normalizer;
  private final Tokenizer source;
  private final TokenStream filtered;
  private final CharTermAttribute term;
  private final OffsetAttribute offset;

  /**
   * Creates one of a tokenizer and the last of the filters behind it, or the tokenizer itself.
   *
   * @param normalizer brings words to one form
   */
  DictionaryTokenizer(HanNormalizer normalizer, Tokenizer source, TokenStream filtered) {
    this.normalizer = normalizer;
    this.source = source;
    this.filtered = filtered;
    this.term = filtered.addAttribute(CharTermAttribute.class);
    this.offset = filtered.addAttribute(OffsetAttribute.class);
  }

  void tokenize(String text, int start, int end, TermSink sink) {
    try {
      source.setReader(new StringReader(text.substring(start, end)));
      filtered.reset();
      while (filtered.incrementToken()) {
        String word = normalizer.normalize(term.toString());
        if (WordTokenizer.holdsLetter(word, 0, word.length())) {
          sink.accept(word, start + offset.startOffset(), start + offset.endOffset());
        }
      }
      filtered.end();
      filtered.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string has none
    }
  }
}
