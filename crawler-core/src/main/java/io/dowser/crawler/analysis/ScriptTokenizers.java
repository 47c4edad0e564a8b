package io.dowser.crawler.analysis;

import io.dowser.crawler.text.TextAnalyzer.TermSink;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cn.smart.HMMChineseTokenizer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.jspecify.annotations.Nullable;

/**
 * A tokenizer for Chinese and one for everything else, for one thread at a time. The dictionary of
 * the Chinese one is loaded when the first Han character comes.
 */
final class ScriptTokenizers {

  private final Chain words = stemmed(new StandardTokenizer());
  private @Nullable Chain han;

  /** Cuts text without Han characters. */
  void words(String text, TermSink sink) {
    words.run(text, sink);
  }

  /** Cuts text that is nothing but simplified Han characters. */
  void han(String text, TermSink sink) {
    if (han == null) {
      var segmenter = new HMMChineseTokenizer();
      han = new Chain(segmenter, segmenter);
    }
    han.run(text, sink);
  }

  private static Chain stemmed(Tokenizer source) {
    var lower = new LowerCaseFilter(source);
    var content = new StopFilter(lower, EnglishAnalyzer.ENGLISH_STOP_WORDS_SET);
    return new Chain(source, new PorterStemFilter(content));
  }

  /** A token stream that is used again and again. */
  private static final class Chain {

    private final Tokenizer source;
    private final TokenStream stream;
    private final CharTermAttribute term;
    private final OffsetAttribute offset;

    Chain(Tokenizer source, TokenStream stream) {
      this.source = source;
      this.stream = stream;
      this.term = stream.addAttribute(CharTermAttribute.class);
      this.offset = stream.addAttribute(OffsetAttribute.class);
    }

    void run(String text, TermSink sink) {
      try (stream) { // closing makes it ready for the next text
        source.setReader(new StringReader(text));
        stream.reset();
        while (stream.incrementToken()) {
          sink.accept(term.toString(), offset.startOffset(), offset.endOffset());
        }
        stream.end();
      } catch (IOException e) {
        throw new UncheckedIOException("reading from a string failed", e);
      }
    }
  }
}
