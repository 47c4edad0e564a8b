package io.dowser.crawler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Flights that wait until their host may be visited: redirect targets, further tries, and requests
 * about sites. Those of one host go in the order in which they came. For one thread.
 */
final class WaitingRoom {

  private final HostSchedule schedule;
  private final Map<String, Row> rows = new HashMap<>();
  private final PriorityQueue<Row> byTime =
      new PriorityQueue<>(
          Comparator.comparingLong((Row row) -> row.dueAt).thenComparingLong(row -> row.number));
  private long rowsMade;
  private int size;

  WaitingRoom(HostSchedule schedule) {
    this.schedule = schedule;
  }

  int size() {
    return size;
  }

  void add(Flight flight) {
    String group = schedule.groupOf(flight.url());
    Row row = rows.get(group);
    if (row == null) {
      row = new Row(group, rowsMade++);
      rows.put(group, row);
      row.dueAt = schedule.freeAt(flight.url());
      byTime.add(row);
    }
    row.flights.addLast(flight);
    size++;
  }

  /** Takes out a flight whose host may be visited now; one whose host was given up counts. */
  Optional<Flight> next() {
    long now = schedule.now();
    for (Row row = byTime.peek(); row != null && row.dueAt <= now; row = byTime.peek()) {
      byTime.remove();
      long freeAt = schedule.freeAt(row.flights.getFirst().url());
      if (freeAt <= now) {
        return Optional.of(takeFrom(row, now));
      }
      row.dueAt = freeAt;
      byTime.add(row);
    }
    return Optional.empty();
  }

  private Flight takeFrom(Row row, long now) {
    Flight flight = row.flights.removeFirst();
    size--;
    if (row.flights.isEmpty()) {
      rows.remove(row.group);
    } else {
      row.dueAt = now;
      byTime.add(row);
    }
    return flight;
  }

  boolean isAwaited(String group) {
    return rows.containsKey(group);
  }

  /** Looks anew at a host that no longer rests as long as it was told. */
  void recheck(String group) {
    Row row = rows.get(group);
    if (row != null) {
      byTime.remove(row);
      row.dueAt = schedule.now();
      byTime.add(row);
    }
  }

  /** Takes everything out. */
  List<Flight> clear() {
    var all = new ArrayList<Flight>(size);
    rows.values().forEach(row -> all.addAll(row.flights));
    rows.clear();
    byTime.clear();
    size = 0;
    return all;
  }

  private static final class Row {

    final String group;
    final long number;
    final Deque<Flight> flights = new ArrayDeque<>(1);
    long dueAt;

    Row(String group, long number) {
      this.group = group;
      this.number = number;
    }
  }
}
