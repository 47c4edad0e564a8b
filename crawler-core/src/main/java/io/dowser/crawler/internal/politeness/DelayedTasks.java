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
 * Tasks that are delayed until their host is ready: redirect targets, retries and site requests.
 * Those of one host start in the order in which they came. Confined to the engine thread.
 */
final class DelayedTasks {

  private final HostSchedule schedule;
  private final Map<String, Row> rows = new HashMap<>();
  private final PriorityQueue<Row> byTime =
      new PriorityQueue<>(
          Comparator.comparingLong((Row row) -> row.dueAt).thenComparingLong(row -> row.number));
  private long rowsCreated;
  private int size;

  DelayedTasks(HostSchedule schedule) {
    this.schedule = schedule;
  }

  int size() {
    return size;
  }

  void add(FetchTask task) {
    String group = schedule.groupOf(task.url());
    Row row = rows.get(group);
    if (row == null) {
      row = new Row(group, rowsCreated++, schedule.freeAt(task.url()));
      rows.put(group, row);
      byTime.add(row);
    }
    row.tasks.addLast(task);
    size++;
  }

  /** Removes and returns a task whose host is ready or was given up. */
  Optional<FetchTask> next() {
    long now = schedule.now();
    for (Row row = byTime.peek(); row != null && row.dueAt <= now; row = byTime.peek()) {
      long freeAt = schedule.freeAt(row.tasks.getFirst().url());
      if (freeAt <= now) {
        return Optional.of(takeFrom(row, now));
      }
      reschedule(row, freeAt);
    }
    return Optional.empty();
  }

  private FetchTask takeFrom(Row row, long now) {
    FetchTask task = row.tasks.removeFirst();
    size--;
    if (row.tasks.isEmpty()) {
      byTime.remove(row);
      rows.remove(row.group);
    } else {
      reschedule(row, now);
    }
    return task;
  }

  private void reschedule(Row row, long dueAt) {
    byTime.remove(row);
    row.dueAt = dueAt;
    byTime.add(row);
  }

  boolean hasTasks(String group) {
    return rows.containsKey(group);
  }

  /** Checks a host again at once, because its delay was shortened. */
  void recheck(String group) {
    Row row = rows.get(group);
    if (row != null) {
      reschedule(row, schedule.now());
    }
  }

  /** Removes and returns all tasks. */
  List<FetchTask> clear() {
    var all = new ArrayList<FetchTask>(size);
    rows.values().forEach(row -> all.addAll(row.tasks));
    rows.clear();
    byTime.clear();
    size = 0;
    return all;
  }

  /** The tasks of one host. */
  private static final class Row {

    final String group;
    final long number;
    final Deque<FetchTask> tasks = new ArrayDeque<>(1);
    long dueAt;

    Row(String group, long number, long dueAt) {
      this.group = group;
      this.number = number;
      this.dueAt = dueAt;
    }
  }
}
