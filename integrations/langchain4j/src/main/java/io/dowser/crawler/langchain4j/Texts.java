package io.dowser.crawler.langchain4j;

/** Checks and truncates texts. */
final class Texts {

  private Texts() {}

  /** Returns the first characters of a text; no pair of surrogates is split. */
  static String start(String text, int maxCharacters) {
    if (text.length() <= maxCharacters) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(maxCharacters - 1));
    return text.substring(0, splits ? maxCharacters - 1 : maxCharacters);
  }

  /** Returns a text without the white space around it; refuses a blank one. */
  static String notBlank(String name, String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException(name + " must not be blank");
    }
    return text.strip();
  }
}
