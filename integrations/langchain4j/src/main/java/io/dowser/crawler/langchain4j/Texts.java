package io.dowser.crawler.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/** Checks, measures, truncates and redacts texts. */
final class Texts {

  private static final int LONGEST_FAILURE = 500;

  private static final Pattern NAMED_SECRET =
      Pattern.compile(
          "(?i)((?:key|token|secret|password)( provided)?[\"']?\\s*[:=]\\s*[\"']?|bearer\\s+)"
              + "[^\\s&,;\"']+");

  /**
   * A run of letters and digits that is longer than any word, or a key that a provider has masked.
   */
  private static final Pattern SECRET =
      Pattern.compile("[\\w.-]*(?:\\*{3,}|(?=[A-Za-z]*\\d)[A-Za-z0-9]{12,})[\\w.*-]*");

  private Texts() {}

  /**
   * Returns the class and message of an exception of a model, without anything that looks like a
   * key: providers repeat keys, also in URLs, and the text gets into logs and the crawl's
   * directory.
   */
  static String failure(Throwable thrown) {
    String named = NAMED_SECRET.matcher(thrown.toString()).replaceAll("$1(hidden)");
    return start(SECRET.matcher(named).replaceAll("(hidden)"), LONGEST_FAILURE);
  }

  /** Returns the first characters of a text; no pair of surrogates is split. */
  static String start(String text, int maxCharacters) {
    if (text.length() <= maxCharacters) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(maxCharacters - 1));
    return text.substring(0, splits ? maxCharacters - 1 : maxCharacters);
  }

  /**
   * Returns an estimate of the tokens of a text that is rather too high: one for three bytes of
   * UTF-8. A token of English has about four bytes, one of Chinese three to five.
   */
  static long estimatedTokens(String text) {
    return text.getBytes(UTF_8).length / 3 + 1L;
  }

  /** Returns a text without the white space around it; refuses a blank one. */
  static String notBlank(String name, String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException(name + " must not be blank");
    }
    return text.strip();
  }
}
