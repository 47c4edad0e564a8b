package io.dowser.crawler.store;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.store.ReplayedVisit.ReplayedLink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the visits of a store one after the other, with their links; to be closed. For one thread,
 * before anything is written.
 */
public final class VisitReplay implements AutoCloseable {

  private final StoreReader store;
  private final PreparedStatement visitQuery;
  private final PreparedStatement linkQuery;
  private final ResultSet visits;
  private final ResultSet links;

  VisitReplay(StoreReader store, Connection connection, long fromVisit) throws SQLException {
    this.store = store;
    this.visitQuery =
        connection.prepareStatement(
            "SELECT v.url, v.number, v.time, v.page, v.http, v.relevance, v.relevant, v.carry,"
                + " v.links, u.url, v.depth FROM visit v JOIN url u ON u.id = v.url"
                + " WHERE v.id >= ? AND v.status = 'VISITED' ORDER BY v.id");
    this.linkQuery =
        connection.prepareStatement(
            "SELECT l.target, u.url, l.kind, l.score, l.tie, l.anchor, l.features"
                + " FROM link l JOIN url u ON u.id = l.target WHERE l.id >="
                + " coalesce((SELECT min(first_link) FROM visit WHERE id >= ?), 0) ORDER BY l.id");
    visitQuery.setLong(1, fromVisit);
    linkQuery.setLong(1, fromVisit);
    this.visits = visitQuery.executeQuery();
    this.links = linkQuery.executeQuery();
  }

  /**
   * Reads the next visit.
   *
   * @return the visit, or empty after the last one
   * @throws StoreException if the file cannot be read
   */
  public Optional<ReplayedVisit> next() {
    try {
      return visits.next() ? Optional.of(visit()) : Optional.empty();
    } catch (SQLException | IllegalArgumentException e) {
      throw store.unreadable(e);
    }
  }

  private ReplayedVisit visit() throws SQLException {
    int count = visits.getInt(9);
    List<ReplayedLink> found = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      if (!links.next()) {
        throw new SQLException("links of visit " + visits.getLong(2) + " are missing");
      }
      found.add(link());
    }
    String page = visits.getString(4);
    return new ReplayedVisit(
        visits.getLong(1),
        CrawlUrl.of(visits.getString(10)),
        visits.getInt(11),
        visits.getLong(2),
        Instant.ofEpochMilli(visits.getLong(3)),
        page == null ? "" : page,
        visits.getInt(5),
        visits.getDouble(6),
        visits.getInt(7) != 0,
        RowBytes.carry(visits.getBytes(8)),
        found);
  }

  private ReplayedLink link() throws SQLException {
    String anchor = links.getString(6);
    return new ReplayedLink(
        links.getLong(1),
        CrawlUrl.of(links.getString(2)),
        LinkKind.of(links.getInt(3)),
        links.getDouble(4),
        links.getDouble(5),
        anchor == null ? "" : anchor,
        RowBytes.features(links.getBytes(7)));
  }

  @Override
  public void close() {
    try (visitQuery;
        linkQuery) {
      visits.close();
      links.close();
    } catch (SQLException e) {
      throw store.unreadable(e);
    }
  }
}
