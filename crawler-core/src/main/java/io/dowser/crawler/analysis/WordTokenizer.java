package io.dowser.crawler.analysis;

import io.dowser.crawler.text.TextAnalyzer.TermSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.jspecify.annotations.Nullable;

/** Tokenizes text that is not Han into words. Not thread-safe. */
final class WordTokenizer {

  private static final int SLOTS = 4_096;

  /** What becomes of a word that is left out. */
  private static final String NOTHING = "";

  private final HanNormalizer normalizer;
  private final Set<String> stopWords;
  private final boolean stemming;
  private final EnglishStems stems = new EnglishStems();
  private final StandardTokenizer tokenizer = new StandardTokenizer();
  private final CharTermAttribute term = tokenizer.addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = tokenizer.addAttribute(OffsetAttribute.class);
  private final TextReader reader = new TextReader();
  private final @Nullable String[] keptWords = new @Nullable String[SLOTS];
  private final String[] keptTerms = new String[SLOTS];

  WordTokenizer(HanNormalizer normalizer, Set<String> stopWords, boolean stemming) {
    this.normalizer = normalizer;
    this.stopWords = stopWords;
    this.stemming = stemming;
  }

  void cut(String text, int start, int end, TermSink sink) {
    if (!holdsLetter(text, start, end)) { // all there is between two sentences of Chinese
      return;
    }
    try {
      tokenize(text, start, end, sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string has none
    }
  }

  private void tokenize(String text, int start, int end, TermSink sink) throws IOException {
    reader.read(text, start, end);
    tokenizer.setReader(reader);
    tokenizer.reset();
    while (tokenizer.incrementToken()) {
      String word = term(term.buffer(), term.length());
      if (!word.isEmpty()) {
        sink.accept(word, start + offset.startOffset(), start + offset.endOffset());
      }
    }
    tokenizer.end();
    tokenizer.close();
  }

  private String term(char[] word, int length) {
    int hash = 0;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + word[i];
    }
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    String kept = keptWords[slot];
    if (kept != null && isSame(kept, word, length)) {
      return keptTerms[slot];
    }
    String written = new String(word, 0, length);
    String made = term(written);
    keptWords[slot] = written;
    keptTerms[slot] = made;
    return made;
  }

  private String term(String word) {
    String normal = normalizer.normalize(word).replace('\u2019', '\'');
    String base = stemming && normal.endsWith("'s") ? cutEnd(normal, 2) : normal;
    if (!holdsLetter(base, 0, base.length()) || stopWords.contains(base)) {
      return NOTHING;
    }
    return stemming ? stems.stem(base) : base;
  }

  private static String cutEnd(String text, int characters) {
    return text.substring(0, text.length() - characters);
  }

  private static boolean holdsLetter(String text, int start, int end) {
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

  private static boolean isSame(String kept, char[] word, int length) {
    if (kept.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (kept.charAt(i) != word[i]) {
        return false;
      }
    }
    return true;
  }
}
