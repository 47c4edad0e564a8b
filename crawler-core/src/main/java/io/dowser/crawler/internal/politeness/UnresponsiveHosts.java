package io.dowser.crawler.internal.politeness;

import java.util.List;

/**
 * Abandons suspended hosts that never answered, once nothing else is delayed. Confined to the
 * engine thread.
 */
final class UnresponsiveHosts {

  /** How long nothing else must happen: outcomes take a moment between two threads. */
  private static final long HOPELESS = 50 * HostSchedule.BUSY_NANOS;

  private static final long NOT_HOPELESS = Long.MIN_VALUE;

  private final HostSchedule schedule;
  private final DelayedTasks delayedTasks;
  private long hopelessSince = NOT_HOPELESS;

  UnresponsiveHosts(HostSchedule schedule, DelayedTasks delayedTasks) {
    this.schedule = schedule;
    this.delayedTasks = delayedTasks;
  }

  /**
   * Abandons the delayed hosts, if for a while all of them have been suspended, have never
   * answered, and have tasks that end by it.
   */
  List<String> giveUpIfHopeless(boolean idle) {
    List<HostState> suspended = idle ? schedule.onlySuspended() : List.of();
    if (suspended.isEmpty()) {
      hopelessSince = NOT_HOPELESS;
      return List.of();
    }
    long now = schedule.now();
    if (hopelessSince == NOT_HOPELESS) {
      hopelessSince = now;
    }
    if (now - hopelessSince <= HOPELESS) {
      return List.of();
    }
    hopelessSince = NOT_HOPELESS;
    if (suspended.stream().anyMatch(host -> host.answered || !delayedTasks.hasTasks(host.group))) {
      return List.of();
    }
    for (HostState host : suspended) {
      schedule.giveUp(host);
      delayedTasks.recheck(host.group);
    }
    return suspended.stream().map(host -> host.group).toList();
  }
}
