package io.dowser.crawler.internal.store;

import io.dowser.crawler.store.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;

/**
 * Keeps a second crawl out of a directory; the system releases it when the process dies.
 *
 * <p>The lock is a transaction on a separate database that is never written. A lock taken by other
 * means would not last: when a process closes a file, the system releases all its locks on that
 * file, also those of other parts of the process. SQLite therefore delays closing.
 */
final class StoreLock implements Closeable {

  private static final String NAME = "crawl.lock";

  private final Connection connection;

  private StoreLock(Connection connection) {
    this.connection = connection;
  }

  static StoreLock take(Path directory) throws IOException {
    try {
      var config = new SQLiteConfig();
      config.setBusyTimeout(100); // those who look at the lock have it for a moment
      Connection connection =
          SqliteConnections.open(config, "jdbc:sqlite:" + directory.resolve(NAME));
      try (Statement statement = connection.createStatement()) {
        statement.execute("BEGIN EXCLUSIVE");
        return new StoreLock(connection);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      if ((e.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_BUSY.code) {
        throw new StoreException(directory, "is in use by another crawl", e);
      }
      throw new IOException(directory.resolve(NAME) + " cannot be locked: " + e.getMessage(), e);
    }
  }

  /** Returns whether a crawl has the directory now. */
  static boolean isTaken(Path directory) {
    Path file = directory.resolve(NAME);
    if (!Files.exists(file)) {
      return false;
    }
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(0);
    try (Connection connection = SqliteConnections.open(config, "jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT count(*) FROM sqlite_schema");
      return false;
    } catch (SQLException e) {
      return (e.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_BUSY.code;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException("the lock cannot be released: " + e.getMessage(), e);
    }
  }
}
