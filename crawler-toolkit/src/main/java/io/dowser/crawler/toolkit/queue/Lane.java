package io.dowser.crawler.toolkit.queue;

/** One lane: the cells of its ready hosts, the one with the best candidate first. */
final class Lane {

  final int number;
  final IndexedHeap ready; // numbers of cells
  private final LaneCells all;
  int cells; // those of delayed hosts included
  int index = -1; // in ReadyLanes

  Lane(int number, LaneCells all, IndexedHeap ready) {
    this.number = number;
    this.all = all;
    this.ready = ready;
  }

  LaneCell first() {
    return all.get(ready.peek());
  }
}
