package io.dowser.crawler.meaning;

import io.dowser.crawler.api.CrawlUrl;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The scores of pages between their judgement and their visit, the last 1,024. Thread-safe. */
final class JudgedPages {

  private static final int MOST = 1_024;

  private final Map<CrawlUrl, PageScores> pages = new LinkedHashMap<>();

  synchronized void add(CrawlUrl url, PageScores scores) {
    pages.put(url, scores);
    if (pages.size() > MOST) { // pages that were judged and not visited
      pages.remove(pages.keySet().iterator().next());
    }
  }

  synchronized Optional<PageScores> remove(CrawlUrl url) {
    return Optional.ofNullable(pages.remove(url));
  }
}
