package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Flatness;
import io.dowser.crawler.wanglandau.WangLandauFrontier.NewBand;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Schedule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

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

  private final WalkRules rules;
  final double[] lnG;
  final long[] visits;
  final boolean[] seen;
  private final double[] current;
  double lnF = 1;
  private boolean followsTime;
  private int stage;
  private int seenCount;
  private long steps; // L
  private long accepted;
  private long forced;
  private long nextTest;

  Walk(WalkRules rules) {
    this.rules = rules;
    this.lnG = new double[rules.bands()];
    this.visits = new long[rules.bands()];
    this.seen = new boolean[rules.bands()];
    this.current = new double[rules.walkers()];
    this.nextTest = rules.interval();
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

  /** Puts a walker on an energy, whose band counts as seen. */
  void moveTo(int walker, double energy) {
    current[walker] = energy;
    touch(band(energy, rules.bands()));
  }

  /** Takes note of a forced take: the refusals before it were booked, so it changes no count. */
  void force(int walker, double energy) {
    forced++;
    moveTo(walker, energy);
  }

  /**
   * Proposes an energy to a walker.
   *
   * @param r uniform, 0 to below 1
   * @return true if the walker moved there
   */
  boolean propose(int walker, double energy, double r) {
    steps++;
    int to = band(energy, rules.bands());
    int from = band(current[walker], rules.bands());
    touch(to);
    if (followsTime) {
      lnF = overTime();
    }
    boolean accept = r < acceptance(lnG[from], lnG[to]);
    if (accept) {
      current[walker] = energy;
      accepted++;
    }
    int booked = accept ? to : from;
    lnG[booked] += lnF;
    visits[booked]++;
    return accept;
  }

  void touch(int band) {
    if (!seen[band]) {
      lnG[band] = rules.newBand() == NewBand.MINIMUM ? leastLnG() : 0;
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
    nextTest = (steps / rules.interval() + 1) * rules.interval();
    if (!followsTime && isFlat()) {
      stage++;
      lnF /= 2;
      Arrays.fill(visits, 0);
      followsTime = rules.schedule() == Schedule.ONE_OVER_T && lnF <= overTime();
    }
  }

  /** One over t, with t = L / |S|. */
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
    if (rules.schedule() == Schedule.ONE_OVER_T) {
      return least >= 1;
    }
    return rules.flatness() == Flatness.COUNT
        ? least >= LN_2 / lnF
        : least >= rules.k() * sum / seenCount;
  }

  private double leastLnG() {
    double least = Double.POSITIVE_INFINITY;
    for (int band = 0; band < seen.length; band++) {
      least = seen[band] ? Math.min(least, lnG[band]) : least;
    }
    return seenCount == 0 ? 0 : least;
  }

  double energy(int walker) {
    return current[walker];
  }

  long steps() {
    return steps;
  }

  long accepted() {
    return accepted;
  }

  long forced() {
    return forced;
  }

  int stage() {
    return stage;
  }

  /** Copies the bands seen so far, in ascending order. */
  List<WalkStatistics.Band> bands() {
    var bands = new ArrayList<WalkStatistics.Band>(seenCount);
    for (int band = 0; band < seen.length; band++) {
      if (seen[band]) {
        bands.add(new WalkStatistics.Band(band, lnG[band], visits[band]));
      }
    }
    return Collections.unmodifiableList(bands);
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
    out.writeInt(stage);
    out.writeLong(steps);
    out.writeLong(accepted);
    out.writeLong(forced);
    out.writeLong(nextTest);
  }

  /** Replaces the state by what was saved by a walk with as many bands and walkers. */
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
    readCounts(in);
  }

  private void readCounts(StateReader in) throws IOException {
    lnF = in.readDouble(Double.MIN_VALUE, Double.MAX_VALUE, "ln f");
    followsTime = in.readBoolean();
    stage = in.readCount("stage");
    steps = in.readNumber("number of proposals");
    accepted = in.readNumber("number of accepted proposals");
    forced = in.readNumber("number of forced takes");
    nextTest = in.readNumber("next test");
  }
}
