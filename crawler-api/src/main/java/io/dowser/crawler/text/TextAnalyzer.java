package io.dowser.crawler.text;

/**
 * Tokenizes text.
 *
 * <p>Called by many threads at once. Two analyzers that give different terms for one text cannot be
 * mixed: a trained model and the crawl that uses it need the same one.
 */
@FunctionalInterface
public interface TextAnalyzer {

  /**
   * Takes each run of letters and digits, with the marks on them, as a term in the form of {@link
   * TextNormalizer#PLAIN}, each Han character as a term of its own, and no term of digits only.
   * Knows no stop words and needs no dictionary; meant for tests and for plain Latin text.
   */
  TextAnalyzer PLAIN = new PlainTextAnalyzer();

  /**
   * Hands the terms of a text to a sink, in order.
   *
   * @param text any text, possibly empty
   * @param sink where the terms go
   */
  void analyze(String text, TermSink sink);

  /** Receives terms. */
  @FunctionalInterface
  interface TermSink {

    /**
     * Takes one term.
     *
     * @param term the normalised term, not empty
     * @param start where it begins in the text that was given, in characters
     * @param end where it ends, exclusive
     */
    void accept(String term, int start, int end);
  }
}
