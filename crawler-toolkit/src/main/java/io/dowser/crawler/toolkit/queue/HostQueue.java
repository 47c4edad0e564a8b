package io.dowser.crawler.toolkit.queue;

/** The pending candidates of one host, and where the host itself stands. */
final class HostQueue extends SlotQueue {

  /** Which heap of hosts holds this one. */
  enum Place {
    /** None: nothing waits. */
    IDLE,
    /** Ready as far as is known. */
    READY,
    /** Within the host window. */
    ASIDE,
    /** Not before {@link #readyAt}. */
    DELAYED
  }

  final String name;
  final int number;
  Place place = Place.IDLE;
  boolean isListed = true;
  long readyAt;
  long lastPoll;

  HostQueue(String name, int number, SlotOrder order) {
    super(order);
    this.name = name;
    this.number = number;
  }
}
