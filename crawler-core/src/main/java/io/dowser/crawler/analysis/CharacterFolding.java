package io.dowser.crawler.analysis;

import io.dowser.crawler.text.TextNormalizer;

/**
 * Normalises text character by character without changing its length, so that places stay what they
 * are. A character whose normal form is longer or shorter than itself stays as it is.
 *
 * <p>Safe for use by many threads: two that fill the same place of the table write the same.
 */
final class CharacterFolding {

  private final TextNormalizer normalizer;
  private final char[] table = new char[Character.MAX_VALUE + 1];

  CharacterFolding(TextNormalizer normalizer) {
    this.normalizer = normalizer;
  }

  String fold(String text, int start, int end) {
    char[] folded = new char[end - start];
    for (int i = start; i < end; i++) {
      folded[i - start] = fold(text.charAt(i));
    }
    return new String(folded);
  }

  private char fold(char c) {
    char known = table[c];
    return known != 0 ? known : learn(c);
  }

  private char learn(char c) {
    String normal = Character.isSurrogate(c) ? "" : normalizer.normalize(String.valueOf(c));
    char folded = normal.length() == 1 ? normal.charAt(0) : c;
    table[c] = folded;
    return folded;
  }
}
