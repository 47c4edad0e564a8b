package io.dowser.crawler.archive;

import io.dowser.crawler.archive.WarcFile.Repeated;
import io.dowser.crawler.internal.store.Sql;
import io.dowser.crawler.internal.store.SqliteConnections;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds pages of an archive by URL, in a SQLite file, so that it takes no heap.
 *
 * <p>The table {@code archive} has one row: the stamp of the archive that was indexed, and the
 * number of its pages. Thread-safe.
 */
final class PageIndex implements Closeable {

  /** The place of a page in an archive. */
  record Entry(int file, long offset, long length, @Nullable Repeated repeats) {}

  private static final String COLUMNS =
      "SELECT file, start, length, target, earliest, latest FROM page WHERE url = ? ";

  /** The latest one that has not failed, or else the latest one. */
  private static final String BEST = "ORDER BY failed, time DESC LIMIT 1";

  private final Path file;
  private final Connection connection;
  private final Sql sql;
  private final int pages;

  private PageIndex(Path file, Connection connection, Sql sql, int pages) {
    this.file = file;
    this.connection = connection;
    this.sql = sql;
    this.pages = pages;
  }

  /** Opens an index; null if there is none, or one of another archive, or a damaged one. */
  static @Nullable PageIndex open(Path file, String stamp) throws IOException {
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try {
      Connection connection = SqliteConnections.openImmutable(file);
      var sql = new Sql(connection);
      int pages = pages(sql, stamp);
      if (pages < 0) {
        connection.close();
        return null;
      }
      return new PageIndex(file, connection, sql, pages);
    } catch (SQLException e) {
      throw damaged(file, e);
    }
  }

  private static int pages(Sql sql, String stamp) {
    try {
      String query = "SELECT pages FROM archive WHERE stamp = ?";
      return sql.first(query, row -> row.getInt(1), stamp).orElse(-1);
    } catch (SQLException e) {
      return -1; // not an index, which is replaced
    }
  }

  int pages() {
    return pages;
  }

  /** Finds the best capture of a URL; throws if the index is damaged. */
  Optional<Entry> find(String url) throws IOException {
    return first(COLUMNS + BEST, url);
  }

  /** Finds a capture that another repeats. */
  Optional<Entry> find(Repeated repeated) throws IOException {
    return first(
        COLUMNS + "AND time BETWEEN ? AND ? AND target IS NULL " + BEST,
        repeated.url(),
        repeated.earliest(),
        repeated.latest());
  }

  private static Entry entry(ResultSet row) throws SQLException {
    @Nullable String target = row.getString(4);
    @Nullable Repeated repeats =
        target == null ? null : new Repeated(target, row.getLong(5), row.getLong(6));
    return new Entry(row.getInt(1), row.getLong(2), row.getLong(3), repeats);
  }

  private synchronized Optional<Entry> first(String query, Object... values) throws IOException {
    try {
      return sql.first(query, PageIndex::entry, values);
    } catch (SQLException e) {
      throw damaged(file, e);
    }
  }

  private static IOException damaged(Path file, SQLException cause) {
    return new IOException(
        "the index " + file + " is damaged: delete it, and the next start creates it", cause);
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  /** Writes an index under a temporary name, and renames it when it is complete. */
  static final class Writer implements Closeable {

    private final Path target;
    private final Path part;
    private final Connection connection;
    private final Sql sql;

    Writer(Path target) throws IOException {
      this.target = target;
      this.part = target.resolveSibling(target.getFileName() + ".part");
      Files.deleteIfExists(part);
      try {
        connection = SqliteConnections.createDerived(part);
        connection.setAutoCommit(false);
        sql = new Sql(connection);
        sql.execute("CREATE TABLE archive (stamp TEXT, pages INTEGER)");
        sql.execute(
            "CREATE TABLE page (url TEXT, failed INTEGER, time INTEGER, file INTEGER,"
                + " start INTEGER, length INTEGER, target TEXT, earliest INTEGER,"
                + " latest INTEGER, PRIMARY KEY (url, failed, time))");
      } catch (SQLException e) {
        throw unwritable(e);
      }
    }

    /** Adds a capture; of several alike of a URL at one time the first stays. */
    void add(String url, WarcFile.Capture capture, Entry entry) throws IOException {
      @Nullable Repeated repeats = entry.repeats;
      try {
        sql.execute(
            "INSERT OR IGNORE INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            url,
            capture.hasFailed() ? 1 : 0,
            capture.time(),
            entry.file,
            entry.offset,
            entry.length,
            repeats == null ? null : repeats.url(),
            repeats == null ? null : repeats.earliest(),
            repeats == null ? null : repeats.latest());
      } catch (SQLException e) {
        throw unwritable(e);
      }
    }

    /** Completes the index. */
    void finish(String stamp) throws IOException {
      try {
        sql.execute("INSERT INTO archive SELECT ?, count(DISTINCT url) FROM page", stamp);
        connection.commit();
        connection.close();
      } catch (SQLException e) {
        throw unwritable(e);
      }
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private IOException unwritable(SQLException cause) {
      return new IOException(
          "the index " + part + " cannot be written: " + cause.getMessage(), cause);
    }

    /** Deletes the written files, unless the index is complete. */
    @Override
    public void close() throws IOException {
      try {
        connection.close();
      } catch (SQLException e) {
        throw unwritable(e);
      } finally {
        Files.deleteIfExists(part);
      }
    }
  }
}
