package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * A small number for each known URL, 0 unless it was set. {@link #get} is thread-safe; all else is
 * confined to the engine thread.
 */
public final class UrlBytes implements Resumable {

  private static final int FORMAT = 2;
  private static final int LEAST_CAPACITY = 1024;

  private final String name;
  private final int limit;
  private volatile byte[] bytes = {};
  private int length;

  /**
   * Creates numbers that are all 0.
   *
   * @param name the name of the saved state
   * @param limit above all numbers, at most 128
   */
  UrlBytes(String name, int limit) {
    this.name = name;
    this.limit = limit;
  }

  int get(long url) {
    byte[] present = bytes;
    return url < present.length ? present[(int) url] : 0;
  }

  void set(int url, int value) {
    if (url >= bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(LEAST_CAPACITY, url + url / 2 + 1));
    }
    bytes[url] = (byte) value;
    length = Math.max(length, url + 1);
  }

  /** Returns one more than the last URL that was set. */
  int length() {
    return length;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section(name, FORMAT);
    out.writeInt(length);
    byte[] present = bytes;
    for (int i = 0; i < length; i++) {
      out.writeByte(present[i]);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section(name, FORMAT);
    int count = in.readCount("length of " + name);
    bytes = new byte[0];
    length = 0;
    for (int i = 0; i < count; i++) { // grows as bytes come, because a damaged length may be huge
      byte value = in.readByte();
      StateReader.require(value >= 0 && value < limit, "a number of " + name + " is too large");
      set(i, value);
    }
  }
}
