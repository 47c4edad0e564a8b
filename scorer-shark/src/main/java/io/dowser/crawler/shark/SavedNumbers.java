package io.dowser.crawler.shark;

import java.io.IOException;

/** Checks of state that comes from a file. */
final class SavedNumbers {

  private SavedNumbers() {}

  static void check(boolean fits, String what) throws IOException {
    if (!fits) {
      throw new IOException("not a saved shark frontier: " + what);
    }
  }

  static int notNegative(int value, String what) throws IOException {
    check(value >= 0, "number of " + what + " must be 0 or more, but was " + value);
    return value;
  }
}
