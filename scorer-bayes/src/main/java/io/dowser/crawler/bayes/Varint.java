package io.dowser.crawler.bayes;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/**
 * Non-negative integers with seven bits per byte, lowest first; the last byte has the highest bit
 * unset.
 */
final class Varint {

  private static final int MOST_SHIFT = 28;

  private Varint() {}

  static void write(StateWriter out, int value) throws IOException {
    int rest = value;
    while (rest >= 0x80) {
      out.writeByte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  static int read(StateReader in, int least, int most, String name) throws IOException {
    int value = 0;
    for (int shift = 0; shift <= MOST_SHIFT; shift += 7) {
      int next = in.readByte() & 0xff;
      value |= (next & 0x7f) << shift;
      if (next < 0x80) {
        StateReader.require(
            value >= least && value <= most,
            name + " must be " + least + " to " + most + ", but was " + value);
        return value;
      }
    }
    throw new IOException(name + " has more than five bytes");
  }
}
