package io.dowser.crawler.internal.store;

import io.dowser.crawler.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
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

  private final Sql source;
  private final Sql target;
  private final Path to;
  private final String table;
  private boolean whole = true;

  TableCopy(Connection source, Connection target, Path to, String table) {
    this.source = new Sql(source);
    this.target = new Sql(target);
    this.to = to;
    this.table = table;
  }

  /** Copies all rows that can be read, and says whether these were all. */
  boolean copy() throws SQLException {
    var columns = new ArrayList<String>();
    target.each("PRAGMA table_info(" + table + ")", row -> columns.add("?"));
    String insert = "INSERT INTO " + table + " VALUES (" + String.join(",", columns) + ")";
    long failed = 0;
    for (long at = 0; at < END; ) {
      long stopped = copyFrom(at, insert, new Object[columns.size()]);
      failed = stopped > at ? stopped : failed;
      whole &= stopped == END;
      at = stopped + Math.max(1, (stopped - failed) / STEPS);
    }
    return whole;
  }

  /**
   * Copies rows up to the first that cannot be read; returns its number, at least. Rows may lie in
   * the order of their numbers no more: what was read is not read again.
   */
  private long copyFrom(long first, String insert, Object[] values) {
    var next = new AtomicLong(first);
    String rest = "SELECT rowid, * FROM " + table + " NOT INDEXED WHERE rowid >= ? ORDER BY rowid";
    try {
      source.each(
          rest,
          row -> {
            next.accumulateAndGet(row.getLong(1) + 1, Math::max);
            for (int i = 0; i < values.length; i++) {
              values[i] = row.getObject(i + 2);
            }
            insert(insert, values);
          },
          first);
      return END;
    } catch (SQLException e) {
      return next.get();
    }
  }

  /** A row that the table does not allow is damaged. */
  private void insert(String insert, Object[] values) {
    try {
      target.execute(insert, values);
    } catch (SQLException e) {
      if ((e.getErrorCode() & 0xff) != SQLiteErrorCode.SQLITE_CONSTRAINT.code) {
        throw new StoreException(to, "cannot be written: " + e.getMessage(), e);
      }
      whole = false;
    }
  }
}
