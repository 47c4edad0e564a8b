package io.dowser.crawler.internal.content;

/** The number of characters that the values of one kind may still have. Not thread-safe. */
final class CharacterBudget {

  private int left;

  CharacterBudget(int most) {
    left = most;
  }

  boolean hasLeft() {
    return left > 0;
  }

  /** Takes a character for a value whose text may be empty. */
  void takeOne() {
    left = Math.max(0, left - 1);
  }

  /** Returns as much of a text as fits; no pair of surrogates is split. */
  String take(String text) {
    int length = Math.min(left, text.length());
    boolean isCut = length > 0 && length < text.length();
    boolean splits = isCut && Character.isHighSurrogate(text.charAt(length - 1));
    left -= length;
    return text.substring(0, splits ? length - 1 : length);
  }
}
