package io.dowser.crawler.internal.store;

import com.google.common.primitives.Ints;
import io.dowser.crawler.store.StoreException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a crawl must know when it continues; not thread-safe, before anything is written to
 * its {@link CrawlStore}. Each method throws a {@link StoreException} if the file cannot be read or
 * has lost rows.
 */
public final class StoreReader implements AutoCloseable {

  /** The state that says how many URLs are known, and how many of them have ended. */
  static final String ROWS = "rows";

  /** The state that says how many settings there are. */
  static final String SETTINGS = "settings";

  private static final int MANY = 1024;
  private static final char END = '\n'; // is in no URL

  private final Path directory;
  private final Connection connection;
  private final Sql sql;

  public StoreReader(Path directory, Connection connection) {
    this.directory = directory;
    this.connection = connection;
    this.sql = new Sql(connection);
  }

  /**
   * Opens a crawl's file while another process may write it, over a separate connection. It reads
   * only committed data.
   */
  public static StoreReader open(Path directory) {
    try {
      return new StoreReader(directory, StoreFile.connectReadOnly(directory));
    } catch (SQLException e) {
      throw StoreException.of(directory, "cannot be read", e);
    }
  }

  /** Reads the settings that were recorded. */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    query(
        "SELECT name, value FROM setting", row -> settings.put(row.getString(1), row.getString(2)));
    requireCount(SETTINGS, settings.size());
    if (settings.isEmpty() && !isEmpty()) {
      throw damaged("rows of the settings are missing");
    }
    return settings;
  }

  /** Returns whether the store has nothing but settings. */
  public boolean isEmpty() {
    return read(
            "SELECT 1 FROM known UNION ALL SELECT 1 FROM visit"
                + " UNION ALL SELECT 1 FROM state WHERE name <> ? LIMIT 1",
            row -> 1,
            SETTINGS)
        .isEmpty();
  }

  static byte[] rows(long urls, long ended) {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(urls).putLong(ended).array();
  }

  /** Refuses a store in which URLs are missing that were committed, or their ends. */
  public void requireAllRows() {
    List<byte[]> expected = state(ROWS);
    if (expected.isEmpty()) {
      throw damaged("the state '" + ROWS + "' is missing");
    }
    long ended = number("SELECT count(*) FROM visit");
    if (!Arrays.equals(expected.get(0), rows(urls(), ended))) {
      throw damaged("rows of known URLs or of visits are missing");
    }
  }

  /** Reads the numbers of the URLs that have ended. */
  public void readEnded(LongConsumer numbers) {
    query("SELECT url FROM visit", row -> numbers.accept(row.getLong(1)));
  }

  /**
   * Reads all URLs that are known.
   *
   * @param urls takes each in the order of their numbers, from 0 on without gaps
   * @param stopped once it says true, reading ends with a {@link CancellationException}
   */
  public void readUrls(Consumer<String> urls, BooleanSupplier stopped) {
    long count = urls();
    for (long next = 0; next < count; next += MANY) {
      if (stopped.getAsBoolean()) {
        throw new CancellationException("the crawl was stopped while it read its URLs");
      }
      String texts = urls(next, Math.min(MANY, count - next));
      for (int at = 0; at < texts.length(); ) {
        int end = texts.indexOf(END, at);
        end = end < 0 ? texts.length() : end;
        urls.accept(texts.substring(at, end));
        at = end + 1;
      }
    }
  }

  /** Reads many URLs as one text, because each row that the database hands over has its price. */
  private String urls(long first, long number) {
    return first(
            "SELECT group_concat(url, char(10)) FROM (SELECT url FROM known WHERE id >= ?"
                + " AND id < ? ORDER BY id) HAVING count(*) = ?",
            row -> row.getString(1),
            first,
            first + number,
            number)
        .orElseThrow(
            () -> damaged("of URLs " + first + " to " + (first + number - 1) + " one is missing"));
  }

  /** Counts the URLs that are known. */
  public long urls() {
    return number("SELECT coalesce(max(id) + 1, 0) FROM known");
  }

  /** Compares a number of rows with the state that says how many there are. */
  private void requireCount(String name, int rows) {
    List<byte[]> count = state(name);
    if (count.isEmpty() && rows > 0) {
      throw damaged("the state '" + name + "' is missing");
    }
    if (!count.isEmpty() && !Arrays.equals(count.get(0), Ints.toByteArray(rows))) {
      throw damaged("rows of the " + name + " are missing");
    }
  }

  /** Creates the exception for a file that lacks something. */
  private StoreException damaged(String what) {
    return damaged(what, null);
  }

  /** Creates the exception for a damaged file. */
  public StoreException damaged(String what, @Nullable Throwable cause) {
    return StoreException.damaged(directory, what, cause);
  }

  /** Reads a plugin's state. */
  public List<byte[]> state(String name) {
    List<byte[]> parts = new ArrayList<>();
    query(
        "SELECT part, data FROM state WHERE name = ? ORDER BY part",
        row -> {
          if (row.getInt(1) != parts.size()) {
            throw new SQLDataException(
                "part " + parts.size() + " of the state '" + name + "' is missing");
          }
          parts.add(row.getBytes(2));
        },
        name);
    return parts;
  }

  /** Looks for what contradicts itself in the whole file. */
  public List<String> verify() {
    try {
      return new StoreVerifier(connection).verify();
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Runs a query and takes each of its rows. */
  public void query(String query, Sql.Taker taker, Object... values) {
    try {
      sql.each(query, taker, values);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Runs a query and takes its rows until the reader returns false. */
  void queryWhile(String query, Sql.Reader<Boolean> reader, Object... values) {
    try {
      sql.eachWhile(query, reader, values);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Reads all rows of a query. */
  public <T> List<T> read(String query, Sql.Reader<T> reader, Object... values) {
    List<T> read = new ArrayList<>();
    query(query, row -> read.add(reader.read(row)), values);
    return read;
  }

  /** Reads the first row of a query, if it has one. */
  public <T> Optional<T> first(String query, Sql.Reader<T> reader, Object... values) {
    return read(query, reader, values).stream().findFirst();
  }

  /** Returns the number that is the result of a query. */
  public long number(String query, Object... values) {
    return first(query, row -> row.getLong(1), values).orElseThrow();
  }

  StoreException unreadable(Exception cause) {
    return StoreException.of(directory, "cannot be read", cause);
  }

  /** Closes the connection. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }
}
