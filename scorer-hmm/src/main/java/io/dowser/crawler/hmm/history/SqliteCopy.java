package io.dowser.crawler.hmm.history;

import io.dowser.crawler.hmm.BrowsingSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * Reads from a copy of a browser's database, because the browser keeps the file itself locked. The
 * browser's files are only read. The copy is opened for writing, for SQLite takes back in it what
 * the browser had not committed.
 */
final class SqliteCopy {

  private static final List<String> COMPANIONS = List.of("-wal", "-journal");

  private SqliteCopy() {}

  /** Reads the visits of a database. */
  interface Reader {
    List<BrowserHistory.PageVisit> read(Connection database) throws SQLException;
  }

  static BrowserHistory read(Path file, Reader reader) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString(), null, "no file is there to read");
    }
    Path directory = Files.createTempDirectory("dowser-history");
    try {
      Path copy = copy(file, directory);
      try (Connection database = open(copy)) {
        return new BrowserHistory(reader.read(database));
      } catch (SQLException e) {
        throw new BrowsingSession.FormatException(
            file, 0, "is not the history that was expected: " + e.getMessage(), e);
      }
    } finally {
      delete(directory);
    }
  }

  /**
   * Opens a file without the driver class, which would register itself with {@link
   * java.sql.DriverManager} and so keep the class loader of this library for good.
   */
  private static Connection open(Path file) throws SQLException {
    return new JDBC4Connection("jdbc:sqlite:" + file, file.toString(), new Properties());
  }

  /** With the file of changes that are not yet in the database, if there is one. */
  private static Path copy(Path file, Path directory) throws IOException {
    Path copy = directory.resolve("copy.sqlite");
    Files.copy(file, copy);
    for (String companion : COMPANIONS) {
      Path source = file.resolveSibling(file.getFileName() + companion);
      if (Files.isRegularFile(source)) {
        Files.copy(source, directory.resolve("copy.sqlite" + companion));
      }
    }
    return copy;
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
