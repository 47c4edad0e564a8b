package io.dowser.crawler.url;

/** A fixed set of ASCII characters that is asked once per character of a URL. */
final class CharacterTable {

  private final boolean[] members = new boolean[128];

  private CharacterTable() {}

  /** Takes letters, digits and the given others. */
  static CharacterTable lettersDigitsAnd(String others) {
    return of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" + others);
  }

  static CharacterTable of(String characters) {
    var table = new CharacterTable();
    for (int i = 0; i < characters.length(); i++) {
      table.members[characters.charAt(i)] = true;
    }
    return table;
  }

  boolean contains(char c) {
    return c < 128 && members[c];
  }
}
