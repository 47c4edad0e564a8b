package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Carry;

/** What a page was handed by the page whose link led to it. */
final class Inheritance {

  private Inheritance() {}

  /**
   * Reads what {@link #handedOn} made.
   *
   * @param ofSeed what a seed counts as having inherited
   * @return 0 to 1; 0 if the page before carried nothing
   */
  static double of(AnalyzedPage page, double ofSeed) {
    if (page.arrival().isSeed()) {
      return ofSeed;
    }
    Carry carry = page.arrival().carry();
    return carry.size() == 1 ? Math.max(0, Math.min(1, carry.get(0))) : 0;
  }

  static Carry handedOn(double inherited) {
    return Carry.of(inherited);
  }
}
