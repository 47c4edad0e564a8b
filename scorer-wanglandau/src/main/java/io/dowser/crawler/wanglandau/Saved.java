package io.dowser.crawler.wanglandau;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Checks what is read back. */
final class Saved {

  private Saved() {}

  static int check(int value, int least, int most, String name) throws IOException {
    if (value < least || value > most) {
      throw new IOException(name + " must be " + least + " to " + most + ", but was " + value);
    }
    return value;
  }

  static long readCount(DataInput in, String name) throws IOException {
    long value = in.readLong();
    if (value < 0) {
      throw new IOException(name + " must be 0 or more, but was " + value);
    }
    return value;
  }

  static double readFinite(DataInput in, double least, double most, String name)
      throws IOException {
    double value = in.readDouble();
    if (!(value >= least && value <= most)) { // written so that NaN fails too
      throw new IOException(name + " must be " + least + " to " + most + ", but was " + value);
    }
    return value;
  }

  static void writeSequences(DataOutput out, Set<Long> sequences) throws IOException {
    out.writeInt(sequences.size());
    for (long sequence : sequences) {
      out.writeLong(sequence);
    }
  }

  static Set<Long> readSequences(DataInput in) throws IOException {
    int count = check(in.readInt(), 0, Integer.MAX_VALUE, "number of links in flight");
    Set<Long> sequences = new HashSet<>();
    for (int i = 0; i < count; i++) {
      sequences.add(readCount(in, "number of a link in flight"));
    }
    return sequences;
  }
}
