package io.dowser.crawler.internal.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * Opens SQLite files without the driver class {@code org.sqlite.JDBC}. That class registers itself
 * with {@link java.sql.DriverManager}, which would keep the class loader of this library for good.
 */
public final class SqliteConnections {

  private static final String PREFIX = "jdbc:sqlite:";

  private SqliteConnections() {}

  /**
   * Opens a file.
   *
   * @param url the prefix {@code jdbc:sqlite:} and the file, as the driver reads it
   */
  static Connection open(SQLiteConfig config, String url) throws SQLException {
    NativeLibrary.load();
    return new JDBC4Connection(url, url.substring(PREFIX.length()), config.toProperties());
  }

  /** Creates or opens a derived file, which is not protected against a loss of power. */
  public static Connection createDerived(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.OFF);
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
    config.setPragma(SQLiteConfig.Pragma.CACHE_SIZE, "-32000"); // in KiB
    config.setGetGeneratedKeys(false); // else an additional query follows each insert
    return open(config, PREFIX + file);
  }

  /** Opens a file that no process writes to; reading creates no other files. */
  public static Connection openImmutable(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    return open(config, PREFIX + file.toUri() + "?immutable=1");
  }
}
