package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Which cells are ready, lane by lane, which hosts are delayed until when, and which are within the
 * host window.
 *
 * <p>A host stays among the ready ones until the gate reports otherwise, so the gate is asked only
 * about hosts that come first, and about each only once per delay. A host that becomes ready or
 * delayed moves all its cells: O(log n) for each lane in which it has candidates.
 */
final class LaneReadyQueue {

  private final LaneCells cells;
  private final ReadyLanes ready;
  private final int window;
  private final boolean strict;
  private final IndexedHeap delayed = new IndexedHeap(); // the first to be ready comes first
  private final IndexedHeap aside = new IndexedHeap(); // the one polled longest ago comes first
  private final Deque<LaneHost> recent = new ArrayDeque<>(); // of the last window - 1 polls
  private @Nullable HostGate lastGate;
  private long epoch;
  private long polls;

  LaneReadyQueue(LaneCells cells, ReadyLanes ready, int window, boolean strict) {
    this.cells = cells;
    this.ready = ready;
    this.window = window;
    this.strict = strict;
  }

  /**
   * Brings back the hosts whose delay is over; another gate knows nothing of what one gate
   * reported.
   */
  void wake(HostGate gate, long now) {
    if (gate != lastGate) {
      lastGate = gate;
      epoch = now;
      while (!delayed.isEmpty()) {
        settle(cells.host(delayed.peek()));
      }
    }
    while (!delayed.isEmpty() && cells.host(delayed.peek()).readyAt - now <= 0) {
      settle(cells.host(delayed.peek()));
    }
  }

  /** Asks for a lane; if no host outside the window is ready, for one of the oldest within it. */
  int choose(ReadyLanes.Choice choice) {
    if (ready.count() > 0 || strict || aside.isEmpty()) {
      return choice.choose(ready);
    }
    LaneHost oldest = cells.host(aside.pop());
    makeReady(oldest);
    int index = choice.choose(ready);
    if (index < 0) {
      settle(oldest);
    }
    return index;
  }

  /** Holds a host back until the time that the gate reported. */
  void delay(LaneHost host, long readyAt, long now) {
    withdraw(host);
    host.place = LaneHost.Place.DELAYED;
    host.readyAt = readyAt;
    // two differences, because times may lie on both sides of an overflow
    delayed.push(host.number, -((double) (now - epoch) + (double) (readyAt - now)));
  }

  /** Forgets that a host is delayed. */
  void recheck(LaneHost host) {
    if (host.place == LaneHost.Place.DELAYED) {
      settle(host);
    }
  }

  /** Takes note that a candidate of the host is about to be taken out. */
  void polled(LaneHost host) {
    if (window == 1) {
      return;
    }
    host.lastPoll = ++polls;
    recent.addLast(host);
    settle(host);
    if (recent.size() >= window) {
      leaveWindow(recent.removeFirst());
    }
  }

  /** Takes note that the candidates of a cell have changed. */
  void changed(LaneCell cell) {
    if (cell.pending.isEmpty()) {
      withdraw(cell);
      cells.remove(cell);
    } else if (cell.host.place == LaneHost.Place.IDLE) {
      settle(cell.host);
    } else if (cell.host.place == LaneHost.Place.READY) {
      arrange(cell);
    }
  }

  /** Forgets a host without candidates, unless its last poll still matters. */
  void forgetIfIdle(LaneHost host) {
    if (host.cells.isEmpty()) {
      withdraw(host);
      if (!isInWindow(host)) {
        cells.remove(host);
      }
    }
  }

  /** Puts all hosts in their places after candidates were appended without any. */
  void arrangeAll() {
    for (LaneHost host : cells.hosts()) {
      if (!host.cells.isEmpty()) {
        settle(host);
      }
    }
  }

  /** Writes which hosts were polled last. */
  void save(StateWriter out) throws IOException {
    out.writeLong(polls);
    out.writeInt(recent.size());
    for (LaneHost host : recent) {
      out.writeText(host.name);
    }
  }

  /** Reads which hosts were polled last, before any candidate is added. */
  void restore(StateReader in) throws IOException {
    long lastPoll = in.readLong();
    int count = in.readCount("number of recent hosts");
    if (lastPoll < count) {
      throw new IOException("number of polls must be at least " + count + ", but was " + lastPoll);
    }
    for (polls = lastPoll - count; polls < lastPoll; ) {
      LaneHost host = cells.host(in.readText());
      host.lastPoll = ++polls;
      recent.addLast(host);
      if (recent.size() >= window) {
        leaveWindow(recent.removeFirst());
      }
    }
  }

  private void leaveWindow(LaneHost host) {
    if (!isInWindow(host)) {
      if (host.cells.isEmpty()) {
        cells.remove(host);
      } else if (host.place == LaneHost.Place.ASIDE) {
        settle(host);
      }
    }
  }

  private void settle(LaneHost host) {
    withdraw(host);
    if (isInWindow(host)) {
      host.place = LaneHost.Place.ASIDE;
      aside.push(host.number, -(double) host.lastPoll);
    } else {
      makeReady(host);
    }
  }

  private void makeReady(LaneHost host) {
    host.place = LaneHost.Place.READY;
    host.cells.forEach(this::arrange);
  }

  private void withdraw(LaneHost host) {
    switch (host.place) {
      case READY -> host.cells.forEach(this::withdraw);
      case ASIDE -> aside.remove(host.number);
      case DELAYED -> delayed.remove(host.number);
      case IDLE -> {}
    }
    host.place = LaneHost.Place.IDLE;
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

  /** True if the next poll would be fewer than {@code window} polls after the host's last one. */
  private boolean isInWindow(LaneHost host) {
    return host.lastPoll > 0 && polls + 1 - host.lastPoll < window;
  }
}
