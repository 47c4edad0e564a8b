package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Visit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The end of a URL, with a page or without.
 *
 * @param status {@code VISITED}, or the reason that there is no page
 * @param detail details of the reason, or empty
 * @param http the status of the response, 0 if there is none
 * @param textHash of the text by which checks compare the page, 0 if there is no page
 * @param similarity the similarity hash of that text, 0 if there is no page
 */
public record VisitRow(
    Candidate candidate,
    String status,
    String detail,
    int http,
    Instant time,
    @Nullable Visit visit,
    long textHash,
    long similarity) {

  /** Those of a first version are found by its visit. */
  private static final long[] NO_LINKS = {};

  /** The status of a page. */
  public static final String VISITED = "VISITED";

  /** The status of a URL that another one redirected to. */
  public static final String REDIRECT_TARGET = "REDIRECT_TARGET";

  /** The condition of URLs that were dropped by rules which may be others later. */
  static final String MAY_BE_TAKEN_AGAIN = "status IN ('EXCLUDED', 'HOST_BUDGET')";

  /** Creates the row of a page. */
  public static VisitRow of(Visit visit, long textHash, long similarity) {
    int http = visit.fetched().status();
    return new VisitRow(
        visit.candidate(), VISITED, "", http, visit.time(), visit, textHash, similarity);
  }

  /** Creates the row of a URL that ended without a page. */
  public static VisitRow of(
      Candidate candidate, String status, String detail, int http, Instant time) {
    return new VisitRow(candidate, status, detail, http, time, null, 0, 0);
  }

  /** Returns the first version of the page. */
  PageVersion version(Visit page) {
    return PageVersion.of(page, textHash, similarity, NO_LINKS);
  }
}
