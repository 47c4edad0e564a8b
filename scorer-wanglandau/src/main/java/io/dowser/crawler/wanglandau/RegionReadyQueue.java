package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.toolkit.queue.IndexedHeap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which region wins: the ready ones by their mean energy, and once more by their best link; the
 * delayed ones by the time that the gate reported. Each change of a region takes O(log n).
 *
 * <p>A region counts as ready until the gate says otherwise, so the gate is asked about winners
 * only, and about each once per poll.
 */
final class RegionReadyQueue {

  private final List<Region> regions;
  private final IndexedHeap byMean;
  private final IndexedHeap byBest;
  private final IndexedHeap delayed = new IndexedHeap();
  private @Nullable HostGate lastGate;
  private long epoch;
  private long polls;
  private long now;

  /** Takes the regions by number, which grow elsewhere, and what decides among equal links. */
  RegionReadyQueue(List<Region> regions, IndexedHeap.Ties links) {
    this.regions = regions;
    this.byMean = new IndexedHeap(this::seenFirst);
    this.byBest =
        new IndexedHeap((a, b) -> links.goesBefore(regions.get(a).slot(0), regions.get(b).slot(0)));
  }

  /** Of two equal means the region with more links wins, then the one seen first. */
  private boolean seenFirst(int a, int b) {
    int bySize = Integer.compare(regions.get(a).size(), regions.get(b).size());
    return bySize != 0 ? bySize > 0 : a < b;
  }

  /** Starts a poll: brings back the regions whose rest is over. */
  void wake(HostGate gate) {
    polls++;
    now = gate.now();
    if (gate != lastGate) { // another gate knows nothing of what one gate reported
      lastGate = gate;
      epoch = now;
      while (!delayed.isEmpty()) {
        recheck(regions.get(delayed.peek()));
      }
    }
    while (!delayed.isEmpty() && regions.get(delayed.peek()).readyAt - now <= 0) {
      recheck(regions.get(delayed.peek()));
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

  /** Takes note that links of a region came, went or changed. */
  void changed(Region region) {
    if (region.delayed) {
      if (region.size() == 0) {
        recheck(region);
      }
    } else if (region.size() == 0) {
      byMean.remove(region.number);
      byBest.remove(region.number);
    } else {
      arrange(region);
    }
  }

  /** Forgets that a region delays. */
  void recheck(Region region) {
    if (region.delayed) {
      delayed.remove(region.number);
      region.delayed = false;
      changed(region);
    }
    region.checked = -1;
  }

  private @Nullable Region firstReady(IndexedHeap ready, HostGate gate) {
    while (!ready.isEmpty()) {
      Region first = regions.get(ready.peek());
      if (asked(first, gate)) {
        return first;
      }
    }
    return null;
  }

  /**
   * Asks the gate, if it was not asked in this poll, and lays a region aside that must be delayed.
   */
  private boolean asked(Region region, HostGate gate) {
    if (region.checked == polls) {
      return true;
    }
    long readyAt = gate.readyAt(region.address);
    if (readyAt - now <= 0) {
      region.checked = polls;
      return true;
    }
    rest(region, readyAt);
    return false;
  }

  private void rest(Region region, long readyAt) {
    byMean.remove(region.number);
    byBest.remove(region.number);
    region.delayed = true;
    region.readyAt = readyAt;
    // two differences, because times may lie on both sides of an overflow
    delayed.push(region.number, -((double) (now - epoch) + (double) (readyAt - now)));
  }

  private void arrange(Region region) {
    if (byMean.contains(region.number)) {
      byMean.rekey(region.number, region.mean());
      byBest.rekey(region.number, region.score(0));
    } else {
      byMean.push(region.number, region.mean());
      byBest.push(region.number, region.score(0));
    }
  }
}
