package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.CrawlException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The temporary SQLite file of {@link SpilledCandidates}. Not thread-safe. */
final class SpilledFile implements AutoCloseable {

  private static final String PREFIX = "pending-";
  private static final String SUFFIX = ".db";

  private final Path path;
  private final Connection connection;
  private final Sql sql;

  private SpilledFile(Path path, Connection connection) throws SQLException {
    this.path = path;
    this.connection = connection;
    this.sql = new Sql(connection);
    sql.execute(
        "CREATE TABLE spilled (seq INTEGER PRIMARY KEY, key REAL, tie REAL, score REAL,"
            + " depth INTEGER, parent INTEGER, url TEXT, carry BLOB, features BLOB,"
            + " age INTEGER, host TEXT)");
    sql.execute("CREATE INDEX spilled_order ON spilled (key DESC, tie DESC, age DESC, host)");
    connection.setAutoCommit(false);
  }

  static SpilledFile in(Path directory) {
    NativeLibrary.load();
    try {
      Path path = Files.createTempFile(directory, PREFIX, SUFFIX);
      try {
        return new SpilledFile(path, SqliteConnections.createDerived(path, "-16000"));
      } catch (SQLException e) {
        Files.delete(path);
        throw e;
      }
    } catch (IOException | SQLException e) {
      throw new CrawlException("no file for pending URLs can be created: " + e.getMessage(), e);
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

  int execute(String statement, @Nullable Object... values) {
    try {
      return sql.execute(statement, values);
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  <T> List<T> list(String query, Sql.Reader<T> reader, Object... values) {
    try {
      return sql.list(query, reader, values);
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  void eachWhile(String query, Sql.Reader<Boolean> reader, Object... values) {
    try {
      sql.eachWhile(query, reader, values);
    } catch (SQLException e) {
      throw broken(e);
    }
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

  private static CrawlException broken(Exception cause) {
    return new CrawlException("the file of pending URLs is broken: " + cause.getMessage(), cause);
  }
}
