package io.dowser.crawler.api;

import java.time.Duration;
import java.time.Instant;

/**
 * Decides when a visited page is rechecked, and which pages are rechecked first.
 *
 * <p>A crawl asks after each recheck for the time until the next one, and orders the pages that are
 * due by their priority. It calls its policy on one thread.
 *
 * <pre>{@code
 * // news twice a day, everything else once a week
 * RevisitPolicy policy =
 *     page -> page.url().path().startsWith("/news/") ? Duration.ofHours(12) : Duration.ofDays(7);
 * }</pre>
 */
@FunctionalInterface
public interface RevisitPolicy {

  /**
   * {@return the time after its last recheck at which a page is due again; zero if it is always
   * due, at most 36,500 days}
   *
   * @param page the page after its last recheck; {@link RecheckHistory#interval} is the value that
   *     this method returned after the previous recheck
   */
  Duration interval(RecheckHistory page);

  /**
   * {@return the priority of a page that is due, finite; pages with a higher one are rechecked
   * first; by default its relevance}
   *
   * @param page the page
   * @param now the time at which it could be rechecked
   */
  default double priority(RecheckHistory page, Instant now) {
    return page.relevance();
  }
}
