package io.dowser.crawler.internal.store;

import io.dowser.crawler.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import org.sqlite.SQLiteErrorCode;

/**
 * Copies a table of a damaged database, row by row; what cannot be read is left out. Not
 * thread-safe.
 */
final class TableCopy {

  /** No row has this number or a higher one, and none is below 0. */
  private static final long END = 1L << 48;

  /** Behind a row that cannot be read, the next one is tried, and then ever further ones. */
  private static final long STEPS = 1_000;

  private final Connection source;
  private final Connection target;
  private final Path to;
  private final String table;
  private boolean whole = true;

  TableCopy(Connection source, Connection target, Path to, String table) {
    this.source = source;
    this.target = target;
    this.to = to;
    this.table = table;
  }

  /** Copies all rows that can be read, and says whether these were all. */
  boolean copy() throws SQLException {
    int columns = columns();
    String values = String.join(",", Collections.nCopies(columns, "?"));
    try (PreparedStatement insert =
        target.prepareStatement("INSERT INTO " + table + " VALUES (" + values + ")")) {
      var row = new Object[columns];
      long failed = 0;
      for (long at = 0; at < END; ) {
        long stopped = copyFrom(at, insert, row);
        failed = stopped > at ? stopped : failed;
        whole &= stopped == END;
        at = stopped + Math.max(1, (stopped - failed) / STEPS);
      }
    }
    return whole;
  }

  private int columns() throws SQLException {
    try (PreparedStatement all = target.prepareStatement("SELECT * FROM " + table)) {
      return all.getMetaData().getColumnCount();
    }
  }

  /**
   * Copies rows up to the first that cannot be read; returns its number, at least. Rows may lie in
   * the order of their numbers no more: what was read is not read again.
   */
  private long copyFrom(long first, PreparedStatement insert, Object[] row) {
    long next = first;
    String rest = "SELECT rowid, * FROM " + table + " NOT INDEXED WHERE rowid >= ? ORDER BY rowid";
    try (PreparedStatement select = source.prepareStatement(rest)) {
      select.setLong(1, first);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          next = Math.max(next, rows.getLong(1) + 1);
          for (int i = 0; i < row.length; i++) {
            row[i] = rows.getObject(i + 2);
          }
          insert(insert, row);
        }
      }
      return END;
    } catch (SQLException e) {
      return next;
    }
  }

  /** A row that the table does not allow is damaged. */
  private void insert(PreparedStatement insert, Object[] row) {
    try {
      for (int i = 0; i < row.length; i++) {
        insert.setObject(i + 1, row[i]);
      }
      insert.executeUpdate();
    } catch (SQLException e) {
      if ((e.getErrorCode() & 0xff) != SQLiteErrorCode.SQLITE_CONSTRAINT.code) {
        throw new StoreException(to, "cannot be written: " + e.getMessage(), e);
      }
      whole = false;
    }
  }
}
