package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Visit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How one URL ended: as a page or without.
 *
 * @param status {@code VISITED}, or why there is no page
 * @param detail more about that in words, or empty
 */
public record VisitRow(
    Candidate candidate,
    String status,
    String detail,
    Instant time,
    @Nullable Visit visit,
    PathState pathState) {

  /** The status of a page. */
  public static final String VISITED = "VISITED";

  /** The status of a URL that another one redirected to. */
  public static final String REDIRECT_TARGET = "REDIRECT_TARGET";

  /** Creates the row of a page. */
  public static VisitRow of(Visit visit, PathState pathState) {
    return new VisitRow(visit.candidate(), VISITED, "", visit.time(), visit, pathState);
  }
}
