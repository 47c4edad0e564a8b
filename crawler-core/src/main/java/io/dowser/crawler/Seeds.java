package io.dowser.crawler;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps what became of the seeds; for one thread. */
final class Seeds {

  private final Map<CrawlUrl, String> failures = new LinkedHashMap<>();
  private int count;

  void add() {
    count++;
  }

  int count() {
    return count;
  }

  void failed(Candidate candidate, String reason) {
    if (candidate.isSeed()) {
      failures.put(candidate.url(), reason);
    }
  }

  Map<CrawlUrl, String> failures() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(failures));
  }
}
