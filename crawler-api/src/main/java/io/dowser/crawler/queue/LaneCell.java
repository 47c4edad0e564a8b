package io.dowser.crawler.queue;

/** The waiting candidates of one host in one lane. */
final class LaneCell {

  final int number;
  final LaneHost host;
  final Lane lane;
  final IndexedHeap waiting; // slots

  LaneCell(int number, LaneHost host, Lane lane, IndexedHeap waiting) {
    this.number = number;
    this.host = host;
    this.lane = lane;
    this.waiting = waiting;
  }

  int firstSlot() {
    return waiting.peek();
  }
}
