package io.dowser.crawler.text;

/**
 * Maps different forms of a word to one form.
 *
 * <p>Called by many threads at once. Applying it twice must have the same result as applying it
 * once. A {@link TopicMatcher} applies it to single characters.
 */
@FunctionalInterface
public interface TextNormalizer {

  /**
   * Unicode NFKC, then lower case in the root locale, then NFKC once more where lower case
   * composes: full-width and half-width forms, ligatures and composed accents become the same as
   * their plain forms. Typographic apostrophes, quotation marks, hyphens, dashes, middle dots and
   * slashes become those of a keyboard, and characters with the property
   * Default_Ignorable_Code_Point, such as the soft hyphen and the zero width space, are removed
   * (Unicode Standard, 5.21 and 6.2). Traditional and simplified Chinese stay apart.
   */
  TextNormalizer PLAIN = new PlainTextNormalizer();

  /**
   * {@return the normal form of a text; the same object if nothing had to change}
   *
   * @param text any text, possibly empty
   */
  String normalize(String text);
}
