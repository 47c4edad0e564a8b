package io.dowser.crawler.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

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
     * @param into where to
     * @param row number of the row, from 0
     * @param at number of its first parameter
     */
    void set(PreparedStatement into, int row, int at) throws SQLException;
  }

  /**
   * Prepares.
   *
   * @param table name and columns
   * @param row expressions of one row, separated by commas, in which {@code #1}, {@code #2} and so
   *     on are its values
   * @param values how many values a row has
   */
  RowInserter(Connection connection, String table, String row, int values) throws SQLException {
    this.values = values;
    this.one = connection.prepareStatement(insert(table, row, values, 1));
    this.many = connection.prepareStatement(insert(table, row, values, MANY));
  }

  private static String insert(String table, String row, int values, int rows) {
    var sql = new StringBuilder("INSERT INTO ").append(table).append(" VALUES ");
    for (int i = 0; i < rows; i++) {
      String own = row;
      for (int value = 1; value <= values; value++) {
        own = own.replace("#" + value, "?" + (i * values + value));
      }
      sql.append(i == 0 ? "(" : ",(").append(own).append(')');
    }
    return sql.toString();
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
