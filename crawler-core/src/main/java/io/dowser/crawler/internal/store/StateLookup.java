package io.dowser.crawler.internal.store;

import io.dowser.crawler.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Reads small states of a crawl while others are being written, by a connection of its own; what is
 * not committed yet it does not see. Thread-safe.
 */
public final class StateLookup implements AutoCloseable {

  private final Path directory;
  private final Connection connection;
  private final PreparedStatement find;

  private StateLookup(Path directory, Connection connection) throws SQLException {
    this.directory = directory;
    this.connection = connection;
    this.find = connection.prepareStatement("SELECT data FROM state WHERE name=? AND part=0");
  }

  /**
   * Opens a crawl's file for reading.
   *
   * @throws StoreException if the file cannot be read
   */
  public static StateLookup open(Path directory) {
    try {
      return new StateLookup(directory, StoreFile.connectReadOnly(directory));
    } catch (SQLException e) {
      throw unreadable(directory, e);
    }
  }

  /**
   * Looks for a state that is one chunk.
   *
   * @throws StoreException if the file cannot be read
   */
  public synchronized Optional<byte[]> find(String name) {
    try {
      find.setString(1, name);
      try (ResultSet row = find.executeQuery()) {
        return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
      }
    } catch (SQLException e) {
      throw unreadable(directory, e);
    }
  }

  /**
   * Closes the connection.
   *
   * @throws StoreException if that fails
   */
  @Override
  public synchronized void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw unreadable(directory, e);
    }
  }

  private static StoreException unreadable(Path directory, SQLException cause) {
    return StoreException.of(directory, "cannot be read", cause);
  }
}
