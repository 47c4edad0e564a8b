package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Visit;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes batches as rows. Not thread-safe. */
final class BatchStatements {

  /** The new row of a pending URL stays, at the smaller depth. */
  private static final String ELSE_REPLACE =
      " ON CONFLICT (url) DO UPDATE SET depth = min(depth, excluded.depth), key = excluded.key,"
          + " tie = excluded.tie, score = excluded.score, parent = excluded.parent,"
          + " features = excluded.features";

  /** Of two rows of a pending URL the one that goes first stays, at the smaller depth. */
  private static final String ELSE_MERGE =
      " ON CONFLICT (url) DO UPDATE SET depth = min(depth, excluded.depth), key = "
          + better("key")
          + ", tie = "
          + better("tie")
          + ", score = "
          + better("score")
          + ", parent = "
          + better("parent")
          + ", features = "
          + better("features");

  private final Sql sql;
  private long nextVisit;
  private long nextLink;
  private long ended;

  BatchStatements(Connection connection) throws SQLException {
    this.sql = new Sql(connection);
    this.nextVisit = sql.number("SELECT coalesce(max(id) + 1, 0) FROM visit");
    this.ended = sql.number("SELECT count(*) FROM visit");
    this.nextLink = sql.number("SELECT coalesce(max(id) + 1, 1) FROM found"); // as SQLite counts
  }

  void write(StoreBatch batch) throws SQLException {
    for (long url : batch.reopened) {
      ended -= sql.execute("DELETE FROM visit WHERE url = ?", url);
    }
    sql.insert("known (id, url, depth, referrer, time)", batch.urls, "");
    sql.insert("found (target_and_kind, score, anchor, tie, features)", batch.links, "");
    for (Map.Entry<Integer, Explanation> each : batch.explanations.entrySet()) {
      String parts = ExplanationText.of(each.getValue());
      sql.execute("INSERT INTO explanation VALUES (?,?)", nextLink + each.getKey(), parts);
    }
    writeVisits(batch);
    for (PageRow page : batch.pages.values()) {
      write(page, PageReader.bytes(page.version().links()));
    }
    for (Map.Entry<Long, Supplier<Optional<ExcerptRow>>> each : batch.excerpts.entrySet()) {
      write(each.getKey(), each.getValue().get());
    }
    for (Map.Entry<Long, @Nullable Object @Nullable []> each : batch.answers.entrySet()) {
      @Nullable Object[] row = each.getValue();
      if (row == null) {
        sql.execute("DELETE FROM answer WHERE url = ?", each.getKey());
      } else {
        sql.execute("INSERT OR REPLACE INTO answer VALUES (?,?,?,?)", row);
      }
    }
    for (KeptPage each : batch.judged) {
      sql.execute(
          "UPDATE page SET relevance = ?, relevant = ? WHERE url = ? AND version = ?",
          each.relevance(),
          each.relevant() ? 1 : 0,
          each.url(),
          each.version());
    }
    for (ChangeRow change : batch.changes) {
      write(change);
    }
    for (@Nullable Object[] each : batch.laterLinks) {
      sql.execute("INSERT OR REPLACE INTO later_link VALUES (?,?,?,?,?,?)", each);
    }
    for (@Nullable Object[] each : batch.skipped.values()) {
      sql.execute("INSERT OR REPLACE INTO skipped VALUES (?,?,?)", each);
    }
    for (Map.Entry<String, String> each : batch.settings.entrySet()) {
      String update = "UPDATE setting SET value = ? WHERE name = ?";
      sql.execute(update, each.getValue(), each.getKey());
    }
    writePending(batch);
    ended += batch.visits.size();
    writeState(StoreReader.ROWS, 0, StoreReader.rows(batch.nextUrl(), ended));
    writeStates(batch.states);
  }

  /** The database numbers links one after the other, so their numbers are known beforehand. */
  private void writeVisits(StoreBatch batch) throws SQLException {
    int firstLink = 0;
    for (int i = 0; i < batch.visits.size(); i++) {
      int end = batch.linkEnds.get(i);
      write(batch.visits.get(i), nextLink + firstLink, end - firstLink);
      firstLink = end;
    }
    nextLink += batch.links.size();
  }

  private void write(VisitRow row, long firstLink, int links) throws SQLException {
    Candidate candidate = row.candidate();
    double score = candidate.score();
    Optional<Visit> page = Optional.ofNullable(row.visit());
    Optional<PageVersion> version = page.map(row::version);
    sql.execute(
        "INSERT INTO visit VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        nextVisit++,
        candidate.sequence(),
        page.map(Visit::number).orElse(null),
        row.time().toEpochMilli(),
        row.status(),
        detail(row),
        page.map(Visit::url)
            .filter(u -> !u.equals(candidate.url()))
            .map(Object::toString)
            .orElse(null),
        row.http() == 0 ? null : row.http(),
        page.map(visit -> visit.fetched().body().size()).orElse(null),
        version.map(PageVersion::digest).orElse(null),
        page.map(Visit::relevance).orElse(null),
        page.map(visit -> visit.relevant() ? 1 : 0).orElse(null),
        Double.isInfinite(score) ? null : score,
        candidate.depth(),
        candidate.parent() < 0 ? null : candidate.parent(),
        page.isEmpty() ? null : RowValues.of(page.get().pathState()),
        firstLink,
        links);
    if (version.isPresent()) {
      write(PageRow.visited(candidate.sequence(), version.get()), null);
    }
  }

  /** Returns why a page is not relevant or there is none, or null if neither is the case. */
  private static @Nullable String detail(VisitRow row) {
    Visit visit = row.visit();
    if (visit != null && visit.irrelevance().isPresent()) {
      return visit.irrelevance().get().name();
    }
    return row.detail().isEmpty() ? null : row.detail();
  }

  /**
   * Writes what is known of a page; its links are null if they are those of its visit. A check that
   * found no new version keeps the judgement, which may be a later one than the check knows.
   */
  private void write(PageRow page, byte @Nullable [] links) throws SQLException {
    PageVersion version = page.version();
    RecheckCounts counts = page.rechecks();
    Duration interval = page.interval();
    sql.execute(
        "INSERT OR REPLACE INTO page VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,"
            + "?16,?17,coalesce((SELECT relevance FROM page WHERE url = ?1 AND version = ?2), ?18),"
            + "coalesce((SELECT relevant FROM page WHERE url = ?1 AND version = ?2), ?19),?20,?21,?22)",
        page.url(),
        version.number(),
        page.status().name(),
        version.entityTag(),
        version.lastModified(),
        version.digest(),
        version.textHash(),
        version.similarity(),
        version.fetched().toEpochMilli(),
        counts.checked().toEpochMilli(),
        counts.tried().toEpochMilli(),
        counts.rechecks(),
        counts.changes(),
        counts.changedTime().toMillis(),
        counts.unchangedTime().toMillis(),
        page.gone(),
        interval == null ? null : interval.toMillis(),
        version.relevance(),
        version.relevant() ? 1 : 0,
        RowValues.of(version.irrelevance()),
        links,
        version.sameBytes() ? 1 : 0);
  }

  private void write(long url, Optional<ExcerptRow> excerpt) throws SQLException {
    if (excerpt.isEmpty()) {
      sql.execute( // an answer needs the text that it is about
          "DELETE FROM excerpt WHERE url = ? AND url NOT IN (SELECT url FROM answer)", url);
    } else {
      sql.execute(
          "INSERT OR REPLACE INTO excerpt VALUES (?,?,?,?,?,?,?,?)", excerpt.get().values(url));
    }
  }

  private void write(ChangeRow change) throws SQLException {
    PageVersion version = change.version();
    sql.execute(
        "INSERT INTO change (url, version, time, kind, http, bytes, digest, relevance, relevant,"
            + " irrelevance, distance, added, removed, detail) VALUES"
            + " (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        change.url(),
        version.number(),
        change.time().toEpochMilli(),
        change.kind().name(),
        change.http(),
        change.bytes(),
        version.digest(),
        version.relevance(),
        version.relevant() ? 1 : 0,
        RowValues.of(version.irrelevance()),
        change.distance(),
        change.added(),
        change.removed(),
        change.detail().isEmpty() ? null : change.detail());
  }

  /** Writes what becomes of pending URLs; each of them is in the batch once. */
  private void writePending(StoreBatch batch) throws SQLException {
    List<@Nullable Object[]> offered = new ArrayList<>();
    for (Map.Entry<Long, StoreBatch.PendingChange> each : batch.pending.entrySet()) {
      PendingRow row = each.getValue().row();
      if (row == null) {
        sql.execute("DELETE FROM pending WHERE url = ?", each.getKey());
      } else if (each.getValue().replaces()) {
        sql.execute("INSERT INTO pending VALUES (?,?,?,?,?,?,?,?)" + ELSE_REPLACE, values(row));
      } else {
        offered.add(values(row));
      }
    }
    sql.insert("pending", offered, ELSE_MERGE);
    if (batch.indexesPending) {
      for (String index : StoreFormat.PENDING_INDEXES) {
        sql.execute(index);
      }
    }
  }

  private static String better(String column) {
    String isBetter = "excluded.key > key OR (excluded.key = key AND excluded.tie > tie)";
    return "iif(" + isBetter + ", excluded." + column + ", " + column + ")";
  }

  private static @Nullable Object[] values(PendingRow row) {
    Candidate candidate = row.candidate();
    return new Object[] {
      candidate.sequence(),
      row.key(),
      candidate.tieBreak(),
      candidate.score() == row.key() ? null : candidate.score(),
      candidate.depth(),
      candidate.isSeed() ? null : candidate.parent(),
      RowValues.of(candidate.features()),
      row.host()
    };
  }

  private void writeStates(Map<String, StoreBatch.State> states) throws SQLException {
    for (Map.Entry<String, StoreBatch.State> each : states.entrySet()) {
      for (Map.Entry<Integer, Supplier<byte[]>> chunk : each.getValue().changed().entrySet()) {
        writeState(each.getKey(), chunk.getKey(), chunk.getValue().get());
      }
      int count = each.getValue().count();
      sql.execute("DELETE FROM state WHERE name=? AND part>=?", each.getKey(), count);
    }
  }

  private void writeState(String name, int part, byte[] data) throws SQLException {
    sql.execute("INSERT OR REPLACE INTO state VALUES (?,?,?)", name, part, data);
  }
}
