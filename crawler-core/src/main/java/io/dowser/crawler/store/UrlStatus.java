package io.dowser.crawler.store;

/**
 * What became of a URL, see {@code CrawlHistory.whyNotFetched}.
 *
 * @param state what became of it
 * @param reason why: the name of an {@link io.dowser.crawler.api.AbandonReason} and its details for
 *     {@link State#FAILED}, that of a {@link io.dowser.crawler.api.SkipReason} and its detail for
 *     {@link State#SKIPPED}, otherwise empty
 */
public record UrlStatus(State state, String reason) {

  /** What became of a URL. */
  public enum State {
    /** A page was visited there, or its redirect led to one. */
    FETCHED,
    /** It is queued, or was in flight when the crawl stopped. */
    PENDING,
    /** It was taken from the queue, and there is no page. */
    FAILED,
    /** A link, a sitemap or a redirect led there, and it was not queued. */
    SKIPPED,
    /**
     * The crawl never met it, or only beyond the limit of links of a page, where links are counted
     * and not kept.
     */
    UNKNOWN
  }
}
