package io.dowser.crawler.store;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.Visit;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns batches into rows; for one thread. */
final class BatchStatements {

  /** Longer texts of links are cut; they are there to be read. */
  static final int ANCHOR_CHARACTERS = 100;

  private static final int DIGEST_BYTES = 16;

  private final Connection connection;
  private final PreparedStatement url;
  private final PreparedStatement visit;
  private final PreparedStatement link;
  private final PreparedStatement journal;
  private final PreparedStatement state;
  private final PreparedStatement noState;
  private final MessageDigest sha256;
  private long nextVisit;
  private long nextLink;

  BatchStatements(Connection connection) throws SQLException {
    this.connection = connection;
    this.url = connection.prepareStatement("INSERT INTO url VALUES (?,?,?,?,?,?)");
    this.visit =
        connection.prepareStatement("INSERT INTO visit VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    this.link = connection.prepareStatement("INSERT INTO link VALUES (?,?,?,?,?,?,?,?)");
    this.journal = connection.prepareStatement("INSERT INTO journal(data) VALUES (?)");
    this.state = connection.prepareStatement("INSERT INTO state VALUES (?,?,?)");
    this.noState = connection.prepareStatement("DELETE FROM state WHERE name=?");
    this.nextVisit = next("visit");
    this.nextLink = next("link");
    try {
      this.sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  private long next(String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT coalesce(max(id)+1,0) FROM " + table)) {
      return row.getLong(1);
    }
  }

  void write(StoreBatch batch) throws SQLException {
    writeUrls(batch);
    writeLinks(batch);
    writeVisits(batch);
    if (batch.forgetsJournal) {
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate("DELETE FROM journal");
      }
    }
    for (byte[] data : batch.journal) {
      journal.setBytes(1, data);
      journal.executeUpdate();
    }
    writeStates(batch.states);
  }

  private void writeUrls(StoreBatch batch) throws SQLException {
    for (int i = 0; i < batch.urls.size(); i++) {
      CrawlUrl each = batch.urls.get(i);
      int at = StoreBatch.URL_FACTS * i;
      url.setLong(1, batch.firstUrl() + i);
      url.setString(2, each.toString());
      url.setString(3, each.host());
      url.setLong(4, batch.urlFacts[at]);
      setIfNotNegative(url, 5, batch.urlFacts[at + 1]);
      url.setLong(6, batch.urlFacts[at + 2]);
      url.executeUpdate();
    }
  }

  private void writeLinks(StoreBatch batch) throws SQLException {
    for (int i = 0; i < batch.links.size(); i++) {
      int at = StoreBatch.LINK_FACTS * i;
      long target = batch.linkFacts[at + 1];
      link.setLong(1, nextLink + i);
      link.setLong(2, batch.linkFacts[at]);
      link.setLong(3, target >> StoreBatch.KIND_BITS);
      link.setDouble(4, Double.longBitsToDouble(batch.linkFacts[at + 2]));
      link.setLong(5, target & ((1 << StoreBatch.KIND_BITS) - 1));
      link.setString(6, anchor(batch.links.get(i)));
      double tieBreak = Double.longBitsToDouble(batch.linkFacts[at + 3]);
      if (tieBreak == 0) {
        link.setNull(7, Types.REAL);
      } else {
        link.setDouble(7, tieBreak);
      }
      link.setBytes(8, RowBytes.of(batch.features.get(i)));
      link.executeUpdate();
    }
  }

  private void writeVisits(StoreBatch batch) throws SQLException {
    int firstLink = 0;
    for (int i = 0; i < batch.visits.size(); i++) {
      write(batch.visits.get(i), nextLink + firstLink, batch.linkEnds[i] - firstLink);
      firstLink = batch.linkEnds[i];
    }
    nextLink += batch.links.size();
  }

  private void write(VisitRow row, long firstLink, int links) throws SQLException {
    visit.setLong(1, nextVisit++);
    visit.setLong(2, row.candidate().sequence());
    visit.setLong(4, row.time().toEpochMilli());
    visit.setString(5, row.status());
    visit.setString(6, row.detail().isEmpty() ? null : row.detail());
    setPage(row.visit());
    double score = row.candidate().score();
    visit.setObject(13, Double.isInfinite(score) ? null : score);
    visit.setInt(14, row.candidate().depth());
    setIfNotNegative(visit, 15, row.candidate().parent());
    visit.setBytes(16, RowBytes.of(row.carry()));
    visit.setLong(17, firstLink);
    visit.setInt(18, links);
    visit.executeUpdate();
  }

  private void setPage(@Nullable Visit page) throws SQLException {
    if (page == null) {
      for (int column : new int[] {3, 7, 8, 9, 10, 11, 12}) {
        visit.setNull(column, Types.NULL);
      }
      return;
    }
    visit.setLong(3, page.number());
    boolean moved = !page.url().equals(page.candidate().url());
    visit.setString(7, moved ? page.url().toString() : null);
    visit.setInt(8, page.fetched().status());
    visit.setInt(9, page.fetched().body().size());
    visit.setBytes(10, digest(page));
    visit.setDouble(11, page.relevance());
    visit.setInt(12, page.relevant() ? 1 : 0);
  }

  /** The first 16 bytes of the SHA-256 of the body: enough to find equal pages. */
  private byte[] digest(Visit page) {
    sha256.update(page.fetched().body().asByteBuffer());
    return java.util.Arrays.copyOf(sha256.digest(), DIGEST_BYTES);
  }

  private void writeStates(Map<String, List<byte[]>> states) throws SQLException {
    for (Map.Entry<String, List<byte[]>> each : states.entrySet()) {
      noState.setString(1, each.getKey());
      noState.executeUpdate();
      for (int part = 0; part < each.getValue().size(); part++) {
        state.setString(1, each.getKey());
        state.setInt(2, part);
        state.setBytes(3, each.getValue().get(part));
        state.executeUpdate();
      }
    }
  }

  private static void setIfNotNegative(PreparedStatement statement, int column, long value)
      throws SQLException {
    if (value < 0) {
      statement.setNull(column, Types.INTEGER);
    } else {
      statement.setLong(column, value);
    }
  }

  private static @Nullable String anchor(@Nullable Link link) {
    String text = link == null ? "" : link.anchorText();
    if (text.isEmpty()) {
      return null;
    }
    int end = Math.min(text.length(), ANCHOR_CHARACTERS);
    boolean splits = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, splits ? end - 1 : end);
  }
}
