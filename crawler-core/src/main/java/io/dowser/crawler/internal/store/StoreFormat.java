package io.dowser.crawler.internal.store;

import java.sql.SQLException;
import java.util.List;

/** The format of a crawl's file. */
final class StoreFormat {

  /** The number of the format, which changes with its tables from the first release on. */
  static final int NUMBER = 1;

  /** The statements that create its tables, and then their indexes. */
  static final List<String> TABLES =
      List.of(
          "CREATE TABLE known (id INTEGER PRIMARY KEY, url TEXT NOT NULL, depth INTEGER NOT NULL,"
              + " referrer INTEGER, time INTEGER NOT NULL) STRICT",
          // a column that is computed would be computed with each row that is written
          "CREATE VIEW url AS SELECT id, url, CASE WHEN authority LIKE '[%' THEN substr(authority,"
              + " 1, instr(authority, ']')) WHEN instr(authority, ':') > 0 THEN substr(authority,"
              + " 1, instr(authority, ':') - 1) ELSE authority END AS host, authority, depth,"
              + " referrer, time FROM (SELECT *, substr(url, instr(url, '://') + 3,"
              + " instr(substr(url, instr(url, '://') + 3), '/') - 1) AS authority FROM known)",
          "CREATE TABLE visit (id INTEGER PRIMARY KEY, url INTEGER NOT NULL UNIQUE,"
              + " number INTEGER, time INTEGER NOT NULL, status TEXT NOT NULL, detail TEXT,"
              + " page TEXT, http INTEGER, bytes INTEGER, digest BLOB, relevance REAL,"
              + " relevant INTEGER, score REAL, depth INTEGER NOT NULL, parent INTEGER,"
              + " carry BLOB, first_link INTEGER NOT NULL, links INTEGER NOT NULL) STRICT",
          "CREATE INDEX visit_links ON visit (first_link) WHERE links > 0",
          "CREATE INDEX visit_number ON visit (number) WHERE number IS NOT NULL",
          "CREATE INDEX visit_duplicate ON visit (digest) WHERE detail = 'DUPLICATE'",
          "CREATE INDEX visit_dropped ON visit (status) WHERE " + VisitRow.MAY_BE_TAKEN_AGAIN,
          // a value more in each row would be a byte more; where a link is, its visit says
          "CREATE TABLE found (id INTEGER PRIMARY KEY, target_and_kind INTEGER NOT NULL,"
              + " score REAL NOT NULL, anchor TEXT, tie REAL, features BLOB) STRICT",
          "CREATE VIEW link AS SELECT id, (SELECT v.url FROM visit v WHERE v.links > 0"
              + " AND v.first_link <= found.id ORDER BY v.first_link DESC LIMIT 1) AS source,"
              + " target_and_kind >> "
              + StoreBatch.KIND_BITS
              + " AS target, score, target_and_kind & "
              + StoreBatch.KIND_MASK
              + " AS kind, anchor, tie, features FROM found",
          "CREATE TABLE explanation (link INTEGER PRIMARY KEY, parts TEXT NOT NULL) STRICT",
          "CREATE TABLE skipped (fingerprint INTEGER PRIMARY KEY, reason TEXT NOT NULL,"
              + " example TEXT) STRICT",
          "CREATE TABLE state (name TEXT NOT NULL, part INTEGER NOT NULL, data BLOB NOT NULL,"
              + " PRIMARY KEY (name, part)) STRICT",
          // score is null where it is the key; indexes come once not all of them are in memory
          "CREATE TABLE pending (url INTEGER PRIMARY KEY, key REAL NOT NULL, tie REAL NOT NULL,"
              + " score REAL, depth INTEGER NOT NULL, parent INTEGER, features BLOB,"
              + " host INTEGER NOT NULL) STRICT",
          "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
          "CREATE TABLE page (url INTEGER PRIMARY KEY, version INTEGER NOT NULL,"
              + " status TEXT NOT NULL, etag TEXT, last_modified TEXT, digest BLOB,"
              + " text_hash INTEGER NOT NULL, similarity INTEGER NOT NULL,"
              + " fetched INTEGER NOT NULL, checked INTEGER NOT NULL, tried INTEGER NOT NULL,"
              + " checks INTEGER NOT NULL, changes INTEGER NOT NULL,"
              + " changed_time INTEGER NOT NULL, unchanged_time INTEGER NOT NULL,"
              + " gone INTEGER NOT NULL, interval INTEGER, relevance REAL NOT NULL,"
              + " relevant INTEGER NOT NULL, irrelevance TEXT, links BLOB,"
              + " same_bytes INTEGER NOT NULL) STRICT",
          "CREATE TABLE excerpt (url INTEGER PRIMARY KEY, title TEXT NOT NULL,"
              + " passage TEXT NOT NULL, marks TEXT NOT NULL, terms TEXT NOT NULL,"
              + " published TEXT, text BLOB NOT NULL, markdown BLOB NOT NULL) STRICT",
          "CREATE TABLE answer (url INTEGER PRIMARY KEY, relevant INTEGER NOT NULL,"
              + " relevance REAL NOT NULL, time INTEGER NOT NULL) STRICT",
          "CREATE TABLE change (id INTEGER PRIMARY KEY, url INTEGER NOT NULL,"
              + " version INTEGER NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL,"
              + " http INTEGER NOT NULL, bytes INTEGER NOT NULL, digest BLOB,"
              + " relevance REAL NOT NULL, relevant INTEGER NOT NULL, irrelevance TEXT,"
              + " distance INTEGER NOT NULL, added INTEGER NOT NULL, removed INTEGER NOT NULL,"
              + " detail TEXT) STRICT",
          "CREATE INDEX change_url ON change (url)",
          "CREATE INDEX change_time ON change (time)",
          "CREATE TABLE run (id INTEGER PRIMARY KEY, started INTEGER NOT NULL,"
              + " ended INTEGER, reason TEXT) STRICT",
          "CREATE TABLE later_link (url INTEGER PRIMARY KEY, page INTEGER NOT NULL,"
              + " score REAL NOT NULL, anchor TEXT, tie REAL, features BLOB) STRICT");

  /** The statements that create the indexes by which pending URLs come back into memory. */
  static final List<String> PENDING_INDEXES =
      List.of(
          "CREATE INDEX IF NOT EXISTS pending_place ON pending (key DESC, tie DESC, url)",
          "CREATE INDEX IF NOT EXISTS pending_host ON pending (host, key DESC, tie DESC, url)");

  private StoreFormat() {}

  /** Returns the format of a file. */
  static int of(Sql sql) throws SQLException {
    return (int) sql.number("PRAGMA main.user_version");
  }
}
