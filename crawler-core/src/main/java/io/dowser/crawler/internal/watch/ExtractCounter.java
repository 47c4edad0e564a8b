package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.report.CrawlMetrics.ExtractCounts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Counts the pages of one host that have the values of each name. Not thread-safe. */
final class ExtractCounter {

  private static final ExtractCounts NONE = new ExtractCounts(0, 0, 0);

  private final Map<String, ExtractCounts> counts = new TreeMap<>();

  /**
   * Adds a page.
   *
   * @param names of what the crawl extracts, such as {@code offers.price}
   */
  void add(PageAttributes page, Set<String> names) {
    for (String name : names) {
      List<List<?>> lists = lists(page.extracted(), name);
      if (!lists.isEmpty()) { // else its parent has no match, or another analyzer has read the page
        boolean isFound = lists.stream().anyMatch(list -> !list.isEmpty());
        boolean isUnread = !isFound && page.unread().containsKey(name);
        ExtractCounts before = counts.getOrDefault(name, NONE);
        counts.put(
            name,
            new ExtractCounts(
                before.found() + (isFound ? 1 : 0),
                before.missing() + (isFound || isUnread ? 0 : 1),
                before.unread() + (isUnread ? 1 : 0)));
      }
    }
  }

  /** Returns the values of a name: a list for each match of its parent. */
  private static List<List<?>> lists(Map<?, ?> values, String name) {
    int dot = name.indexOf('.');
    if (!(values.get(dot < 0 ? name : name.substring(0, dot)) instanceof List<?> list)) {
      return List.of();
    }
    return dot < 0
        ? List.of(list)
        : list.stream()
            .flatMap(each -> each instanceof Map<?, ?> map ? Stream.of(map) : Stream.empty())
            .flatMap(map -> lists(map, name.substring(dot + 1)).stream())
            .toList();
  }

  Map<String, ExtractCounts> counts() {
    return counts;
  }
}
