package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue.Entry;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that are ready, those that are delayed and their times, and those within the host
 * window.
 */
final class ReadyHosts {

  private final int window;
  private final boolean strict;
  private final TreeSet<Entry> ready = new TreeSet<>(); // the best of each ready host
  private final TreeSet<QueuedHost> delayed =
      new TreeSet<>(
          Comparator.comparingDouble((QueuedHost host) -> host.due)
              .thenComparing(host -> host.name));
  private final TreeSet<QueuedHost> aside =
      new TreeSet<>(Comparator.comparingLong(host -> host.lastPoll));
  private final Deque<QueuedHost> recent = new ArrayDeque<>(); // of the last window - 1 polls
  private @Nullable HostGate lastGate;
  private long epoch;
  private long now;
  private long polls;

  ReadyHosts(int window, boolean strict) {
    this.window = window;
    this.strict = strict;
  }

  /**
   * Brings back the hosts whose delay is over; another gate knows nothing of what one gate
   * reported.
   */
  void wake(HostGate gate) {
    now = gate.now();
    if (gate != lastGate) {
      lastGate = gate;
      epoch = now;
      while (!delayed.isEmpty()) {
        arrange(delayed.first());
      }
    }
    while (!delayed.isEmpty() && delayed.first().readyAt - now <= 0) {
      arrange(delayed.first());
    }
  }

  /** Returns the best of a ready host; if all are within the window, of the oldest within it. */
  @Nullable Entry first() {
    if (ready.isEmpty() && !strict && !aside.isEmpty()) {
      QueuedHost oldest = aside.first();
      withdraw(oldest, oldest.first());
      makeReady(oldest);
    }
    return ready.isEmpty() ? null : ready.first();
  }

  /** Asks the gate about the host of the first candidate, and holds it back if it is not ready. */
  boolean isReady(Entry first, HostGate gate) {
    long readyAt = gate.readyAt(first.candidate.url());
    if (readyAt - now <= 0) {
      return true;
    }
    QueuedHost host = first.host;
    withdraw(host, first);
    host.place = QueuedHost.Place.DELAYED;
    host.readyAt = readyAt;
    // two differences, because times may lie on both sides of an overflow
    host.due = (double) (now - epoch) + (double) (readyAt - now);
    delayed.add(host);
    return false;
  }

  /** Forgets that a host is delayed. */
  void recheck(QueuedHost host) {
    if (host.place == QueuedHost.Place.DELAYED) {
      arrange(host);
    }
  }

  /**
   * Takes note that a candidate of the host is about to be taken out; returns the host that leaves
   * the window by that.
   */
  Optional<QueuedHost> polled(QueuedHost host) {
    if (window == 1) {
      return Optional.empty();
    }
    withdraw(host, host.first());
    host.lastPoll = ++polls;
    recent.addLast(host);
    arrange(host);
    if (recent.size() < window) {
      return Optional.empty();
    }
    QueuedHost leaving = recent.removeFirst();
    if (leaving.place == QueuedHost.Place.ASIDE) {
      arrange(leaving);
    }
    return Optional.of(leaving);
  }

  /** Takes note that the candidates of a host have changed, of which one came first before. */
  @SuppressWarnings("ReferenceEquality") // an entry in the same place may have another candidate
  void changed(QueuedHost host, @Nullable Entry first) {
    if (host.isEmpty() || host.place == QueuedHost.Place.IDLE) {
      withdraw(host, first);
      arrange(host);
    } else if (host.place == QueuedHost.Place.READY && first != host.first()) {
      withdraw(host, first);
      makeReady(host);
    }
  }

  /** Moves a host to its place; drops the delay that the gate reported. */
  private void arrange(QueuedHost host) {
    Entry first = host.first();
    withdraw(host, first);
    if (first == null) {
      return;
    }
    if (isInWindow(host)) {
      host.place = QueuedHost.Place.ASIDE;
      aside.add(host);
    } else {
      makeReady(host);
    }
  }

  /** Reorders the ready ones of some hosts after many of their candidates have changed. */
  void reorder(Collection<QueuedHost> all) {
    ready.clear();
    for (QueuedHost host : all) {
      if (host.place == QueuedHost.Place.READY) {
        makeReady(host);
      }
    }
  }

  /**
   * Returns whether the next poll would be fewer than {@code window} polls after the host's last
   * one.
   */
  boolean isInWindow(QueuedHost host) {
    return host.lastPoll > 0 && polls + 1 - host.lastPoll < window;
  }

  void clear() {
    ready.clear();
    delayed.clear();
    aside.clear();
    recent.clear();
    lastGate = null;
    polls = 0;
  }

  private void makeReady(QueuedHost host) {
    host.place = QueuedHost.Place.READY;
    ready.add(requireNonNull(host.first()));
  }

  private void withdraw(QueuedHost host, @Nullable Entry first) {
    switch (host.place) {
      case READY -> ready.remove(first);
      case ASIDE -> aside.remove(host);
      case DELAYED -> delayed.remove(host);
      case IDLE -> {}
    }
    host.place = QueuedHost.Place.IDLE;
  }
}
