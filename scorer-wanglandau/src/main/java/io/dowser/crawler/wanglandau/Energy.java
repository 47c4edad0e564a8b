package io.dowser.crawler.wanglandau;

/** Converts scores to energies of 0 to 1, and to weights in the roulette. */
final class Energy {

  /** The weight of a link that is queued for its rank although its relevance is less. */
  static final double LEAST_WEIGHT = 0.01;

  private static final double UNITS = 0x1p40;

  private Energy() {}

  /** Returns the energy of a score: the nearest number of 0 to 1, so 1 for a seed's infinity. */
  static double of(double score) {
    return Math.max(0, Math.min(1, score));
  }

  static double weight(double score) {
    return Math.max(LEAST_WEIGHT, Math.min(1, score));
  }

  /** Returns the energy as a whole number, so that sums do not depend on the order of addition. */
  static long units(double score) {
    return Math.round(of(score) * UNITS);
  }

  /** Converts a sum of {@link #units} back. */
  static double fromUnits(double units) {
    return units / UNITS;
  }
}
