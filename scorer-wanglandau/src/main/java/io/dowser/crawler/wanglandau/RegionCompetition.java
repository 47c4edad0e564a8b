package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.HostGate;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The order of regions: the ready ones by their mean energy, and also by their best link; the
 * delayed ones by the time that the gate reported. Each change of a region takes O(log n).
 *
 * <p>A region counts as ready until the gate says otherwise, so the gate is asked about winners
 * only, and about each once per poll.
 */
final class RegionCompetition {

  /** Of two equal means the region with more links wins, then the one seen first. */
  private final TreeSet<Region> byMean =
      new TreeSet<>(
          Comparator.comparingDouble(Region::mean)
              .thenComparingInt(Region::size)
              .reversed()
              .thenComparingInt(region -> region.number));

  private final TreeSet<Region> byBest = new TreeSet<>(Comparator.comparing(Region::best));
  private final TreeSet<Region> delayed =
      new TreeSet<>(
          Comparator.comparingDouble((Region region) -> region.due)
              .thenComparingInt(region -> region.number));
  private @Nullable HostGate lastGate;
  private long epoch;
  private long polls;
  private long now;

  /** Starts a poll: brings back the regions whose delay is over. */
  void wake(HostGate gate) {
    polls++;
    now = gate.now();
    if (gate != lastGate) { // another gate knows nothing of what one gate reported
      lastGate = gate;
      epoch = now;
      while (!delayed.isEmpty()) {
        recheck(delayed.first());
      }
    }
    while (!delayed.isEmpty() && delayed.first().readyAt - now <= 0) {
      recheck(delayed.first());
    }
  }

  /** Returns the ready region with the largest mean, or null. */
  @Nullable Region winner(HostGate gate) {
    return firstReady(byMean, gate);
  }

  /** Returns the ready region with the best link, or null. */
  @Nullable Region best(HostGate gate) {
    return firstReady(byBest, gate);
  }

  /** Reports whether a region has links and may propose in this poll. */
  boolean isReady(Region region, HostGate gate) {
    return !region.delayed && region.size() > 0 && asked(region, gate);
  }

  /** Takes a region out of its places, before its links change. */
  void withdraw(Region region) {
    if (!region.delayed && region.size() > 0) {
      byMean.remove(region);
      byBest.remove(region);
    }
  }

  /** Puts a region into its places, after its links have changed. */
  void arrange(Region region) {
    if (region.delayed) {
      if (region.size() == 0) {
        recheck(region);
      }
    } else if (region.size() > 0) {
      byMean.add(region);
      byBest.add(region);
    }
  }

  /** Forgets that a region is delayed. */
  void recheck(Region region) {
    if (region.delayed) {
      delayed.remove(region);
      region.delayed = false;
      arrange(region);
    }
    region.checked = -1;
  }

  void clear() {
    byMean.clear();
    byBest.clear();
    delayed.clear();
  }

  private @Nullable Region firstReady(SortedSet<Region> ready, HostGate gate) {
    while (!ready.isEmpty()) {
      Region first = ready.first();
      if (asked(first, gate)) {
        return first;
      }
    }
    return null;
  }

  /** Asks the gate, if it was not asked in this poll, and holds a region back that is not ready. */
  private boolean asked(Region region, HostGate gate) {
    if (region.checked == polls) {
      return true;
    }
    long readyAt = gate.readyAt(region.address);
    if (readyAt - now <= 0) {
      region.checked = polls;
      return true;
    }
    withdraw(region);
    region.delayed = true;
    region.readyAt = readyAt;
    // two differences, because times may lie on both sides of an overflow
    region.due = (double) (now - epoch) + (double) (readyAt - now);
    delayed.add(region);
    return false;
  }
}
