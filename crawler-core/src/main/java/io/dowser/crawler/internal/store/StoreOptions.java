package io.dowser.crawler.internal.store;

import io.dowser.crawler.internal.CrawlThreads;
import java.time.Duration;

/**
 * The settings for writing the directory of a crawl; see {@link
 * io.dowser.crawler.Persistence.Builder}.
 */
public record StoreOptions(
    int commitVisits,
    Duration commitAfter,
    boolean syncEachCommit,
    boolean allowChanged,
    boolean explanations,
    CrawlThreads threads) {

  /** Commits after 200 visits or one second, without waiting for the disk. */
  public static final StoreOptions DEFAULTS =
      new StoreOptions(200, Duration.ofSeconds(1), false, false, false, CrawlThreads.UNNAMED);
}
