package io.dowser.crawler.internal.store;

import com.google.common.primitives.ImmutableLongArray;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.store.ReplayedVisit.ReplayedLink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads visits with their links, and all URLs on the way; not thread-safe. */
final class VisitRows implements AutoCloseable {

  private static final int LINKS = 9;
  private static final int FIRST_LINK = 11;

  private final UrlSequence urls;
  private final PreparedStatement visitQuery;
  private final PreparedStatement linkQuery;
  private final ResultSet visits;
  private final ResultSet links;

  VisitRows(Connection connection, long fromVisit, Consumer<String> urlTaker) throws SQLException {
    this.urls = new UrlSequence(connection, urlTaker);
    this.visitQuery =
        connection.prepareStatement(
            "SELECT url, number, time, page, http, relevance, relevant, carry, links, depth,"
                + " first_link FROM visit WHERE id >= ? AND status = 'VISITED' ORDER BY id");
    this.linkQuery =
        connection.prepareStatement(
            "SELECT target_and_kind, score, anchor, tie, features, id FROM found WHERE id >="
                + " coalesce((SELECT min(first_link) FROM visit WHERE id >= ?), 0) ORDER BY id");
    visitQuery.setLong(1, fromVisit);
    linkQuery.setLong(1, fromVisit);
    this.visits = visitQuery.executeQuery();
    this.links = linkQuery.executeQuery();
  }

  /** Reads the next URLs, this many before a number at most. */
  List<CrawlUrl> readUrls(int most, long end) throws SQLException {
    return urls.read(most, end);
  }

  /** Looks up a URL. */
  CrawlUrl url(long number) throws SQLException {
    return RowValues.url(urls.find(number));
  }

  /**
   * Reads the next visits; after the last one none, and then all URLs have been taken.
   *
   * @param enough links, after which no further visit is read
   */
  List<ReplayedVisit> read(int enough) throws SQLException {
    List<ReplayedVisit> read = new ArrayList<>();
    for (int size = 0; size < enough && visits.next(); size++) {
      read.add(visit());
      size += visits.getInt(LINKS);
    }
    if (read.isEmpty()) {
      urls.finish();
    }
    return read;
  }

  private ReplayedVisit visit() throws SQLException {
    ImmutableLongArray.Builder targets = ImmutableLongArray.builder();
    List<ReplayedLink> reported = new ArrayList<>();
    long first = visits.getLong(FIRST_LINK);
    long end = first + visits.getInt(LINKS);
    for (long id = first; id < end; id++) {
      if (!links.next() || links.getLong(6) != id) {
        throw new SQLDataException(
            "rows of visit " + visits.getLong(2) + ", or of the one before it, are missing");
      }
      long targetAndKind = links.getLong(1);
      long target = targetAndKind >> StoreBatch.KIND_BITS;
      LinkKind kind = LinkKind.of((int) targetAndKind & StoreBatch.KIND_MASK);
      targets.add(target);
      if (kind != LinkKind.IGNORED) {
        reported.add(link(target, kind));
      }
    }
    return visit(Visit.OutLinks.of(targets.build().toArray()), reported);
  }

  private ReplayedVisit visit(Visit.OutLinks targets, List<ReplayedLink> reported)
      throws SQLException {
    String page = visits.getString(4);
    return new ReplayedVisit(
        visits.getLong(1),
        urls.get(visits.getLong(1)),
        visits.getInt(10),
        visits.getLong(2),
        Instant.ofEpochMilli(visits.getLong(3)),
        page == null ? "" : page,
        visits.getInt(5),
        visits.getDouble(6),
        visits.getInt(7) != 0,
        RowValues.pathState(visits.getBytes(8)),
        targets,
        reported);
  }

  private ReplayedLink link(long target, LinkKind kind) throws SQLException {
    String anchor = links.getString(3);
    return new ReplayedLink(
        target,
        urls.get(target),
        kind == LinkKind.KNOWN,
        links.getDouble(2),
        links.getDouble(4),
        anchor == null ? "" : anchor,
        RowValues.features(links.getBytes(5)));
  }

  @Override
  public void close() throws SQLException {
    try (visitQuery;
        linkQuery) {
      visits.close();
      links.close();
    }
  }
}
