package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * The credit of visited pages for the pages behind them: the mean worth of a visit if a page is
 * left by its best links.
 *
 * <p>The idea is that of the Gittins index of branching bandits (Weiss 1988): of the probabilities
 * p1, p2, ... of a page's new links, best first, the best k make (p1 + ... + pk) / (1 + k), the
 * page itself included. The largest of these is corrected as links are followed: it counts as two
 * links, against the worth of each followed one.
 *
 * <p>Kept for about the last 65,536 pages; older ones are dropped. Not thread-safe.
 */
final class DelayedCredit {

  private static final int FORMAT = 1;
  private static final int BITS = 16;
  private static final int SIZE = 1 << BITS;
  private static final double PRIOR_LINKS = 2;

  private final long[] pages = new long[SIZE];
  private final float[] expected = new float[SIZE];
  private final float[] followed = new float[SIZE];
  private final float[] worth = new float[SIZE];

  DelayedCredit() {
    clear();
  }

  /** Drops all pages. */
  void clear() {
    Arrays.fill(pages, -1);
  }

  /** Records a visited page with the probabilities of its new links, which are sorted here. */
  void visited(long page, double[] probabilities) {
    Arrays.sort(probabilities);
    double best = 0;
    double sum = 0;
    for (int k = 1; k <= probabilities.length; k++) {
      sum += probabilities[probabilities.length - k];
      best = Math.max(best, sum / (1 + k));
    }
    int place = place(page);
    pages[place] = page;
    expected[place] = (float) best;
    followed[place] = 0;
    worth[place] = 0;
  }

  /** Records that a link of a page was followed. */
  void followed(long page, double value) {
    int place = place(page);
    if (pages[place] == page) {
      followed[place]++;
      worth[place] += (float) value;
    }
  }

  /** Returns the worth behind a page, 0 to 1; 0 if nothing is known. */
  double behind(long page) {
    int place = place(page);
    return pages[place] == page
        ? (PRIOR_LINKS * expected[place] + worth[place]) / (PRIOR_LINKS + followed[place])
        : 0;
  }

  private static int place(long page) {
    return (int) (page & SIZE - 1);
  }

  void save(StateWriter out) throws IOException {
    out.section("credit", FORMAT);
    out.writeInt((int) Arrays.stream(pages).filter(page -> page >= 0).count());
    for (int i = 0; i < SIZE; i++) {
      if (pages[i] >= 0) {
        out.writeLong(pages[i]);
        out.writeInt(Float.floatToRawIntBits(expected[i]));
        out.writeInt(Float.floatToRawIntBits(followed[i]));
        out.writeInt(Float.floatToRawIntBits(worth[i]));
      }
    }
  }

  void restore(StateReader in) throws IOException {
    in.section("credit", FORMAT);
    clear();
    int count = in.readInt(0, SIZE, "pages with credit");
    for (int i = 0; i < count; i++) {
      long page = in.readNumber("page with credit");
      int place = place(page);
      pages[place] = page;
      expected[place] = positive(in, "expected worth");
      followed[place] = positive(in, "followed links");
      worth[place] = positive(in, "worth of links");
    }
  }

  private static float positive(StateReader in, String name) throws IOException {
    float value = Float.intBitsToFloat(in.readInt());
    StateReader.require(
        value >= 0 && Float.isFinite(value), name + " must be 0 or more, but was " + value);
    return value;
  }
}
