package io.dowser.crawler.browser;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.Fetched;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pages that have arrived and are queued for a browser, so that they are not requested again.
 * Beyond a number of bytes, the oldest are dropped. Thread-safe.
 */
final class QueuedPages {

  private static final long MOST_BYTES = 16L * 1_048_576;
  private static final long LONGEST = Duration.ofMinutes(10).toNanos();

  private final Map<CrawlUrl, Queued> pages = new LinkedHashMap<>();
  private long bytes;

  private record Queued(Fetched page, long since) {}

  synchronized void add(Fetched page) {
    take(page.url());
    pages.put(page.url(), new Queued(page, System.nanoTime()));
    bytes += page.body().size();
    for (Iterator<Queued> first = pages.values().iterator(); bytes > MOST_BYTES; first.remove()) {
      bytes -= first.next().page.body().size();
    }
  }

  /** Removes and returns the page of a URL; returns null if there is none, or an old one. */
  synchronized @Nullable Fetched take(CrawlUrl url) {
    Queued queued = pages.remove(url);
    if (queued == null) {
      return null;
    }
    bytes -= queued.page.body().size();
    return System.nanoTime() - queued.since < LONGEST ? queued.page : null;
  }
}
