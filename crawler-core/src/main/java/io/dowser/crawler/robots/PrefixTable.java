package io.dowser.crawler.robots;

import java.util.Arrays;
import java.util.Collection;

/** Finds the texts of a set that another text starts with. Immutable. */
final class PrefixTable {

  static final int NONE = -1;

  private final String[] sorted;

  /** The longest other text that a text starts with. */
  private final int[] parent;

  PrefixTable(Collection<String> texts) {
    this.sorted = texts.stream().distinct().sorted().toArray(String[]::new);
    this.parent = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      parent[i] = startOf(sorted[i], i - 1);
    }
  }

  /** The texts between a text and one that it starts with start with that one, too. */
  private int startOf(String text, int before) {
    int i = before;
    while (i >= 0 && !text.startsWith(sorted[i])) {
      i = parent[i];
    }
    return i;
  }

  int size() {
    return sorted.length;
  }

  int indexOf(String text) {
    return Arrays.binarySearch(sorted, text);
  }

  /** Returns the index of the longest text that another one starts with, or {@link #NONE}. */
  int longest(String other) {
    int found = Arrays.binarySearch(sorted, other);
    return found >= 0 ? found : startOf(other, -found - 2);
  }

  /** Returns the index of the next shorter text that a text starts with, or {@link #NONE}. */
  int shorter(int index) {
    return parent[index];
  }

  int length(int index) {
    return sorted[index].length();
  }
}
