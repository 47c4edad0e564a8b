package io.dowser.crawler.internal.report;

import io.dowser.crawler.report.CrawlMetrics.Step;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ways from seeds to relevant pages among the first visits of a crawl.
 *
 * <p>Not thread-safe.
 *
 * @param <K> the keys of visits, with {@code equals} and {@code hashCode}
 */
public final class RelevantPaths<K> {

  /** The number of visits that are kept; later ones are in no path. */
  public static final int MOST_VISITS = 10_000;

  private static final int MOST_PATHS = 10;

  private final Map<K, Origin<K>> origins = new HashMap<>();

  private record Origin<K>(Step step, K parent, int depth, boolean relevant) {}

  /** Returns whether another visit is kept. */
  public boolean hasRoom() {
    return origins.size() < MOST_VISITS;
  }

  /**
   * Keeps a visit; does nothing if there is no room.
   *
   * @param step the step that a path shows for it
   * @param parent the visit in which its link was found; any other key for a seed
   * @param depth links from the seed, 0 for a seed
   */
  public void add(K key, Step step, K parent, int depth, boolean relevant) {
    if (hasRoom()) {
      origins.put(key, new Origin<>(step, parent, depth, relevant));
    }
  }

  /** Returns the longest ways to relevant pages. */
  public List<List<Step>> longest() {
    return origins.values().stream()
        .filter(Origin::relevant)
        .sorted(
            Comparator.<Origin<K>>comparingInt(Origin::depth)
                .reversed()
                .thenComparingLong(origin -> origin.step().number()))
        .limit(MOST_PATHS)
        .map(this::path)
        .toList();
  }

  private List<Step> path(Origin<K> page) {
    Deque<Step> steps = new ArrayDeque<>();
    for (@Nullable Origin<K> at = page;
        at != null && steps.size() < origins.size(); // an ancestor of itself ends it too
        at = origins.get(at.parent())) {
      steps.addFirst(at.step());
    }
    return List.copyOf(steps);
  }
}
