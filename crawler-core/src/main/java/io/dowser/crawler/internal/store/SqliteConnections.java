package io.dowser.crawler.internal.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * Opens SQLite files without the driver class {@code org.sqlite.JDBC}. That class registers itself
 * with {@link java.sql.DriverManager}, which would keep the class loader of this library for good.
 */
final class SqliteConnections {

  private static final String PREFIX = "jdbc:sqlite:";

  private SqliteConnections() {}

  /**
   * Opens a file.
   *
   * @param url the prefix {@code jdbc:sqlite:} and the file, as the driver reads it
   */
  static Connection open(SQLiteConfig config, String url) throws SQLException {
    return new JDBC4Connection(url, url.substring(PREFIX.length()), config.toProperties());
  }
}
