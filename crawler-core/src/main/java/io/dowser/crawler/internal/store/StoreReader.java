package io.dowser.crawler.internal.store;

import com.google.common.primitives.Ints;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.store.StoreCheck;
import io.dowser.crawler.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reads what a crawl must know when it continues; not thread-safe, before anything is written to
 * its {@link CrawlStore}. Each method throws a {@link StoreException} if the file cannot be read or
 * has lost rows.
 */
public final class StoreReader implements AutoCloseable {

  /** The state that says how many settings there are. */
  static final String SETTINGS = "settings";

  /** The state that has the number of the first visit that the saved frontier does not know. */
  public static final String VISITS_BEFORE = "frontier.visits";

  /** The state that says how many rows the journal has. */
  static final String JOURNAL = "journal";

  private final Path directory;
  private final Connection connection;
  private final Sql sql;

  private final CrawlThreads threads;

  public StoreReader(Path directory, Connection connection) {
    this(directory, connection, CrawlThreads.UNNAMED);
  }

  StoreReader(Path directory, Connection connection, CrawlThreads threads) {
    this.directory = directory;
    this.threads = threads;
    this.connection = connection;
    this.sql = new Sql(connection);
  }

  /**
   * Reads a crawl's file while others write it, by a connection of its own; what is not committed
   * yet it does not see.
   */
  public static StoreReader open(Path directory) {
    try {
      return new StoreReader(directory, StoreFile.connectReadOnly(directory));
    } catch (SQLException e) {
      throw StoreException.of(directory, "cannot be read", e);
    }
  }

  CrawlThreads threads() {
    return threads;
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

  /** Reads which URLs are no longer pending, and returns the number of the next visit. */
  public long readEnded(LongConsumer numbers) {
    query("SELECT url FROM visit", row -> numbers.accept(row.getLong(1)));
    try {
      return BatchStatements.nextVisit(sql);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Counts the URLs that are known. */
  public long urls() {
    return read("SELECT coalesce(max(id) + 1, 0) FROM known", row -> row.getLong(1)).get(0);
  }

  /**
   * Reads the seeds that are pending or are in flight.
   *
   * @param seeds takes number and form of each
   */
  public void readPendingSeeds(BiConsumer<Long, String> seeds) {
    query(
        "SELECT id, url FROM url WHERE referrer IS NULL"
            + " AND id NOT IN (SELECT url FROM visit) ORDER BY id",
        row -> seeds.accept(row.getLong(1), row.getString(2)));
  }

  /**
   * Reads the pending URLs that a later version of a page has led to.
   *
   * @param candidates takes each with its score
   */
  public void readPendingLater(Consumer<Candidate> candidates) {
    query(
        "SELECT k.id, k.url, min(k.depth, coalesce(p.depth + 1, k.depth)), w.score, w.page, w.tie, p.carry, w.features"
            + " FROM later_link w JOIN known k ON k.id = w.url LEFT JOIN visit p ON p.url = w.page"
            + " WHERE w.url NOT IN (SELECT url FROM visit) ORDER BY w.url",
        row -> candidates.accept(RowValues.candidate(row)));
  }

  /** Reads the journal since it was last forgotten. */
  public List<byte[]> journal() {
    List<byte[]> journal = read("SELECT data FROM journal ORDER BY id", row -> row.getBytes(1));
    requireCount(JOURNAL, journal.size());
    return journal;
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
  public StoreException damaged(String what) {
    return StoreException.damaged(directory, what, null);
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

  /**
   * A place between two visits.
   *
   * @param visits how many URLs had ended
   * @param urls how many were known
   */
  public record Place(long visits, long urls) {

    /** The beginning of a crawl. */
    public static final Place START = new Place(0, 0);
  }

  /**
   * Reads all URLs, and visits in their order. Nothing else may be asked of this reader until the
   * replay is closed, whose own thread reads.
   *
   * @param urls takes each URL in the order of their numbers, from 0 on without gaps; called by
   *     another thread, until the last visit was given
   * @param stopped asked by both threads; once it says true, reading ends with a {@link
   *     java.util.concurrent.CancellationException}
   */
  public VisitReplay visits(Place from, Consumer<String> urls, BooleanSupplier stopped) {
    try {
      return new VisitReplay(this, connection, from, urls, stopped);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Looks for what contradicts itself in the whole file. */
  public StoreCheck verify() {
    try {
      return new StoreChecker(connection).check();
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

  <T> List<T> read(String query, Sql.Reader<T> reader, Object... values) {
    List<T> read = new ArrayList<>();
    query(query, row -> read.add(reader.read(row)), values);
    return read;
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
