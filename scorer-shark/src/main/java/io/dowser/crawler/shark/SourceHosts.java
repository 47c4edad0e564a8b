package io.dowser.crawler.shark;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which host has linked to which URL: exact pairs in an open-addressed array, so that a host counts
 * once for a URL however many of its pages link there. About 12 to 24 bytes a pair.
 */
final class SourceHosts {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int LEAST_BITS = 8;
  private static final int HOST_SHIFT = 32;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private long[] pairs = new long[1 << LEAST_BITS]; // 0 is empty, so host numbers begin at 1
  private int size;

  /** Returns the number of a host, from 1. */
  int number(String host) {
    Integer known = numbers.get(host);
    if (known == null) {
      known = names.size() + 1;
      names.add(host);
      numbers.put(host, known);
    }
    return known;
  }

  /** Adds a pair unless it is there; true if it was not. */
  boolean add(int host, int url) {
    if (size >= pairs.length / 3 * 2) {
      grow();
    }
    return insert((long) host << HOST_SHIFT | url);
  }

  private boolean insert(long pair) {
    int mask = pairs.length - 1;
    int place = (int) ((pair * GOLDEN) >>> HOST_SHIFT) & mask;
    while (pairs[place] != 0) {
      if (pairs[place] == pair) {
        return false;
      }
      place = (place + 1) & mask;
    }
    pairs[place] = pair;
    size++;
    return true;
  }

  private void grow() {
    if (pairs.length == 1 << 30) {
      throw new IllegalStateException("the frontier is full: it knows " + size + " links");
    }
    long[] old = pairs;
    pairs = new long[2 * old.length];
    size = 0;
    for (long pair : old) {
      if (pair != 0) {
        insert(pair);
      }
    }
  }

  void clear() {
    numbers.clear();
    names.clear();
    pairs = new long[1 << LEAST_BITS];
    size = 0;
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(names.size());
    for (String name : names) {
      out.writeUTF(name);
    }
    out.writeInt(size);
    for (long pair : Arrays.stream(pairs).filter(pair -> pair != 0).toArray()) {
      out.writeLong(pair);
    }
  }

  void restore(DataInput in) throws IOException {
    clear();
    int hosts = count(in, "hosts");
    for (int i = 1; i <= hosts; i++) {
      if (number(in.readUTF()) != i) {
        throw new IOException("saved hosts must not have one twice");
      }
    }
    int links = count(in, "links");
    for (int i = 0; i < links; i++) {
      long pair = in.readLong();
      long host = pair >>> HOST_SHIFT;
      if (host < 1 || host > hosts || (int) pair < 0 || !add((int) host, (int) pair)) {
        throw new IOException("saved links must name a host and a URL once, but one was " + pair);
      }
    }
  }

  private static int count(DataInput in, String what) throws IOException {
    int count = in.readInt();
    if (count < 0) {
      throw new IOException("number of saved " + what + " must be 0 or more, but was " + count);
    }
    return count;
  }
}
