package io.dowser.crawler.internal.store;

import com.google.common.primitives.Ints;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.Visit;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns batches into rows; not thread-safe. */
final class BatchStatements {

  /** Longer texts of links are cut; they are there to be read. */
  static final int ANCHOR_CHARACTERS = 100;

  private static final int HASH_BYTES = 16;
  private static final int PLAIN_VALUES = 3;

  private final Connection connection;
  private final RowInserter urls;
  private final PreparedStatement visit;
  private final RowInserter plainLinks;
  private final RowInserter links;
  private final PreparedStatement explanation;
  private final PreparedStatement skipped;
  private final PreparedStatement journal;
  private final PreparedStatement state;
  private final PreparedStatement noState;
  private final MessageDigest sha256;
  private long nextVisit;
  private long nextLink;
  private int journalRows;

  BatchStatements(Connection connection) throws SQLException {
    this.connection = connection;
    this.urls = new RowInserter(connection, "known", "id, url, depth, referrer, time");
    String columns = "target_and_kind, score, anchor";
    this.plainLinks = new RowInserter(connection, "found", columns);
    this.links = new RowInserter(connection, "found", columns + ", tie, features");
    this.visit =
        connection.prepareStatement(
            "INSERT INTO visit VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    this.explanation = connection.prepareStatement("INSERT INTO explanation VALUES (?,?)");
    this.skipped = connection.prepareStatement("INSERT OR REPLACE INTO skipped VALUES (?,?)");
    this.journal = connection.prepareStatement("INSERT INTO journal(data) VALUES (?)");
    this.state = connection.prepareStatement("INSERT OR REPLACE INTO state VALUES (?,?,?)");
    this.noState = connection.prepareStatement("DELETE FROM state WHERE name=? AND part>=?");
    this.nextVisit = next("visit", 0);
    this.nextLink = next("found", 1); // as the database does
    this.journalRows = (int) next("journal", 1) - 1;
    try {
      this.sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  private long next(String table, int first) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT coalesce(max(id) + 1, " + first + ") FROM " + table)) {
      return row.getLong(1);
    }
  }

  void write(StoreBatch batch) throws SQLException {
    writeUrls(batch);
    writeLinks(batch);
    writeExplanations(batch);
    writeVisits(batch);
    writeSkipped(batch);
    if (batch.forgetsJournal) {
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate("DELETE FROM journal");
      }
      journalRows = 0;
    }
    for (byte[] data : batch.journal) {
      journal.setBytes(1, data);
      journal.executeUpdate();
    }
    journalRows += batch.journal.size();
    writeState(StoreReader.JOURNAL, 0, Ints.toByteArray(journalRows));
    writeStates(batch.states);
  }

  private void writeUrls(StoreBatch batch) throws SQLException {
    urls.insert(
        batch.urls.size(),
        (into, row, at) -> {
          int facts = StoreBatch.URL_FACTS * row;
          into.setLong(at, batch.firstUrl() + row);
          into.setString(at + 1, batch.urls.get(row).toString());
          into.setLong(at + 2, batch.urlFacts[facts]);
          setIfNotNegative(into, at + 3, batch.urlFacts[facts + 1]);
          into.setLong(at + 4, batch.urlFacts[facts + 2]);
        });
  }

  /** Numbers are given by the database, one after the other, and so are known beforehand. */
  private void writeLinks(StoreBatch batch) throws SQLException {
    RowInserter.Row plain = (into, row, at) -> setLink(batch, into, row, at);
    if (batch.hasPlainLinks()) {
      plainLinks.insert(batch.links.size(), plain);
    } else {
      links.insert(
          batch.links.size(),
          (into, row, at) -> {
            plain.set(into, row, at);
            long tieBreak = batch.linkFacts[StoreBatch.LINK_FACTS * row + 2];
            into.setDouble(at + PLAIN_VALUES, Double.longBitsToDouble(tieBreak));
            into.setBytes(at + PLAIN_VALUES + 1, RowBytes.of(batch.features.get(row)));
          });
    }
  }

  private static void setLink(StoreBatch batch, PreparedStatement into, int row, int at)
      throws SQLException {
    int facts = StoreBatch.LINK_FACTS * row;
    into.setLong(at, batch.linkFacts[facts]);
    into.setDouble(at + 1, Double.longBitsToDouble(batch.linkFacts[facts + 1]));
    into.setString(at + 2, anchor(batch.links.get(row)));
  }

  private void writeExplanations(StoreBatch batch) throws SQLException {
    for (Map.Entry<Integer, Explanation> each : batch.explanations.entrySet()) {
      explanation.setLong(1, nextLink + each.getKey());
      explanation.setString(2, ExplanationText.of(each.getValue()));
      explanation.executeUpdate();
    }
  }

  private void writeSkipped(StoreBatch batch) throws SQLException {
    for (Map.Entry<Long, SkipReason> each : batch.skipped.entrySet()) {
      skipped.setLong(1, each.getKey());
      skipped.setString(2, each.getValue().name());
      skipped.executeUpdate();
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
    visit.setBytes(16, RowBytes.of(row.pathState()));
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
    visit.setBytes(10, contentHash(page));
    visit.setDouble(11, page.relevance());
    visit.setInt(12, page.relevant() ? 1 : 0);
  }

  /** The first 16 bytes of the SHA-256 of the body: enough to find equal pages. */
  private byte[] contentHash(Visit page) {
    sha256.update(page.fetched().body().asByteBuffer());
    return java.util.Arrays.copyOf(sha256.digest(), HASH_BYTES);
  }

  private void writeStates(Map<String, StoreBatch.State> states) throws SQLException {
    for (Map.Entry<String, StoreBatch.State> each : states.entrySet()) {
      for (Map.Entry<Integer, Supplier<byte[]>> chunk : each.getValue().changed().entrySet()) {
        writeState(each.getKey(), chunk.getKey(), chunk.getValue().get());
      }
      noState.setString(1, each.getKey());
      noState.setInt(2, each.getValue().count());
      noState.executeUpdate();
    }
  }

  private void writeState(String name, int part, byte[] data) throws SQLException {
    state.setString(1, name);
    state.setInt(2, part);
    state.setBytes(3, data);
    state.executeUpdate();
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
