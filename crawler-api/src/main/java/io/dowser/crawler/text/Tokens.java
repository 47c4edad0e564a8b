package io.dowser.crawler.text;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The terms of a text, in order, with their places.
 *
 * <p>Immutable and thread-safe.
 */
public final class Tokens {

  private final String[] terms;
  private final int[] starts;

  private Tokens(String[] terms, int[] starts) {
    this.terms = terms;
    this.starts = starts;
  }

  /**
   * Tokenizes a text.
   *
   * @param text the text
   * @param analyzer the analyzer that tokenizes it
   * @return its terms, none for an empty text
   */
  public static Tokens of(String text, TextAnalyzer analyzer) {
    return of(text, new int[0], analyzer);
  }

  /**
   * Tokenizes a text, none of which reaches over some borders: each chunk of text between two of
   * them is tokenized by itself.
   *
   * @param text the text
   * @param borders places in the text, in characters, in ascending order
   * @param analyzer the analyzer that tokenizes each chunk
   * @return its terms, none for an empty text
   * @throws IndexOutOfBoundsException if a border is outside of the text, or before the one before
   */
  public static Tokens of(String text, int[] borders, TextAnalyzer analyzer) {
    var collector = new Collector();
    int from = 0;
    for (int border : borders) {
      collector.offset = from;
      analyzer.analyze(text.substring(from, border), collector);
      from = border;
    }
    collector.offset = from;
    analyzer.analyze(from == 0 ? requireNonNull(text, "text") : text.substring(from), collector);
    return collector.tokens();
  }

  /** {@return the number of terms, 0 or more} */
  public int size() {
    return terms.length;
  }

  /**
   * {@return the term}
   *
   * @param index 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public String term(int index) {
    return terms[index];
  }

  /**
   * {@return the start of one term in the text, in characters}
   *
   * @param index 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public int start(int index) {
    return starts[index];
  }

  /**
   * {@return the index of the first term that begins at or after a place, or {@link #size}}
   *
   * @param offset a place in the text, in characters
   */
  public int indexFrom(int offset) {
    return TopicMatches.firstAtLeast(starts, offset);
  }

  private static final class Collector implements TextAnalyzer.TermSink {

    private final List<String> terms = new ArrayList<>();
    private final IntStream.Builder starts = IntStream.builder();
    private int offset; // of the chunk in the text

    @Override
    public void accept(String term, int start, int end) {
      terms.add(term);
      starts.add(offset + start);
    }

    Tokens tokens() {
      return new Tokens(terms.toArray(String[]::new), starts.build().toArray());
    }
  }
}
