package io.dowser.crawler.browser;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.Fetched;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pages that have come and wait for a browser, so that they are not requested again. Beyond a
 * number of bytes, those that came first are dropped. Thread-safe.
 */
final class WaitingPages {

  private static final long MOST_BYTES = 16L * 1_048_576;
  private static final long LONGEST = Duration.ofMinutes(10).toNanos();

  private final Map<CrawlUrl, Waiting> pages = new LinkedHashMap<>();
  private long bytes;

  private record Waiting(Fetched page, long since) {}

  synchronized void add(Fetched page) {
    take(page.url());
    pages.put(page.url(), new Waiting(page, System.nanoTime()));
    bytes += page.body().size();
    for (Iterator<Waiting> first = pages.values().iterator(); bytes > MOST_BYTES; first.remove()) {
      bytes -= first.next().page.body().size();
    }
  }

  /** Removes and returns the page of a URL; returns null if there is none, or an old one. */
  synchronized @Nullable Fetched take(CrawlUrl url) {
    Waiting waiting = pages.remove(url);
    if (waiting == null) {
      return null;
    }
    bytes -= waiting.page.body().size();
    return System.nanoTime() - waiting.since < LONGEST ? waiting.page : null;
  }
}
