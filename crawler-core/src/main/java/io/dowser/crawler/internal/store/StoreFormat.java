package io.dowser.crawler.internal.store;

import com.google.common.primitives.Ints;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The formats of a crawl's file: the tables of the oldest one, and what each newer one adds.
 *
 * <p>{@link Migration} adds it to a file that a crawl writes. To one that is only read, the tables
 * that it lacks are added as temporary and empty ones, which do not change it; so all else reads
 * the newest format alone.
 */
final class StoreFormat {

  /** The oldest format that this version of the library reads. */
  static final int OLDEST = 7;

  private static final String TABLE = "CREATE TABLE ";

  private static final List<String> OLDEST_TABLES =
      List.of(
          "CREATE TABLE known (id INTEGER PRIMARY KEY, url TEXT NOT NULL, depth INTEGER NOT NULL,"
              + " referrer INTEGER, time INTEGER NOT NULL) STRICT",
          // a column that is computed would be computed with each row that is written
          "CREATE VIEW url AS SELECT id, url, CASE WHEN authority LIKE '[%' THEN"
              + " substr(authority, 1, instr(authority, ']')) WHEN instr(authority, ':') > 0 THEN"
              + " substr(authority, 1, instr(authority, ':') - 1) ELSE authority END AS host,"
              + " authority, depth, referrer, time FROM (SELECT *, substr(url, instr(url, '://')"
              + " + 3, instr(substr(url, instr(url, '://') + 3), '/') - 1) AS authority FROM known)",
          "CREATE TABLE visit (id INTEGER PRIMARY KEY, url INTEGER NOT NULL UNIQUE,"
              + " number INTEGER, time INTEGER NOT NULL, status TEXT NOT NULL, detail TEXT,"
              + " page TEXT, http INTEGER, bytes INTEGER, digest BLOB, relevance REAL,"
              + " relevant INTEGER, score REAL, depth INTEGER NOT NULL, parent INTEGER,"
              + " carry BLOB, first_link INTEGER NOT NULL, links INTEGER NOT NULL) STRICT",
          "CREATE INDEX visit_links ON visit (first_link) WHERE links > 0",
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
          "CREATE TABLE skipped (fingerprint INTEGER PRIMARY KEY, reason TEXT NOT NULL) STRICT",
          "CREATE TABLE state (name TEXT NOT NULL, part INTEGER NOT NULL, data BLOB NOT NULL,"
              + " PRIMARY KEY (name, part)) STRICT",
          "CREATE TABLE journal (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT",
          "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");

  /** What each format adds to the one before, from that after the oldest one on. */
  private static final List<Addition> ADDITIONS =
      List.of(
          new Addition(
              List.of(
                  "CREATE TABLE page (url INTEGER PRIMARY KEY, version INTEGER NOT NULL,"
                      + " status TEXT NOT NULL, etag TEXT, last_modified TEXT, digest BLOB,"
                      + " text_hash INTEGER NOT NULL, similarity INTEGER NOT NULL,"
                      + " fetched INTEGER NOT NULL, checked INTEGER NOT NULL, tried INTEGER NOT NULL,"
                      + " checks INTEGER NOT NULL, changes INTEGER NOT NULL,"
                      + " changed_time INTEGER NOT NULL, unchanged_time INTEGER NOT NULL,"
                      + " gone INTEGER NOT NULL, interval INTEGER, relevance REAL NOT NULL,"
                      + " relevant INTEGER NOT NULL, links BLOB) STRICT",
                  "CREATE TABLE change (id INTEGER PRIMARY KEY, url INTEGER NOT NULL,"
                      + " version INTEGER NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL,"
                      + " http INTEGER NOT NULL, bytes INTEGER NOT NULL, digest BLOB,"
                      + " relevance REAL NOT NULL, relevant INTEGER NOT NULL,"
                      + " distance INTEGER NOT NULL, added INTEGER NOT NULL, removed INTEGER NOT NULL,"
                      + " detail TEXT) STRICT",
                  "CREATE INDEX change_url ON change (url)",
                  "CREATE INDEX change_time ON change (time)",
                  "CREATE TABLE later_link (url INTEGER PRIMARY KEY, page INTEGER NOT NULL,"
                      + " score REAL NOT NULL, anchor TEXT, tie REAL, features BLOB) STRICT"),
              Map.of(
                  "addPageAnalyzer", "",
                  "cycle", "",
                  "extract", "",
                  "keepUp", "",
                  "languages", "",
                  "maxAge", "",
                  "maxRequests", Long.toString(Long.MAX_VALUE),
                  "newShare", "0.5",
                  "onlyRelevant", "false",
                  "revisitPolicy", "fixed")));

  /** What this version of the library writes. */
  static final int NEWEST = OLDEST + ADDITIONS.size();

  private StoreFormat() {}

  /**
   * What a format adds to the one before. A crawl of that one has run with the values of the
   * settings, which it did not record.
   *
   * @param tables statements that create tables, and then their indexes
   * @param settings names and values as they are recorded
   */
  record Addition(List<String> tables, Map<String, String> settings) {}

  /** Returns the format of a file. */
  static int of(Sql sql) throws SQLException {
    return (int) sql.number("PRAGMA main.user_version");
  }

  /** Returns the statements that create the tables of a format. */
  static List<String> tables(int format) {
    Stream<Addition> added = ADDITIONS.stream().limit(format - OLDEST);
    return Stream.concat(OLDEST_TABLES.stream(), added.flatMap(each -> each.tables().stream()))
        .toList();
  }

  /** Returns what is added to a format until it is the newest one. */
  static List<Addition> additionsTo(int format) {
    return ADDITIONS.subList(format - OLDEST, ADDITIONS.size());
  }

  /** Returns the settings that a crawl of a format did not record, with the values that held. */
  static Map<String, String> settingsAddedTo(int format) {
    Map<String, String> settings = new TreeMap<>();
    additionsTo(format).forEach(each -> settings.putAll(each.settings()));
    return settings;
  }

  /** Adds the tables that a file lacks to a connection that only reads. */
  static void addTemporaryTables(Sql sql) throws SQLException {
    for (Addition addition : additionsTo(of(sql))) {
      for (String statement : addition.tables()) {
        if (statement.startsWith(TABLE)) {
          sql.execute(statement.replaceFirst(TABLE, "CREATE TEMPORARY TABLE "));
        }
      }
    }
  }

  /**
   * Adds settings to those that are recorded; if none is, the crawl has not begun. A number of
   * settings that is wrong stays wrong, because it says that some are lost.
   */
  static void addSettings(Sql sql, Map<String, String> settings) throws SQLException {
    long recorded = sql.number("SELECT count(*) FROM setting");
    if (recorded == 0 || settings.isEmpty()) {
      return;
    }
    sql.execute(
        "UPDATE state SET data = ? WHERE name = ? AND data = ?",
        Ints.toByteArray((int) recorded + settings.size()),
        StoreReader.SETTINGS,
        Ints.toByteArray((int) recorded));
    for (Map.Entry<String, String> each : settings.entrySet()) {
      sql.execute("INSERT INTO setting VALUES (?, ?)", each.getKey(), each.getValue());
    }
  }
}
