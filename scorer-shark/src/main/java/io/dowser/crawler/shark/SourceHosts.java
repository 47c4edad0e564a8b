package io.dowser.crawler.shark;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which host has linked to which URL, so that a host counts once for a URL however many of its
 * pages link there. About 60 bytes a pair.
 */
final class SourceHosts {

  private static final int HOST_SHIFT = 32;

  private final Map<String, Integer> numbers = new LinkedHashMap<>(); // from 1
  private final Set<Long> pairs = new HashSet<>();

  /** Returns the number of a host, from 1. */
  int number(String host) {
    return numbers.computeIfAbsent(host, name -> numbers.size() + 1);
  }

  /** Adds a pair unless it is there; true if it was not. */
  boolean add(int host, int url) {
    return pairs.add((long) host << HOST_SHIFT | url);
  }

  void clear() {
    numbers.clear();
    pairs.clear();
  }

  void save(StateWriter out) throws IOException {
    out.writeInt(numbers.size());
    for (String name : numbers.keySet()) {
      out.writeText(name);
    }
    out.writeInt(pairs.size());
    for (long pair : pairs) {
      out.writeLong(pair);
    }
  }

  void restore(StateReader in) throws IOException {
    clear();
    int hosts = count(in, "hosts");
    for (int i = 1; i <= hosts; i++) {
      if (number(in.readText()) != i) {
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

  private static int count(StateReader in, String what) throws IOException {
    int count = in.readInt();
    if (count < 0) {
      throw new IOException("number of saved " + what + " must be 0 or more, but was " + count);
    }
    return count;
  }
}
