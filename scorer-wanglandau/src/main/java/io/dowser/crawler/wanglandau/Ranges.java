package io.dowser.crawler.wanglandau;

/** Checks of arguments, written so that NaN fails too. */
final class Ranges {

  private Ranges() {}

  static int within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", but was " + value);
    }
    return value;
  }

  static double within(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", but was " + value);
    }
    return value;
  }
}
