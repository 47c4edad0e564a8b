package io.dowser.crawler.text;

/**
 * Brings different spellings of the same word to one form.
 *
 * <p>Called by many threads at once. Applying it twice must give the same as applying it once.
 */
@FunctionalInterface
public interface TextNormalizer {

  /** Unicode NFKC, then lower case in the root locale. */
  TextNormalizer PLAIN = new PlainTextNormalizer();

  /**
   * Normalises a text.
   *
   * @param text any text
   * @return the normal form; the same object if nothing had to change
   */
  String normalize(String text);
}
