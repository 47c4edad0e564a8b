package io.dowser.crawler.queue;

/** The waiting candidates of one host, and where the host itself stands. */
final class HostQueue {

  /** Which heap of hosts holds this one. */
  enum Place {
    /** None: nothing waits. */
    IDLE,
    /** Ready as far as is known. */
    READY,
    /** Within the host window. */
    ASIDE,
    /** Not before {@link #readyAt}. */
    RESTING
  }

  final String name;
  final int number;
  final SlotQueue waiting;
  Place place = Place.IDLE;
  boolean isListed = true;
  long readyAt;
  long lastPoll;

  HostQueue(String name, int number, SlotQueue waiting) {
    this.name = name;
    this.number = number;
    this.waiting = waiting;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }
}
