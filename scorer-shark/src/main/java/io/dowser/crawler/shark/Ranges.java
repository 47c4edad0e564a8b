package io.dowser.crawler.shark;

/** Checks of arguments, written so that NaN fails too. */
final class Ranges {

  private Ranges() {}

  static double share(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be 0 to 1, but was " + value);
    }
    return value;
  }

  static double positiveShare(String name, double value) {
    if (!(value > 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be above 0 and at most 1, but was " + value);
    }
    return value;
  }

  static int integer(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", but was " + value);
    }
    return value;
  }
}
