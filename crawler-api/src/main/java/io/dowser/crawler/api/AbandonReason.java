package io.dowser.crawler.api;

/**
 * The reason why a polled candidate was not visited.
 *
 * <pre>{@code
 * public void abandoned(Candidate candidate, AbandonReason reason) { // of a LearningScorer
 *   if (reason == AbandonReason.FETCH_FAILED || reason == AbandonReason.HOST_GIVEN_UP) {
 *     failures.merge(candidate.url().host(), 1, Integer::sum); // it says nothing about the link
 *   }
 * }
 * }</pre>
 */
public enum AbandonReason {
  /** The fetch failed for good; the failure itself is in the crawl's events. */
  FETCH_FAILED,
  /** The host's robots.txt forbids the URL. */
  FORBIDDEN,
  /** The host's robots.txt could not be read, even after retries, so nothing is allowed. */
  ROBOTS_UNREACHABLE,
  /** The host failed too often in a row, so it gets no more requests. */
  HOST_GIVEN_UP,
  /** The host has reached its page limit, see {@link SkipReason#HOST_BUDGET}. */
  HOST_BUDGET,
  /** The URL redirects to one that is known already, or to one that may not be crawled. */
  REDIRECTED,
  /** The URL was excluded while the crawl ran. */
  EXCLUDED,
  /** The server says that the page is unchanged since an earlier visit. */
  NOT_MODIFIED,
  /** The URL was reached through a redirect while it was pending. */
  ALREADY_FETCHED,
  /** The fetcher or the analyzer plugin threw an exception on it. */
  PLUGIN_FAILED,
  /** The crawl stopped before the page came back; it counts as pending. */
  STOPPED
}
