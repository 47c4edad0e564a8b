package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.Stall;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The hosts that must rest, in the order in which their rests end, and why; for one thread. */
final class HostDelayQueue {

  /** No rest is longer, whatever the rules say or was saved. */
  static final long LONGEST = Duration.ofDays(2).toNanos();

  private final PriorityQueue<HostState> byEnd =
      new PriorityQueue<>(Comparator.comparingLong((HostState host) -> host.readyAt));
  private int backingOff;
  private int suspended;

  /** Rests that overlap end with the later one, which also gives its name to the whole. */
  void add(HostState host, long until, HostState.Rest kind) {
    if (host.givenUp || (host.resting && host.readyAt >= until)) {
      return;
    }
    remove(host);
    host.readyAt = Math.max(host.readyAt, until);
    host.rest = kind;
    host.resting = true;
    byEnd.add(host);
    count(kind, 1);
  }

  /** Ends the rest of a host, if it rests. */
  void remove(HostState host) {
    if (host.resting) {
      byEnd.remove(host);
      host.resting = false;
      count(host.rest, -1);
    }
  }

  private void count(HostState.Rest kind, int change) {
    switch (kind) {
      case DELAY -> {}
      case BACK_OFF -> backingOff += change;
      case SUSPENDED -> suspended += change;
    }
  }

  /** Takes out a host that has rested enough, or gives null if none has. */
  @Nullable HostState takeRested(long now) {
    HostState first = byEnd.peek();
    if (first == null || first.readyAt > now) {
      return null;
    }
    remove(first);
    return first;
  }

  /** Gives the time until the next host has rested enough, or null if none rests. */
  @Nullable Long nanosToNext(long now) {
    HostState first = byEnd.peek();
    return first == null ? null : first.readyAt - now;
  }

  boolean isEmpty() {
    return byEnd.isEmpty();
  }

  /** Says whether some host rests for another reason than being parked, or none is parked. */
  boolean isAnythingButSuspended() {
    return suspended == 0 || suspended != byEnd.size();
  }

  /** All of them, in no order. */
  List<HostState> all() {
    return List.copyOf(byEnd);
  }

  /** Says how many rest for which reason, beside what others know. */
  Stall stall(long now, int held, int givenUp, int heldUrls) {
    Optional<Duration> due =
        Optional.ofNullable(nanosToNext(now)).map(left -> Duration.ofNanos(Math.max(0, left)));
    int delayed = byEnd.size() - backingOff - suspended;
    return new Stall(delayed, held, backingOff, suspended, givenUp, heldUrls, due);
  }

  void clear() {
    byEnd.clear();
    backingOff = 0;
    suspended = 0;
  }
}
