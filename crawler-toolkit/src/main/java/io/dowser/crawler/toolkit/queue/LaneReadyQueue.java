package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.HostGate;
import org.jspecify.annotations.Nullable;

/**
 * Which cells are ready, lane by lane, and which hosts are delayed until when.
 *
 * <p>A host stays among the ready ones until the gate says otherwise, so the gate is asked only
 * about hosts that come first, and about each only once per rest. A host that begins or ends a rest
 * moves all its cells: O(log n) for each lane in which it has candidates.
 */
final class LaneReadyQueue {

  private final LaneCells cells;
  private final ReadyLanes ready;
  private final IndexedHeap delayed = new IndexedHeap();
  private @Nullable HostGate lastGate;
  private long epoch;

  LaneReadyQueue(LaneCells cells, ReadyLanes ready) {
    this.cells = cells;
    this.ready = ready;
  }

  /**
   * Brings back the hosts whose rest is over; another gate knows nothing of what one gate reported.
   */
  void wake(HostGate gate, long now) {
    if (gate != lastGate) {
      lastGate = gate;
      epoch = now;
      while (!delayed.isEmpty()) {
        recheck(cells.host(delayed.peek()));
      }
    }
    while (!delayed.isEmpty() && cells.host(delayed.peek()).readyAt - now <= 0) {
      recheck(cells.host(delayed.peek()));
    }
  }

  /** Sets a host aside until the time that the gate reported. */
  void rest(LaneHost host, long readyAt, long now) {
    for (int i = 0; i < host.count(); i++) {
      withdraw(host.get(i));
    }
    host.delayed = true;
    host.readyAt = readyAt;
    // two differences, because times may lie on both sides of an overflow
    delayed.push(host.number, -((double) (now - epoch) + (double) (readyAt - now)));
  }

  /** Forgets that a host is delayed. */
  void recheck(LaneHost host) {
    if (host.delayed) {
      delayed.remove(host.number);
      host.delayed = false;
      for (int i = 0; i < host.count(); i++) {
        arrange(host.get(i));
      }
    }
  }

  /** Takes note that the candidates of a cell have changed. */
  void changed(LaneCell cell) {
    if (cell.pending.isEmpty()) {
      withdraw(cell);
      cells.remove(cell);
    } else if (!cell.host.delayed) {
      arrange(cell);
    }
  }

  /** Forgets a host for which nothing waits. */
  void forgetIfIdle(LaneHost host) {
    if (host.count() == 0) {
      delayed.remove(host.number);
      cells.remove(host);
    }
  }

  private void arrange(LaneCell cell) {
    IndexedHeap lane = cell.lane.ready;
    double key = cell.pending.peekKey();
    if (lane.contains(cell.number)) {
      lane.rekey(cell.number, key);
    } else {
      lane.push(cell.number, key);
      ready.update(cell.lane);
    }
  }

  private void withdraw(LaneCell cell) {
    if (cell.lane.ready.remove(cell.number)) {
      ready.update(cell.lane);
    }
  }
}
