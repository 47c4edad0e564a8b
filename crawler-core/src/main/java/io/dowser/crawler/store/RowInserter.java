package io.dowser.crawler.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Inserts rows into a table, many with one statement, because each statement has its price. */
final class RowInserter {

  private static final int MANY = 64;

  private final int columns;
  private final PreparedStatement one;
  private final PreparedStatement many;

  /** Sets the values of one row. */
  @FunctionalInterface
  interface Row {

    /**
     * Sets them.
     *
     * @param into where to
     * @param row number of the row, from 0
     * @param at number of its first parameter
     */
    void set(PreparedStatement into, int row, int at) throws SQLException;
  }

  RowInserter(Connection connection, String table, int columns) throws SQLException {
    this.columns = columns;
    String row = "(" + "?,".repeat(columns - 1) + "?)";
    String insert = "INSERT INTO " + table + " VALUES " + row;
    this.one = connection.prepareStatement(insert);
    this.many = connection.prepareStatement(insert + ("," + row).repeat(MANY - 1));
  }

  void insert(int rows, Row values) throws SQLException {
    int row = 0;
    while (row + MANY <= rows) {
      for (int i = 0; i < MANY; i++) {
        values.set(many, row++, 1 + i * columns);
      }
      many.executeUpdate();
    }
    while (row < rows) {
      values.set(one, row++, 1);
      one.executeUpdate();
    }
  }
}
