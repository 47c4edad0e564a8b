package io.dowser.crawler.api;

import java.time.Duration;
import java.time.Instant;

/**
 * Decides when a visited page is checked again, and which pages are checked first.
 *
 * <p>A crawl asks after each check for the time until the next one, and orders the pages that are
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
   * {@return the time after its last check at which a page is due again; zero if it is always due,
   * at most 36,500 days}
   *
   * @param page the page after its last check; {@link PageChecks#interval} is the value that this
   *     method returned after the previous check
   */
  Duration interval(PageChecks page);

  /**
   * {@return the priority of a page that is due, finite; pages with a higher one are checked first;
   * by default its relevance}
   *
   * @param page the page
   * @param now the time at which it could be checked
   */
  default double priority(PageChecks page, Instant now) {
    return page.relevance();
  }
}
