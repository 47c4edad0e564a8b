package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.store.StoredVisit;
import io.dowser.crawler.store.UrlStatus;
import io.dowser.crawler.store.UrlStatus.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads values from the rows that a crawl's history selects. */
public final class HistoryRows {

  private HistoryRows() {}

  /** Reads URL, anchor, score, status, parent and parts of the score. */
  public static StoredVisit.PathStep step(ResultSet row) throws SQLException {
    String anchor = row.getString(2);
    String parts = row.getString(6);
    return new StoredVisit.PathStep(
        RowBytes.url(row.getString(1)),
        anchor == null ? "" : anchor,
        optional(row, 3),
        row.getString(4),
        parts == null ? Optional.empty() : Optional.of(ExplanationText.read(parts)));
  }

  /** Reads id, URL, depth, score, parent, tie, path state and features. */
  public static Candidate candidate(ResultSet row) throws SQLException {
    CrawlUrl url = RowBytes.url(row.getString(2));
    long parent = row.getLong(5);
    boolean seed = row.wasNull();
    return new Candidate(
        url,
        row.getLong(1),
        row.getInt(3),
        optional(row, 4).orElse(Double.POSITIVE_INFINITY),
        row.getDouble(6),
        seed ? Candidate.NO_PARENT : parent,
        RowBytes.pathState(row.getBytes(7)),
        RowBytes.features(row.getBytes(8)));
  }

  /** Reads number, URL, page, time, relevance, relevant, score, depth and bytes. */
  public static StoredVisit visit(ResultSet row) throws SQLException {
    CrawlUrl url = RowBytes.url(row.getString(2));
    String page = row.getString(3);
    return new StoredVisit(
        row.getLong(1),
        url,
        page == null ? url : RowBytes.url(page),
        Instant.ofEpochMilli(row.getLong(4)),
        row.getDouble(5),
        row.getInt(6) != 0,
        optional(row, 7),
        row.getInt(8),
        row.getLong(9));
  }

  /** Reads number, status, detail and reason to skip, each null where there is none. */
  public static UrlStatus status(ResultSet row) throws SQLException {
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

  private static OptionalDouble optional(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
