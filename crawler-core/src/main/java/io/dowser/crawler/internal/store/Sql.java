package io.dowser.crawler.internal.store;

import com.google.common.collect.Lists;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on a connection. Each is prepared when it is run first, and closed with the
 * connection. Not thread-safe.
 */
public final class Sql {

  private static final int ROWS_AT_ONCE = 64;

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  public Sql(Connection connection) {
    this.connection = connection;
  }

  /** Reads a value from a row. */
  @FunctionalInterface
  public interface Reader<T> {

    T read(ResultSet row) throws SQLException;
  }

  /** Takes a row. */
  @FunctionalInterface
  public interface Taker {

    void take(ResultSet row) throws SQLException;
  }

  private PreparedStatement prepare(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /** Runs a statement that is no query, and returns how many rows it changed. */
  public int execute(String sql, @Nullable Object... values) throws SQLException {
    try {
      return prepare(sql, values).executeUpdate();
    } catch (SQLException e) {
      throw forgetting(sql, e);
    }
  }

  /** The driver makes some statements useless when they fail. */
  private SQLException forgetting(String sql, SQLException failure) {
    PreparedStatement failed = prepared.remove(sql);
    try {
      if (failed != null) {
        failed.close();
      }
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /**
   * Inserts rows, many with one statement, because each statement has its price.
   *
   * @param conflict the clause for a row that is there already, or empty
   */
  void insert(String table, List<@Nullable Object[]> rows, String conflict) throws SQLException {
    for (List<@Nullable Object[]> part : Lists.partition(rows, ROWS_AT_ONCE)) {
      if (part.size() == ROWS_AT_ONCE) {
        Object[] values = part.stream().flatMap(Arrays::stream).toArray();
        execute(insertion(table, part.get(0).length, ROWS_AT_ONCE) + conflict, values);
      } else {
        for (@Nullable Object[] row : part) {
          execute(insertion(table, row.length, 1) + conflict, row);
        }
      }
    }
  }

  private static String insertion(String table, int columns, int rows) {
    String row = "(" + String.join(",", Collections.nCopies(columns, "?")) + ")";
    return "INSERT INTO " + table + " VALUES " + String.join(",", Collections.nCopies(rows, row));
  }

  /** Shows all rows of a query. */
  void each(String sql, Taker taker, Object... values) throws SQLException {
    eachWhile(
        sql,
        row -> {
          taker.take(row);
          return true;
        },
        values);
  }

  /** Shows the rows of a query until the reader returns false. */
  void eachWhile(String sql, Reader<Boolean> reader, Object... values) throws SQLException {
    try (ResultSet rows = prepare(sql, values).executeQuery()) {
      boolean wanted = true;
      while (wanted && rows.next()) {
        wanted = reader.read(rows);
      }
    } catch (SQLException e) {
      throw forgetting(sql, e);
    }
  }

  <T> List<T> list(String sql, Reader<T> reader, Object... values) throws SQLException {
    List<T> list = new ArrayList<>();
    each(sql, row -> list.add(reader.read(row)), values);
    return list;
  }

  public <T> Optional<T> first(String sql, Reader<T> reader, Object... values) throws SQLException {
    return list(sql, reader, values).stream().findFirst();
  }

  /** Returns the number that a query without other results has. */
  long number(String sql, Object... values) throws SQLException {
    return first(sql, row -> row.getLong(1), values).orElse(0L);
  }
}
