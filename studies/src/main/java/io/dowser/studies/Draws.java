package io.dowser.studies;

import java.util.SplittableRandom;

/** Draws among pages; the same seed gives the same draws. Not thread-safe. */
record Draws(SplittableRandom random) {

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Each with the same probability. */
  int any(int[] pages) {
    return pages[random.nextInt(pages.length)];
  }

  /** The first ones most: the one at place n with a probability of about n to the power of -2/3. */
  int popular(int[] pages) {
    return pages[(int) (pages.length * Math.pow(random.nextDouble(), 3))];
  }

  void shuffle(int[] pages) {
    for (int i = pages.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int page = pages[i];
      pages[i] = pages[other];
      pages[other] = page;
    }
  }
}
