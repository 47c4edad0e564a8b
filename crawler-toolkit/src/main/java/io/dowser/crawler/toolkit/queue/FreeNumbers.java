package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;

/** Small numbers, given out densely and used again. */
final class FreeNumbers {

  private int[] free = new int[16];
  private int freeCount;
  private int limit;

  int take() {
    return freeCount > 0 ? free[--freeCount] : limit++;
  }

  void giveBack(int number) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount + (freeCount >> 1));
    }
    free[freeCount++] = number;
  }
}
