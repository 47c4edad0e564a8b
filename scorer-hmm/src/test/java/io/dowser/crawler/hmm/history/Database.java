package io.dowser.crawler.hmm.history;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Databases of browsers, with the tables that these make. */
final class Database implements AutoCloseable {

  private final Connection connection;

  private Database(Path file, String... tables) throws SQLException {
    this.connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    for (String table : tables) {
      run(table);
    }
  }

  /** As Firefox 120 has them. */
  static Database firefox(Path file) throws SQLException {
    return new Database(
        file,
        "CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR,"
            + " rev_host LONGVARCHAR, visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT"
            + " NULL, typed INTEGER DEFAULT 0 NOT NULL, frecency INTEGER DEFAULT -1 NOT NULL,"
            + " last_visit_date INTEGER, guid TEXT, foreign_count INTEGER DEFAULT 0 NOT NULL,"
            + " url_hash INTEGER DEFAULT 0 NOT NULL, description TEXT, preview_image_url TEXT,"
            + " site_name TEXT, origin_id INTEGER, recalc_frecency INTEGER NOT NULL DEFAULT 0)",
        "CREATE TABLE moz_historyvisits (id INTEGER PRIMARY KEY, from_visit INTEGER, place_id"
            + " INTEGER, visit_date INTEGER, visit_type INTEGER, session INTEGER, source INTEGER"
            + " DEFAULT 0 NOT NULL, triggeringPlaceId INTEGER)",
        "CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT"
            + " NULL, parent INTEGER, position INTEGER, title LONGVARCHAR, keyword_id INTEGER,"
            + " folder_type TEXT, dateAdded INTEGER, lastModified INTEGER, guid TEXT, syncStatus"
            + " INTEGER NOT NULL DEFAULT 0, syncChangeCounter INTEGER NOT NULL DEFAULT 1)");
  }

  /** As Chromium 120 has them. */
  static Database chromium(Path file) throws SQLException {
    return new Database(
        file,
        "CREATE TABLE urls(id INTEGER PRIMARY KEY AUTOINCREMENT,url LONGVARCHAR,title"
            + " LONGVARCHAR,visit_count INTEGER DEFAULT 0 NOT NULL,typed_count INTEGER DEFAULT 0"
            + " NOT NULL,last_visit_time INTEGER NOT NULL,hidden INTEGER DEFAULT 0 NOT NULL)",
        "CREATE TABLE visits(id INTEGER PRIMARY KEY AUTOINCREMENT,url INTEGER NOT NULL,visit_time"
            + " INTEGER NOT NULL,from_visit INTEGER,external_referrer_url TEXT,transition INTEGER"
            + " DEFAULT 0 NOT NULL,segment_id INTEGER,visit_duration INTEGER DEFAULT 0 NOT NULL,"
            + "incremented_omnibox_typed_score BOOLEAN DEFAULT FALSE NOT NULL,opener_visit INTEGER,"
            + "originator_cache_guid TEXT,originator_visit_id INTEGER,originator_from_visit"
            + " INTEGER,originator_opener_visit INTEGER,is_known_to_sync BOOLEAN DEFAULT FALSE NOT"
            + " NULL)");
  }

  /** As Chromium had them before it knew openers. */
  static Database earlyChromium(Path file) throws SQLException {
    return new Database(
        file,
        "CREATE TABLE urls(id INTEGER PRIMARY KEY AUTOINCREMENT,url LONGVARCHAR,title"
            + " LONGVARCHAR,visit_count INTEGER DEFAULT 0 NOT NULL,typed_count INTEGER DEFAULT 0"
            + " NOT NULL,last_visit_time INTEGER NOT NULL,hidden INTEGER DEFAULT 0 NOT NULL)",
        "CREATE TABLE visits(id INTEGER PRIMARY KEY,url INTEGER NOT NULL,visit_time INTEGER NOT"
            + " NULL,from_visit INTEGER,transition INTEGER DEFAULT 0 NOT NULL,segment_id INTEGER,"
            + "visit_duration INTEGER DEFAULT 0 NOT NULL)");
  }

  void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  void place(long id, String url) throws SQLException {
    run("INSERT INTO moz_places(id, url, title) VALUES (" + id + ", '" + url + "', 'P" + id + "')");
  }

  void visit(long id, long from, long place, int type) throws SQLException {
    run(
        "INSERT INTO moz_historyvisits(id, from_visit, place_id, visit_date, visit_type) VALUES ("
            + String.join(",", "" + id, "" + from, "" + place, "" + (1_000_000 + id), "" + type)
            + ")");
  }

  void bookmark(long id, int type, String place, long parent, String title) throws SQLException {
    run(
        "INSERT INTO moz_bookmarks(id, type, fk, parent, title) VALUES ("
            + String.join(",", "" + id, "" + type, place, "" + parent, "'" + title + "'")
            + ")");
  }

  void url(long id, String url) throws SQLException {
    run(
        "INSERT INTO urls(id, url, title, last_visit_time) VALUES ("
            + String.join(",", "" + id, "'" + url + "'", "'P" + id + "'", "0")
            + ")");
  }

  void chromiumVisit(long id, long from, long url, long transition) throws SQLException {
    run(
        "INSERT INTO visits(id, url, visit_time, from_visit, transition) VALUES ("
            + String.join(
                ",", "" + id, "" + url, "" + (13_000_000 + id), "" + from, "" + (int) transition)
            + ")");
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
