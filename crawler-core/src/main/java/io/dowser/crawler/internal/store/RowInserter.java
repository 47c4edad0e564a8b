package io.dowser.crawler.internal.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;

/**
 * Inserts rows into a table, many with one statement, because each statement and each value handed
 * to the database has its price.
 */
final class RowInserter {

  private static final int MANY = 64;

  private final int values;
  private final PreparedStatement one;
  private final PreparedStatement many;

  /** Sets the values of one row. */
  @FunctionalInterface
  interface Row {

    /**
     * Sets them.
     *
     * @param row number of the row, from 0
     */
    void set(PreparedStatement into, int row, int at) throws SQLException;
  }

  /**
   * Prepares.
   *
   * @param columns the names of those that get values, separated by commas
   */
  RowInserter(Connection connection, String table, String columns) throws SQLException {
    this.values = columns.split(",", -1).length;
    String insert = "INSERT INTO " + table + " (" + columns + ") VALUES ";
    String row = "(" + String.join(",", Collections.nCopies(values, "?")) + ")";
    this.one = connection.prepareStatement(insert + row);
    this.many =
        connection.prepareStatement(insert + String.join(",", Collections.nCopies(MANY, row)));
  }

  void insert(int rows, Row setter) throws SQLException {
    int row = 0;
    while (row + MANY <= rows) {
      for (int i = 0; i < MANY; i++) {
        setter.set(many, row++, 1 + i * values);
      }
      many.executeUpdate();
    }
    while (row < rows) {
      setter.set(one, row++, 1);
      one.executeUpdate();
    }
  }
}
