package io.dowser.crawler.internal.politeness;

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
final class DelayedTasks {

  private final HostSchedule schedule;
  private final Map<String, Row> rows = new HashMap<>();
  private final PriorityQueue<Row> byTime =
      new PriorityQueue<>(
          Comparator.comparingLong((Row row) -> row.dueAt).thenComparingLong(row -> row.number));
  private long rowsMade;
  private int size;

  DelayedTasks(HostSchedule schedule) {
    this.schedule = schedule;
  }

  int size() {
    return size;
  }

  void add(FetchTask fetchTask) {
    String group = schedule.groupOf(fetchTask.url());
    Row row = rows.get(group);
    if (row == null) {
      row = new Row(group, rowsMade++);
      rows.put(group, row);
      row.dueAt = schedule.freeAt(fetchTask.url());
      byTime.add(row);
    }
    row.fetchTasks.addLast(fetchTask);
    size++;
  }

  /** Takes out a flight whose host may be visited now; one whose host was given up counts. */
  Optional<FetchTask> next() {
    long now = schedule.now();
    for (Row row = byTime.peek(); row != null && row.dueAt <= now; row = byTime.peek()) {
      byTime.remove();
      long freeAt = schedule.freeAt(row.fetchTasks.getFirst().url());
      if (freeAt <= now) {
        return Optional.of(takeFrom(row, now));
      }
      row.dueAt = freeAt;
      byTime.add(row);
    }
    return Optional.empty();
  }

  private FetchTask takeFrom(Row row, long now) {
    FetchTask fetchTask = row.fetchTasks.removeFirst();
    size--;
    if (row.fetchTasks.isEmpty()) {
      rows.remove(row.group);
    } else {
      row.dueAt = now;
      byTime.add(row);
    }
    return fetchTask;
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
  List<FetchTask> clear() {
    var all = new ArrayList<FetchTask>(size);
    rows.values().forEach(row -> all.addAll(row.fetchTasks));
    rows.clear();
    byTime.clear();
    size = 0;
    return all;
  }

  private static final class Row {

    final String group;
    final long number;
    final Deque<FetchTask> fetchTasks = new ArrayDeque<>(1);
    long dueAt;

    Row(String group, long number) {
      this.group = group;
      this.number = number;
    }
  }
}
