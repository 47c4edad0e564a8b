package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/** The temporary SQLite file of {@link SpilledCandidates}. Not thread-safe. */
final class SpilledFile implements AutoCloseable {

  private static final String PREFIX = "waiting-";
  private static final String SUFFIX = ".db";
  private static final int KEY = 2;
  private static final int TIE = 3;
  private static final String ORDER = " ORDER BY key DESC, tie DESC, age DESC";

  private final Path path;
  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement delete;
  private final PreparedStatement find;
  private final PreparedStatement best;
  private final PreparedStatement following;
  private @Nullable PreparedStatement bestOfHost;

  private SpilledFile(Path path, Connection connection) throws SQLException {
    this.path = path;
    this.connection = connection;
    execute(
        "CREATE TABLE spilled (seq INTEGER PRIMARY KEY, key REAL, tie REAL, score REAL,"
            + " depth INTEGER, parent INTEGER, url TEXT, carry BLOB, features BLOB,"
            + " age INTEGER, host TEXT)");
    execute("CREATE INDEX spilled_order ON spilled (key DESC, tie DESC, age DESC, host)");
    connection.setAutoCommit(false);
    this.insert = connection.prepareStatement("INSERT INTO spilled VALUES (?,?,?,?,?,?,?,?,?,?,?)");
    this.delete = connection.prepareStatement("DELETE FROM spilled WHERE seq = ?");
    this.find = connection.prepareStatement("SELECT * FROM spilled WHERE seq = ?");
    this.best = connection.prepareStatement("SELECT * FROM spilled" + ORDER + " LIMIT ?");
    this.following =
        connection.prepareStatement(
            "SELECT -age, key, tie, host FROM spilled WHERE (key, tie, age) < (?, ?, ?)" + ORDER);
  }

  static SpilledFile in(Path directory) {
    NativeLibrary.load();
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.OFF);
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
    config.setPragma(SQLiteConfig.Pragma.CACHE_SIZE, "-16000");
    config.setGetGeneratedKeys(false); // else a query of its own follows each insert
    try {
      Path path = Files.createTempFile(directory, PREFIX, SUFFIX);
      try {
        return new SpilledFile(path, SqliteConnections.open(config, "jdbc:sqlite:" + path));
      } catch (SQLException e) {
        Files.delete(path);
        throw e;
      }
    } catch (IOException | SQLException e) {
      throw new CrawlException("no file for waiting URLs can be made: " + e.getMessage(), e);
    }
  }

  /** Deletes what killed processes left. */
  static void deleteAll(Path directory) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
      for (Path file : left) {
        Files.delete(file);
      }
    }
  }

  void insert(Candidate candidate, double key, String host) {
    try {
      insert.setLong(1, candidate.sequence());
      insert.setDouble(KEY, key);
      insert.setDouble(TIE, candidate.tieBreak());
      insert.setDouble(4, candidate.score());
      insert.setInt(5, candidate.depth());
      insert.setLong(6, candidate.parent());
      insert.setString(7, candidate.url().toString());
      insert.setBytes(8, RowBytes.of(candidate.pathState()));
      insert.setBytes(9, RowBytes.of(candidate.features()));
      insert.setLong(10, -candidate.sequence());
      insert.setString(11, host);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  /** Deletes a row, which must be there. */
  void delete(long sequence) {
    try {
      delete.setLong(1, sequence);
      requireRows(1, delete.executeUpdate());
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  void deleteAll() {
    try {
      execute("DELETE FROM spilled");
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  void find(long sequence, RowTaker taker) {
    take(find, taker, sequence);
  }

  /** Returns the best, or all of them if there is no limit, which is below 0. */
  void best(int limit, RowTaker taker) {
    take(best, taker, limit);
  }

  /** The index is made when it is needed first: most crawls never need it. */
  void bestOf(String host, RowTaker taker) {
    try {
      if (bestOfHost == null) {
        execute("CREATE INDEX spilled_hosts ON spilled (host, key DESC, tie DESC, age DESC)");
        bestOfHost =
            connection.prepareStatement(
                "SELECT * FROM spilled WHERE host = ?" + ORDER + " LIMIT 1");
      }
      take(bestOfHost, taker, host);
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  /** Returns places and hosts behind a place. */
  void behind(SpilledPlace from, RowTaker taker) {
    take(following, taker, from.key(), from.tieBreak(), -from.sequence());
  }

  @Override
  public void close() {
    try {
      connection.close();
      Files.deleteIfExists(path);
    } catch (SQLException | IOException e) {
      throw broken(e);
    }
  }

  /** Takes one row. */
  @FunctionalInterface
  interface RowTaker {

    /** Reports whether the next one is wanted. */
    boolean take(ResultSet row) throws SQLException;
  }

  private static void take(PreparedStatement statement, RowTaker taker, Object... values) {
    try {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        boolean wanted = true;
        while (wanted && rows.next()) {
          wanted = taker.take(rows);
        }
      }
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static SpilledPlace place(ResultSet row) throws SQLException {
    return new SpilledPlace(row.getDouble(KEY), row.getDouble(TIE), row.getLong(1));
  }

  /** Reads the host of a row with a place. */
  static String host(ResultSet row) throws SQLException {
    return row.getString(4);
  }

  static Candidate candidate(ResultSet row) throws SQLException {
    PathState pathState = RowBytes.pathState(row.getBytes(8));
    LinkFeatures features = RowBytes.features(row.getBytes(9));
    return new Candidate(
        CrawlUrl.of(row.getString(7)),
        row.getLong(1),
        row.getInt(5),
        row.getDouble(4),
        row.getDouble(TIE),
        row.getLong(6),
        pathState,
        features);
  }

  /** Compares how many rows there must be with how many there are. */
  static void requireRows(long expected, long found) {
    if (found != expected) {
      throw new CrawlException(
          "the file of waiting URLs is broken: rows are missing, "
              + found
              + " are there in place of "
              + expected
              + "; a crawl with a directory fills it again when it is resumed");
    }
  }

  private static CrawlException broken(Exception cause) {
    return new CrawlException("the file of waiting URLs is broken: " + cause.getMessage(), cause);
  }
}
