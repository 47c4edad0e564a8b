package io.dowser.crawler.store;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.internal.store.VisitRow;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What became of a URL, see {@link CrawlHistory#whyNotFetched}.
 *
 * @param state what became of it
 * @param reason why: the name of an {@link io.dowser.crawler.api.AbandonReason} and its details for
 *     {@link State#FAILED}, the name of a {@link io.dowser.crawler.api.SkipReason} for {@link
 *     State#SKIPPED}, otherwise empty
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

  /**
   * Reads the status of a URL from a row.
   *
   * @param row number, status, detail and reason to skip, each null where there is none
   * @return the status
   * @throws SQLException if the row cannot be read
   */
  public static UrlStatus of(ResultSet row) throws SQLException {
    String end = row.getString(2);
    if (end != null) {
      boolean fetched = end.equals(VisitRow.VISITED) || end.equals(VisitRow.REDIRECT_TARGET);
      String detail = row.getString(3);
      String reason = detail == null ? end : end + ": " + detail;
      return fetched ? new UrlStatus(State.FETCHED, "") : new UrlStatus(State.FAILED, reason);
    }
    String skipped = row.getString(4);
    if (skipped != null) {
      return new UrlStatus(State.SKIPPED, skipped);
    }
    return new UrlStatus(row.getString(1) == null ? State.UNKNOWN : State.PENDING, "");
  }
}
