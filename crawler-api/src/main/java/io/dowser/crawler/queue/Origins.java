package io.dowser.crawler.queue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The beginnings of URLs up to their path, each kept once and counted. */
final class Origins {

  private final Map<String, Origin> byText = new HashMap<>();
  private final IntColumn users = new IntColumn();
  private Origin[] byNumber = new Origin[16];
  private int[] free = new int[16];
  private int freeCount;
  private int count;

  /** Gives the number of an origin, with one more user. */
  int acquire(String text) {
    Origin origin = byText.get(text);
    if (origin == null) {
      origin = create(text);
    }
    users.add(origin.number, 1);
    return origin.number;
  }

  byte[] bytes(int number) {
    return byNumber[number].bytes;
  }

  void release(int number) {
    if (users.add(number, -1) > 0) {
      return;
    }
    byText.remove(byNumber[number].text);
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount + (freeCount >> 1));
    }
    free[freeCount++] = number;
  }

  private Origin create(String text) {
    int number = freeCount > 0 ? free[--freeCount] : count++;
    if (number == byNumber.length) {
      byNumber = Arrays.copyOf(byNumber, number + (number >> 1));
    }
    var origin = new Origin(number, text);
    byNumber[number] = origin;
    byText.put(text, origin);
    return origin;
  }

  private static final class Origin {
    final int number;
    final String text;
    final byte[] bytes;

    Origin(int number, String text) {
      this.number = number;
      this.text = text;
      this.bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    }
  }
}
