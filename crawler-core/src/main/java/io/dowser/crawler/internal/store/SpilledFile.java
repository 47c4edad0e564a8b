package io.dowser.crawler.internal.store;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The temporary SQLite file of {@link SpilledCandidates}, and its copies. Not thread-safe. */
final class SpilledFile implements AutoCloseable {

  private static final String PREFIX = "pending-";
  private static final String SUFFIX = ".db";
  private static final String COPY_SUFFIX = ".saved";

  private final Path path;
  private Connection connection;
  private Sql sql;

  private SpilledFile(Path path) throws SQLException {
    this.path = path;
    this.connection = connect(path);
    this.sql = new Sql(connection);
  }

  private static Connection connect(Path path) throws SQLException {
    Connection connection = SqliteConnections.createDerived(path, "-16000");
    connection.setAutoCommit(false);
    return connection;
  }

  private void createTable() throws SQLException {
    sql.execute(
        "CREATE TABLE spilled (seq INTEGER PRIMARY KEY, key REAL, tie REAL, score REAL,"
            + " depth INTEGER, parent INTEGER, url TEXT, carry BLOB, features BLOB,"
            + " age INTEGER, host TEXT)");
    sql.execute("CREATE INDEX spilled_order ON spilled (key DESC, tie DESC, age DESC, host)");
  }

  /** Creates an empty file. */
  static SpilledFile in(Path directory) {
    return create(directory, path -> {}, SpilledFile::createTable);
  }

  /** Creates a file that has what a copy has, which stays as it is. */
  static SpilledFile of(Path copy) {
    return create(
        requireNonNull(copy.getParent()),
        path -> Files.copy(copy, path, StandardCopyOption.REPLACE_EXISTING),
        file -> {});
  }

  /** Fills a file before it is opened. */
  private interface Filling {
    void fill(Path path) throws IOException;
  }

  /** Does something to a new file. */
  private interface Beginning {
    void begin(SpilledFile file) throws SQLException;
  }

  private static SpilledFile create(Path directory, Filling filling, Beginning beginning) {
    NativeLibrary.load();
    try {
      Path path = Files.createTempFile(directory, PREFIX, SUFFIX);
      try {
        filling.fill(path);
        var file = new SpilledFile(path);
        beginning.begin(file);
        return file;
      } catch (IOException | SQLException e) {
        Files.delete(path);
        throw e;
      }
    } catch (IOException | SQLException e) {
      throw new CrawlException("no file for pending URLs can be created: " + e.getMessage(), e);
    }
  }

  /**
   * Writes a copy beside the file. The file is closed meanwhile, because some systems let nothing
   * else read what SQLite has locked.
   */
  Path copy() {
    try {
      connection.commit();
      connection.close();
      Path copy = Files.createTempFile(path.getParent(), PREFIX, COPY_SUFFIX);
      Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING);
      connection = connect(path);
      sql = new Sql(connection);
      return copy;
    } catch (IOException | SQLException e) {
      throw broken(e);
    }
  }

  /** Returns whether a file has the name of a copy. */
  static boolean isCopy(String name) {
    return name.matches(PREFIX + "\\d+\\" + COPY_SUFFIX);
  }

  /** Deletes all copies in a directory but one, if that is given. */
  static void deleteCopies(Path directory, @Nullable Path butOne) throws IOException {
    try (DirectoryStream<Path> copies =
        Files.newDirectoryStream(directory, PREFIX + "*" + COPY_SUFFIX)) {
      for (Path copy : copies) {
        if (!copy.equals(butOne)) {
          Files.delete(copy);
        }
      }
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
