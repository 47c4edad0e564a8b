package io.dowser.crawler.internal.store;

import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;

/** The SQLite file in a crawl's directory: who may open it, and how it is made. */
public final class StoreFile {

  static final String NAME = "crawl.db";

  private static final String LOG = NAME + "-wal";

  /** The letters DWSR in the header of the file. */
  static final int APPLICATION_ID = 0x44575352;

  private static final int PAGE_BYTES = 8192;

  /** 32 MB: each time the log goes into the file, the writing waits for the disk. */
  private static final int WAL_PAGES = 4096;

  private StoreFile() {}

  public static boolean exists(Path directory) {
    return Files.exists(directory.resolve(NAME));
  }

  /** Creates the file if there is none. */
  static void makeIfAbsent(Path directory) throws IOException, SQLException {
    if (exists(directory)) {
      return;
    }
    if (sizeOfLog(directory) > 0) {
      throw new StoreException(
          directory,
          "is damaged: it has a file " + LOG + " but no " + NAME + "; restore a copy of it",
          null);
    }
    Path part = directory.resolve(NAME + ".part"); // a half-made file is no crawl
    Files.deleteIfExists(part);
    writeTables(part);
    Files.move(part, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void writeTables(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.MEMORY);
    config.setPageSize(PAGE_BYTES);
    try (Connection connection = SqliteConnections.open(config, "jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA application_id=" + APPLICATION_ID);
      statement.execute("PRAGMA user_version=" + StoreFormat.NUMBER);
      for (String table : StoreFormat.TABLES) {
        statement.execute(table);
      }
    }
  }

  /**
   * Refuses a file that is not ours, and leaves it as it is. Only SQLite may look at it: if this
   * process opened and closed it by other means, the system would take away the locks that SQLite
   * has on it, and another program might remove the log under a crawl that continues.
   */
  static void check(Path directory, Connection connection) throws SQLException {
    var sql = new Sql(connection);
    checkFormat(directory, sql);
    checkSize(directory, sql.number("PRAGMA page_size"));
    checkTables(directory, sql);
  }

  private static void checkFormat(Path directory, Sql sql) throws SQLException {
    try {
      if (sql.number("PRAGMA page_count") == 0) {
        throw foreign(directory, "it is empty", null);
      }
      if (sql.number("PRAGMA application_id") != APPLICATION_ID) {
        throw foreign(directory, "it belongs to another program", null);
      }
      int format = StoreFormat.of(sql);
      if (format != StoreFormat.NUMBER) {
        throw new StoreException(
            directory,
            "has format "
                + format
                + ", but this version of the library reads format "
                + StoreFormat.NUMBER,
            null);
      }
    } catch (SQLException e) {
      if ((e.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_NOTADB.code) {
        throw foreign(directory, "it is not an SQLite file", e);
      }
      throw e;
    }
  }

  private static StoreException foreign(Path directory, String why, @Nullable SQLException cause) {
    return new StoreException(
        directory,
        "has a file "
            + NAME
            + " that is no crawl: "
            + why
            + "; if there was a crawl, it is damaged: restore a copy of it",
        cause);
  }

  /**
   * SQLite fills up a page that is truncated; one that is in the log may be written only in part.
   */
  private static void checkSize(Path directory, long pageBytes) {
    if (directory.resolve(NAME).toFile().length() % pageBytes != 0 && sizeOfLog(directory) == 0) {
      throw StoreException.damaged(
          directory, NAME + " is malformed: its last page is truncated", null);
    }
  }

  private static long sizeOfLog(Path directory) {
    Path log = directory.resolve(LOG);
    return Files.isRegularFile(log) ? log.toFile().length() : 0;
  }

  private static void checkTables(Path directory, Sql sql) throws SQLException {
    Map<String, String> found = new HashMap<>();
    sql.list("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL", StoreFile::nameAndText)
        .forEach(found::putAll);
    for (String table : StoreFormat.TABLES) {
      String[] words = table.split(" ", 4); // CREATE TABLE name ...
      String what = words[1].toLowerCase(Locale.ROOT) + " " + words[2];
      String text = found.get(words[2]);
      if (text == null) {
        throw StoreException.damaged(directory, "in " + NAME + ", " + what + " is missing", null);
      }
      if (!text.equals(table)) {
        throw new StoreException(
            directory,
            "is of another version of the library, or was changed by another program: in "
                + NAME
                + ", "
                + what
                + " must be '"
                + table
                + "', but is '"
                + text
                + "'",
            null);
      }
    }
  }

  private static Map<String, String> nameAndText(ResultSet row) throws SQLException {
    return Map.of(row.getString(1), row.getString(2));
  }

  /** Opens a file of ours to be written. */
  static Connection connect(Path directory, boolean sync) throws IOException, SQLException {
    connectReadOnly(directory).close(); // refuses what is not ours
    if (!Files.isWritable(directory.resolve(NAME))) { // else only the first commit would show
      throw new StoreException(
          directory, "has a file " + NAME + " that cannot be written to", null);
    }
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(
        sync ? SQLiteConfig.SynchronousMode.FULL : SQLiteConfig.SynchronousMode.NORMAL);
    config.setBusyTimeout(10_000); // another process may read at the same time
    config.setPragma(SQLiteConfig.Pragma.CACHE_SIZE, "-32000");
    config.setGetGeneratedKeys(false); // else an additional query follows each insert
    Connection connection = SqliteConnections.open(config, url(directory));
    try {
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA wal_autocheckpoint=" + WAL_PAGES);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Opens a file of ours to be read. */
  public static Connection connectReadOnly(Path directory) throws SQLException {
    if (Files.isDirectory(directory.resolve(NAME))) {
      throw new StoreException(
          directory,
          "is damaged: it has a folder " + NAME + " where a file must be; move it away",
          null);
    }
    Connection connection = openToRead(directory);
    try {
      check(directory, connection);
      return connection;
    } catch (SQLException | StoreException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Opens the file to read it. Where SQLite may not create files, it reads one in WAL mode only if
   * the file is declared immutable. Next to a read-only file, it would leave a log that is
   * read-only as well. No process writes to a file without a log: a running crawl has one, and a
   * killed crawl leaves one.
   */
  private static Connection openToRead(Path directory) throws SQLException {
    Path file = directory.resolve(NAME);
    boolean mayWrite = Files.isWritable(directory) && Files.isWritable(file);
    if (!mayWrite && !Files.exists(directory.resolve(LOG))) {
      return SqliteConnections.openImmutable(file);
    }
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(10_000);
    return SqliteConnections.open(config, url(directory));
  }

  private static String url(Path directory) {
    return "jdbc:sqlite:" + directory.resolve(NAME);
  }
}
