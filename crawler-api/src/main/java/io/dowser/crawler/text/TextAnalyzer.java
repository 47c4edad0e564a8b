package io.dowser.crawler.text;

/**
 * Tokenizes text.
 *
 * <p>Called by many threads at once. Analyzers that return different terms for one text cannot be
 * mixed: a trained model and the crawl that uses it need the same one.
 */
@FunctionalInterface
public interface TextAnalyzer {

  /**
   * Takes each run of letters and digits, with the marks on them, as a term in the form of {@link
   * TextNormalizer#PLAIN}, each Han character as a separate term, and no term of digits only. Knows
   * no stop words and needs no dictionary; meant for tests and for plain Latin text.
   */
  TextAnalyzer PLAIN = new PlainTextAnalyzer();

  /**
   * Passes the terms of a text to a sink, in order.
   *
   * @param text any text, possibly empty
   * @param sink receives the terms
   */
  void analyze(String text, TermSink sink);

  /** Receives terms. */
  @FunctionalInterface
  interface TermSink {

    /**
     * Receives one term.
     *
     * @param term the normalised term, not empty
     * @param start its start in the text, in characters
     * @param end its end, exclusive
     */
    void accept(String term, int start, int end);
  }
}
