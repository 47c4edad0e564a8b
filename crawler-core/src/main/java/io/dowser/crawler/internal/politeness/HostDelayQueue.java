package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.internal.politeness.HostState.DelayReason;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The delayed hosts in the order in which they become ready. Confined to the engine thread. */
final class HostDelayQueue {

  /** The longest delay, whatever rules or a saved state say. */
  static final long LONGEST = Duration.ofDays(2).toNanos();

  private final PriorityQueue<HostState> byTime =
      new PriorityQueue<>(Comparator.comparingLong((HostState host) -> host.readyAt));
  private final Map<DelayReason, Integer> counts = new EnumMap<>(DelayReason.class);

  /** Adds a delay; of two that overlap, the one that ends later counts. */
  void add(HostState host, long until, DelayReason reason) {
    if (host.givenUp || (host.delayed && host.readyAt >= until)) {
      return;
    }
    remove(host);
    host.readyAt = Math.max(host.readyAt, until);
    host.delayReason = reason;
    host.delayed = true;
    byTime.add(host);
    counts.merge(reason, 1, Integer::sum);
  }

  /** Removes a host if it is delayed. */
  void remove(HostState host) {
    if (host.delayed) {
      byTime.remove(host);
      host.delayed = false;
      counts.merge(host.delayReason, -1, Integer::sum);
    }
  }

  /** Removes and returns a host that is ready, or returns null if none is. */
  @Nullable HostState takeReady(long now) {
    HostState first = byTime.peek();
    if (first == null || first.readyAt > now) {
      return null;
    }
    remove(first);
    return first;
  }

  /** Returns the time until the next host is ready, or null if none is delayed. */
  @Nullable Long nanosToNext(long now) {
    HostState first = byTime.peek();
    return first == null ? null : first.readyAt - now;
  }

  boolean isEmpty() {
    return byTime.isEmpty();
  }

  private int count(DelayReason reason) {
    return counts.getOrDefault(reason, 0);
  }

  /** Returns the delayed hosts if all of them are suspended, else none. */
  List<HostState> onlySuspended() {
    return count(DelayReason.SUSPENDED) == byTime.size() ? List.copyOf(byTime) : List.of();
  }

  /** Returns the counts of delayed hosts, with those of the caller. */
  CrawlStatistics.Stall stall(long now, int held, int givenUp, int heldUrls) {
    Optional<Duration> next =
        Optional.ofNullable(nanosToNext(now)).map(left -> Duration.ofNanos(Math.max(0, left)));
    return new CrawlStatistics.Stall(
        count(DelayReason.BETWEEN_REQUESTS),
        held,
        count(DelayReason.BACK_OFF),
        count(DelayReason.SUSPENDED),
        givenUp,
        heldUrls,
        next);
  }

  void clear() {
    byTime.clear();
    counts.clear();
  }
}
