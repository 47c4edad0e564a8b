package io.dowser.crawler.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Reduces single words to their stems with the filter of Lucene's English analyzer. */
final class EnglishStems {

  private final OneWord word = new OneWord();
  private final TokenStream stemmed = new PorterStemFilter(word);

  /** Finds the stem of a word; one with other letters than a to z comes back as it is. */
  String stem(String lowerCase) {
    if (!isPlain(lowerCase)) {
      return lowerCase;
    }
    word.next = lowerCase;
    try {
      stemmed.incrementToken();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // one word needs no input
    }
    return word.term.toString();
  }

  private static boolean isPlain(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if ((c < 'a' || c > 'z') && c != '\'') {
        return false;
      }
    }
    return true;
  }

  /** Returns one word after the other, up to the number asked for. */
  private static final class OneWord extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private String next = "";

    @Override
    public boolean incrementToken() {
      term.setEmpty().append(next);
      return true;
    }
  }
}
