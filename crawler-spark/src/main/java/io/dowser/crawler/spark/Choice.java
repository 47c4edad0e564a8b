package io.dowser.crawler.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the best URLs with at most this many of one host, in one pass and bounded room.
 *
 * <p>Parts can be chosen from first: the best of the chosen ones of all parts are the best of all.
 * For if a URL is not among a part's chosen ones, there are as many better ones in that part by the
 * same rules, and each host has at least as many places taken by better ones in the whole as in the
 * part. Not thread-safe.
 */
final class Choice {

  private static final int LEAST_ROOM = 1_024;

  private final int limit;
  private final int perHost;
  private final Map<UTF8String, PriorityQueue<Entry>> hosts = new HashMap<>();
  private int size;
  private @Nullable Entry worst;

  /**
   * A pending URL. The best comes first in their order.
   *
   * @param queue smaller goes first
   * @param key higher goes first, then {@code second}, then {@code third}
   * @param born smaller goes first among equals
   * @param row its row
   */
  record Entry(
      UTF8String host,
      int queue,
      double key,
      double second,
      double third,
      long born,
      InternalRow row)
      implements Comparable<Entry> {

    @Override
    public int compareTo(Entry other) {
      int order = Integer.compare(queue, other.queue);
      order = order != 0 ? order : Double.compare(other.key, key);
      order = order != 0 ? order : Double.compare(other.second, second);
      order = order != 0 ? order : Double.compare(other.third, third);
      order = order != 0 ? order : Long.compare(born, other.born);
      return order != 0 ? order : host.compareTo(other.host);
    }

    /** The same, whatever becomes of the row that this was made of. */
    Entry kept() {
      return new Entry(host.copy(), queue, key, second, third, born, row.copy());
    }
  }

  /**
   * Begins.
   *
   * @param limit how many URLs, 1 or more
   * @param perHost how many of one host, 1 or more
   */
  Choice(int limit, int perHost) {
    this.limit = limit;
    this.perHost = perHost;
  }

  /** Takes a URL in, unless there are enough better ones. */
  void offer(Entry entry) {
    if (worst == null || entry.compareTo(worst) <= 0) {
      PriorityQueue<Entry> ofHost = hosts.get(entry.host());
      if (ofHost == null || ofHost.size() < perHost || entry.compareTo(ofHost.element()) < 0) {
        add(entry.kept()); // no sooner: to copy a row takes longer than to look at its keys
      }
    }
  }

  private void add(Entry entry) {
    PriorityQueue<Entry> ofHost =
        hosts.computeIfAbsent(
            entry.host(), unused -> new PriorityQueue<>(4, Comparator.reverseOrder()));
    ofHost.add(entry);
    if (ofHost.size() > perHost) {
      ofHost.remove();
    } else {
      size++;
    }
    if (size >= 2L * limit + LEAST_ROOM) {
      shrink();
    }
  }

  private void shrink() {
    List<Entry> kept = best();
    hosts.clear();
    size = 0;
    kept.forEach(this::add);
    worst = kept.get(kept.size() - 1);
  }

  /** Returns the chosen URLs, best first. */
  List<Entry> best() {
    List<Entry> all = new ArrayList<>(size);
    hosts.values().forEach(all::addAll);
    Collections.sort(all);
    return all.size() <= limit ? all : new ArrayList<>(all.subList(0, limit));
  }
}
