package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.HostGate;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Which host comes next: ready hosts by their best candidate, hosts within the window by their last
 * poll, delayed hosts by the time that the gate reported. Each change of a host takes O(log n).
 *
 * <p>A host stays among the ready ones until the gate says otherwise, so the gate is asked only
 * about hosts that come first, and about each only once per rest.
 */
final class HostReadyQueue {

  private final Hosts hosts;
  private final int window;
  private final boolean strict;
  private final IntColumn firstSlots = new IntColumn(); // of the hosts in ready
  private final IndexedHeap ready;
  private final IndexedHeap aside = new IndexedHeap();
  private final IndexedHeap delayed = new IndexedHeap();
  private final Deque<HostQueue> recent = new ArrayDeque<>(); // of the last window - 1 polls
  private @Nullable HostGate lastGate;
  private long epoch;
  private long polls;

  HostReadyQueue(Hosts hosts, HandleOrder slotOrder, int window, boolean strict) {
    this.hosts = hosts;
    this.window = window;
    this.strict = strict;
    this.ready =
        new IndexedHeap((a, b) -> slotOrder.goesBefore(firstSlots.get(a), firstSlots.get(b)));
  }

  /**
   * Brings back the hosts whose rest is over; another gate knows nothing of what one gate reported.
   */
  void wake(HostGate gate, long now) {
    if (gate != lastGate) {
      lastGate = gate;
      epoch = now;
      while (!delayed.isEmpty()) {
        recheck(hosts.get(delayed.peek()));
      }
    }
    while (!delayed.isEmpty() && hosts.get(delayed.peek()).readyAt - now <= 0) {
      recheck(hosts.get(delayed.peek()));
    }
  }

  /** Returns the host to ask the gate about next, or null if none is left. */
  @Nullable HostQueue next() {
    if (!ready.isEmpty()) {
      return hosts.get(ready.peek());
    }
    return strict || aside.isEmpty() ? null : hosts.get(aside.peek());
  }

  /**
   * Reads a little of what the next two polls are going to need. Memory takes long to answer one
   * question after the other, as a poll asks them, but it answers many at once.
   *
   * @return a number without meaning, for which all of it had to be read
   */
  int foresee(CandidateTable table) {
    if (ready.isEmpty()) {
      return 0;
    }
    int first = ready.peek();
    int read = table.touch(firstSlots.get(first)) + hosts.get(first).touch();
    int second = ready.peekSecond();
    if (second >= 0) {
      read += table.touchRow(firstSlots.get(second)) + (hosts.get(second).isEmpty() ? 1 : 0);
    }
    return read;
  }

  /** Sets a host aside until the time that the gate reported. */
  void rest(HostQueue host, long readyAt, long now) {
    withdraw(host);
    host.readyAt = readyAt;
    host.place = HostQueue.Place.DELAYED;
    // two differences, because times may lie on both sides of an overflow
    delayed.push(host.number, -((double) (now - epoch) + (double) (readyAt - now)));
  }

  /** Forgets that a host is delayed. */
  void recheck(HostQueue host) {
    if (host.place == HostQueue.Place.DELAYED) {
      withdraw(host);
      changed(host);
    }
  }

  /** Takes note that a candidate of the host was polled and is no longer among its waiting. */
  void polled(HostQueue host) {
    polls++;
    host.lastPoll = polls;
    if (window > 1) {
      recent.addLast(host);
    }
    changed(host);
    if (recent.size() >= window) {
      changed(recent.removeFirst());
    }
  }

  /** Takes note that a host's candidates have changed, or that its window is over. */
  void changed(HostQueue host) {
    if (host.isEmpty()) {
      withdraw(host);
      if (!inWindow(host)) {
        hosts.remove(host);
      }
    } else if (host.place == HostQueue.Place.READY && !inWindow(host)) {
      firstSlots.set(host.number, host.peek());
      ready.rekey(host.number, host.peekKey());
    } else if (host.place != HostQueue.Place.DELAYED) {
      arrange(host);
    }
  }

  /** Takes note that all candidates have new keys. */
  void allChanged() {
    ready.rekeyAll(
        number -> {
          firstSlots.set(number, hosts.get(number).peek());
          return hosts.get(number).peekKey();
        });
  }

  /** Writes which hosts were polled last. */
  void save(DataOutput out) throws IOException {
    out.writeLong(polls);
    out.writeInt(recent.size());
    for (HostQueue host : recent) {
      out.writeUTF(host.name);
    }
  }

  /** Reads which hosts were polled last, before any candidate is added. */
  void restore(DataInput in) throws IOException {
    long lastPoll = in.readLong();
    int count = CandidateFormat.size(in.readInt(), Integer.MAX_VALUE, "number of recent hosts");
    if (lastPoll < count) {
      throw new IOException("number of polls must be at least " + count + ", but was " + lastPoll);
    }
    for (polls = lastPoll - count; polls < lastPoll; ) {
      HostQueue host = hosts.get(in.readUTF());
      host.lastPoll = ++polls;
      recent.addLast(host);
      if (recent.size() >= window) {
        changed(recent.removeFirst());
      }
    }
  }

  private void arrange(HostQueue host) {
    withdraw(host);
    if (inWindow(host)) {
      host.place = HostQueue.Place.ASIDE;
      aside.push(host.number, -(double) host.lastPoll);
    } else {
      host.place = HostQueue.Place.READY;
      firstSlots.set(host.number, host.peek());
      ready.push(host.number, host.peekKey());
    }
  }

  private void withdraw(HostQueue host) {
    ready.remove(host.number);
    aside.remove(host.number);
    delayed.remove(host.number);
    host.place = HostQueue.Place.IDLE;
  }

  /** True if the next poll would be fewer than {@code window} polls after the host's last one. */
  private boolean inWindow(HostQueue host) {
    return host.lastPoll > 0 && polls + 1 - host.lastPoll < window;
  }
}
