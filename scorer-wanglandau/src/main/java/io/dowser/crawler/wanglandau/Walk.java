package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Flatness;
import io.dowser.crawler.wanglandau.WangLandauFrontier.NewBand;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Schedule;
import java.io.IOException;
import java.util.Arrays;

/**
 * The Wang-Landau walk over energies: an estimate g of how often each band of energies has been
 * visited, which decides which proposals are accepted.
 *
 * <p>Sources: F. Wang and D. P. Landau, <i>Efficient, multiple-range random walk algorithm to
 * calculate the density of states</i>, Physical Review Letters 86, 2050 (2001), in the form of Liu,
 * Chen and Zhao 2023: a band that was never met begins with {@code g = 1} and one visit. Only ln g
 * is kept. Where this differs: the probability of acceptance is computed for every proposal (the
 * paper prints it inside the branch for new bands), and the test for flatness is made whenever the
 * number of proposals has passed a multiple of the interval (the paper tests divisibility after an
 * expansion, so refusals could step over it).
 *
 * <p>Several walkers may have a current energy each; they share the rest.
 */
final class Walk implements Resumable {

  private static final double LN_2 = Math.log(2);

  /** Keeps {@code floor(50 * 0.58)} out of the band below: 50 * 0.58 is less than 29 in doubles. */
  private static final double EDGE = 1e-9;

  private final int interval; // T
  private final Flatness flatness;
  private final double k;
  private final Schedule schedule;
  private final NewBand newBand;
  final double[] lnG;
  final long[] visits;
  final boolean[] seen;
  final double[] current; // the energy of each walker, not a number before its first link
  double lnF = 1;
  private boolean followsTime;
  private int seenCount;
  long steps; // L
  private long nextTest;

  Walk(Settings settings) {
    int bands = settings.integer("bands", 50, 1, 10_000, "bands of energies");
    this.interval =
        settings.integer(
            "interval", 1_000, 1, Integer.MAX_VALUE, "proposals between two tests for flatness");
    this.flatness =
        settings.choice(
            "flatness",
            Flatness.COUNT,
            "test that the visits of all bands are even; not with schedule one-over-t");
    this.k =
        settings.number(
            "k", 0.8, 0, 1, "share of the mean number of visits that mean-ratio requires");
    this.schedule = settings.choice("schedule", Schedule.HALVING, "decrease of ln f");
    this.newBand = settings.choice("newBand", NewBand.ZERO, "initial ln g of a new band");
    this.lnG = new double[bands];
    this.visits = new long[bands];
    this.seen = new boolean[bands];
    this.current =
        new double
            [settings.integer(
                "walkers",
                1,
                1,
                10_000,
                "walkers that take links in turn, each with a current link")];
    this.nextTest = interval;
    Arrays.fill(current, Double.NaN);
  }

  /** Returns the band of an energy of 0 to 1; the last one includes 1. */
  static int band(double energy, int bands) {
    return Math.min(bands - 1, (int) (bands * energy + EDGE));
  }

  /** Returns {@code min(1, exp(from - to))}, which is 0 for distances that exp cannot hold. */
  static double acceptance(double from, double to) {
    return Math.exp(Math.min(0, from - to));
  }

  boolean isStarted(int walker) {
    return !Double.isNaN(current[walker]);
  }

  /** Moves a walker to an energy, whose band counts as seen. */
  void moveTo(int walker, double energy) {
    current[walker] = energy;
    touch(band(energy, seen.length));
  }

  /**
   * Proposes an energy to a walker.
   *
   * @param r uniform, 0 to below 1
   * @return true if the walker moved there
   */
  boolean propose(int walker, double energy, double r) {
    steps++;
    int to = band(energy, seen.length);
    int from = band(current[walker], seen.length);
    touch(to);
    if (followsTime) {
      lnF = overTime();
    }
    boolean accept = r < acceptance(lnG[from], lnG[to]);
    if (accept) {
      current[walker] = energy;
    }
    int booked = accept ? to : from;
    lnG[booked] += lnF;
    visits[booked]++;
    return accept;
  }

  void touch(int band) {
    if (!seen[band]) {
      lnG[band] = newBand == NewBand.MINIMUM ? leastLnG() : 0;
      visits[band] = 1;
      seen[band] = true;
      seenCount++;
    }
  }

  /** Tests for flatness if the number of proposals has passed a multiple of the interval. */
  void testFlatness() {
    if (steps < nextTest) {
      return;
    }
    nextTest = (steps / interval + 1) * interval;
    if (!followsTime && isFlat()) {
      lnF /= 2;
      Arrays.fill(visits, 0);
      followsTime = schedule == Schedule.ONE_OVER_T && lnF <= overTime();
    }
  }

  /** Returns 1/t, with t = L / |S|. */
  private double overTime() {
    return (double) seenCount / steps;
  }

  boolean isFlat() {
    long least = Long.MAX_VALUE;
    long sum = 0;
    for (int band = 0; band < seen.length; band++) {
      if (seen[band]) {
        least = Math.min(least, visits[band]);
        sum += visits[band];
      }
    }
    if (schedule == Schedule.ONE_OVER_T) {
      return least >= 1;
    }
    return flatness == Flatness.COUNT ? least >= LN_2 / lnF : least >= k * sum / seenCount;
  }

  private double leastLnG() {
    double least = Double.POSITIVE_INFINITY;
    for (int band = 0; band < seen.length; band++) {
      least = seen[band] ? Math.min(least, lnG[band]) : least;
    }
    return seenCount == 0 ? 0 : least;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeInt(seen.length);
    out.writeInt(current.length);
    for (int band = 0; band < seen.length; band++) {
      out.writeBoolean(seen[band]);
      out.writeDouble(lnG[band]);
      out.writeLong(visits[band]);
    }
    for (double energy : current) {
      out.writeDouble(Double.isNaN(energy) ? -1 : energy);
    }
    out.writeDouble(lnF);
    out.writeBoolean(followsTime);
    out.writeLong(steps);
    out.writeLong(nextTest);
  }

  /** Replaces the state by one that a walk with the same number of bands and walkers saved. */
  @Override
  public void restore(StateReader in) throws IOException {
    in.readInt(seen.length, seen.length, "number of bands");
    in.readInt(current.length, current.length, "number of walkers");
    seenCount = 0;
    for (int band = 0; band < seen.length; band++) {
      seen[band] = in.readBoolean();
      lnG[band] = in.readDouble(0, Double.MAX_VALUE, "ln g");
      visits[band] = in.readNumber("number of visits");
      seenCount += seen[band] ? 1 : 0;
    }
    for (int walker = 0; walker < current.length; walker++) {
      double energy = in.readDouble(-1, 1, "energy");
      current[walker] = energy < 0 ? Double.NaN : energy;
    }
    lnF = in.readDouble(Double.MIN_VALUE, Double.MAX_VALUE, "ln f");
    followsTime = in.readBoolean();
    steps = in.readNumber("number of proposals");
    nextTest = in.readNumber("next test");
  }
}
