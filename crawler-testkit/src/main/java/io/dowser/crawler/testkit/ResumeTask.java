package io.dowser.crawler.testkit;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Fetcher;
import java.nio.file.Path;

/**
 * One run of the crawl that a {@link ResumeContract} aborts.
 *
 * @param variant which of the contract's variants to crawl with
 * @param web what to crawl, from its seed, with its judge
 * @param directory where the crawl is kept; if there is one already, the run continues with it
 * @param commitVisits how many visits at most are committed together, 1 or more
 * @param listener the crawl's listener; it may throw, to break the run off
 */
public record ResumeTask(
    String variant, RandomWeb web, Path directory, int commitVisits, CrawlListener listener) {

  /**
   * Refuses nulls.
   *
   * @param variant which of the contract's variants to crawl with
   * @param web what to crawl, from its seed, with its judge
   * @param directory where the crawl is kept
   * @param commitVisits how many visits at most are committed together, 1 or more
   * @param listener the crawl's listener
   * @throws IllegalArgumentException if commitVisits is below 1
   */
  public ResumeTask {
    requireNonNull(variant, "variant");
    requireNonNull(web, "web");
    requireNonNull(directory, "directory");
    requireNonNull(listener, "listener");
    if (commitVisits < 1) {
      throw new IllegalArgumentException("commitVisits must be 1 or more, but was " + commitVisits);
    }
  }

  /**
   * Creates the fetcher of the web.
   *
   * @return a new one
   */
  public Fetcher fetcher() {
    return web.web().fetcher();
  }
}
