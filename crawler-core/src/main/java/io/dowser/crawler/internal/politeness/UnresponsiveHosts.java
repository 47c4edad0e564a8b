package io.dowser.crawler.internal.politeness;

import java.util.List;

/**
 * Ends the waiting for hosts that never answered, once there is nothing else to wait for; for one
 * thread.
 */
final class UnresponsiveHosts {

  /** As long must nothing else happen: what is on its way between two threads may take a moment. */
  private static final long HOPELESS = 50 * HostSchedule.BUSY_NANOS;

  private static final long NOT_HOPELESS = Long.MIN_VALUE;

  private final HostSchedule schedule;
  private final DelayedTasks room;
  private long hopelessSince = NOT_HOPELESS;

  UnresponsiveHosts(HostSchedule schedule, DelayedTasks room) {
    this.schedule = schedule;
    this.room = room;
  }

  /**
   * Gives up the hosts that rest, if all of them are parked and never answered, and if that has
   * been so for a while.
   *
   * @param idle whether nothing is under way
   * @return the names of those given up
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
    return giveUpIfSilent(suspended);
  }

  /** Somebody must wait for each, so that he can be told. */
  private List<String> giveUpIfSilent(List<HostState> hosts) {
    for (HostState host : hosts) {
      if (host.answered || !room.isAwaited(host.group)) {
        return List.of();
      }
    }
    for (HostState host : hosts) {
      schedule.giveUp(host);
      room.recheck(host.group);
    }
    return hosts.stream().map(host -> host.group).toList();
  }
}
