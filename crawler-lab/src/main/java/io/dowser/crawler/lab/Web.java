package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All pages that can be reached from some seeds, numbered from 0, with their links. Questions with
 * equal seeds share it. Immutable once complete.
 */
final class Web {

  private static final int MOST_HOPS = 10;

  private final List<Page> pages = new ArrayList<>();
  private final Map<CrawlUrl, Integer> numbers = new HashMap<>();
  private final Map<CrawlUrl, CrawlUrl> redirects = new HashMap<>();

  /**
   * One page.
   *
   * @param url its URL, after redirects
   * @param targets the targets of its links, inside the web or not
   */
  record Page(CrawlUrl url, List<CrawlUrl> targets) {}

  void add(CrawlUrl asked, Page page) {
    numbers.put(asked, pages.size());
    numbers.putIfAbsent(page.url(), pages.size());
    pages.add(page);
  }

  void redirect(CrawlUrl from, CrawlUrl to) {
    redirects.put(from, to);
  }

  int size() {
    return pages.size();
  }

  CrawlUrl url(int number) {
    return pages.get(number).url();
  }

  /** Finds a page by any of its addresses. */
  Optional<Integer> number(CrawlUrl url) {
    CrawlUrl at = url;
    for (int hops = 0;
        hops < MOST_HOPS && !numbers.containsKey(at) && redirects.containsKey(at);
        hops++) {
      at = redirects.get(at);
    }
    return Optional.ofNullable(numbers.get(at));
  }

  /**
   * Returns the pages that each page links to, by number, without itself and without repetitions.
   */
  int[][] links() {
    var links = new int[pages.size()][];
    for (int i = 0; i < links.length; i++) {
      int self = i;
      links[i] =
          pages.get(i).targets().stream()
              .map(this::number)
              .flatMap(Optional::stream)
              .filter(target -> target != self)
              .mapToInt(Integer::intValue)
              .distinct()
              .toArray();
    }
    return links;
  }
}
