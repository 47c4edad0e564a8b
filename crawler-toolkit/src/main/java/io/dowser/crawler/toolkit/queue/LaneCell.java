package io.dowser.crawler.toolkit.queue;

/** The pending candidates of one host in one lane. */
final class LaneCell {

  final int number;
  final LaneHost host;
  final Lane lane;
  final IndexedHeap pending; // slots

  LaneCell(int number, LaneHost host, Lane lane, IndexedHeap pending) {
    this.number = number;
    this.host = host;
    this.lane = lane;
    this.pending = pending;
  }
}
