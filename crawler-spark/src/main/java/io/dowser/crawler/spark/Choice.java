package io.dowser.crawler.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the best URLs with at most so many of one host, in one pass and bounded room.
 *
 * <p>Parts can be chosen from first: the best of the chosen ones of all parts are the best of all.
 * For if a URL is not among a part's chosen ones, there are as many better ones in that part by the
 * same rules, and each host has at least as many places taken by better ones in the whole as in the
 * part. For one thread.
 */
final class Choice {

  private static final int LEAST_ROOM = 1_024;

  private static final Comparator<Entry> BEST_FIRST =
      Comparator.comparingInt(Entry::queue)
          .thenComparing(Comparator.comparingDouble(Entry::key).reversed())
          .thenComparing(Comparator.comparingDouble(Entry::second).reversed())
          .thenComparing(Comparator.comparingDouble(Entry::third).reversed())
          .thenComparingLong(Entry::born)
          .thenComparing(Entry::host);

  private final int limit;
  private final int perHost;
  private final Map<String, PriorityQueue<Entry>> hosts = new HashMap<>();
  private int size;
  private @Nullable Entry worst;

  /**
   * A URL that waits.
   *
   * @param queue smaller goes first
   * @param key higher goes first, then {@code second}, then {@code third}
   * @param born smaller goes first among equals
   * @param row its row
   */
  record Entry(
      String host, int queue, double key, double second, double third, long born, Row row) {}

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

  void offer(Entry entry) {
    if (worst != null && BEST_FIRST.compare(entry, worst) > 0) {
      return;
    }
    PriorityQueue<Entry> ofHost =
        hosts.computeIfAbsent(
            entry.host(), unused -> new PriorityQueue<>(4, BEST_FIRST.reversed()));
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
    kept.forEach(this::offer);
    worst = kept.get(kept.size() - 1);
  }

  /** Gives the chosen URLs, best first. */
  List<Entry> best() {
    List<Entry> all = new ArrayList<>(size);
    hosts.values().forEach(all::addAll);
    all.sort(BEST_FIRST);
    return all.size() <= limit ? all : new ArrayList<>(all.subList(0, limit));
  }
}
