package io.dowser.crawler.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * Waiting candidates in a temporary file, in the order in which they will be fetched: higher key,
 * then higher tie-break, then smaller sequence number.
 *
 * <p>The file is lost with the process; a crawl that is resumed fills it again. One bit of memory
 * for each URL ever seen tells which are here. For one thread.
 */
public final class SpilledCandidates implements AutoCloseable {

  private static final String PREFIX = "waiting-";
  private static final String SUFFIX = ".db";
  private static final int KEY = 2;
  private static final int TIE = 3;

  private final Path file;
  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement delete;
  private final PreparedStatement find;
  private final PreparedStatement best;
  private final BitSet here = new BitSet();
  private int size;
  private @Nullable Candidate first;
  private double firstKey;

  private SpilledCandidates(Path file, Connection connection) throws SQLException {
    this.file = file;
    this.connection = connection;
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE spilled (seq INTEGER PRIMARY KEY, key REAL, tie REAL, score REAL,"
              + " depth INTEGER, parent INTEGER, url TEXT, carry BLOB, features BLOB)");
      statement.execute("CREATE INDEX spilled_order ON spilled (key DESC, tie DESC, seq)");
    }
    connection.setAutoCommit(false);
    this.insert = connection.prepareStatement("INSERT INTO spilled VALUES (?,?,?,?,?,?,?,?,?)");
    this.delete = connection.prepareStatement("DELETE FROM spilled WHERE seq = ?");
    this.find = connection.prepareStatement("SELECT * FROM spilled WHERE seq = ?");
    this.best =
        connection.prepareStatement(
            "SELECT * FROM spilled ORDER BY key DESC, tie DESC, seq LIMIT ?");
  }

  /**
   * Makes an empty file.
   *
   * @param directory where; a file that a killed process left in a crawl's directory is deleted
   *     when the crawl is opened again
   * @return the candidates in it, none at first
   * @throws CrawlException if it cannot be made
   */
  public static SpilledCandidates in(Path directory) {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.OFF);
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
    config.setPragma(SQLiteConfig.Pragma.CACHE_SIZE, "-16000");
    config.setGetGeneratedKeys(false); // else a query of its own follows each insert
    try {
      Path file = Files.createTempFile(directory, PREFIX, SUFFIX);
      try {
        return new SpilledCandidates(file, config.createConnection("jdbc:sqlite:" + file));
      } catch (SQLException e) {
        Files.delete(file);
        throw e;
      }
    } catch (IOException | SQLException e) {
      throw new CrawlException("no file for waiting URLs can be made: " + e.getMessage(), e);
    }
  }

  /** Deletes what killed processes left. */
  static void deleteAll(Path directory) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
      for (Path file : left) {
        Files.delete(file);
      }
    }
  }

  /**
   * Counts the candidates.
   *
   * @return 0 or more
   */
  public int size() {
    return size;
  }

  /**
   * Says whether a candidate is here.
   *
   * @param sequence its number
   * @return true if it was added and not taken out
   */
  public boolean contains(long sequence) {
    return here.get((int) sequence);
  }

  /**
   * Says whether a candidate would come before all that are here.
   *
   * @param candidate one that is not here
   * @param key its key
   * @return true if it goes before all of them, or there are none
   */
  public boolean isBeforeAll(Candidate candidate, double key) {
    Candidate top = first();
    return top == null || goesBefore(candidate, key, top, firstKey);
  }

  private static boolean goesBefore(Candidate a, double keyA, Candidate b, double keyB) {
    int byKey = Double.compare(keyA, keyB);
    return byKey != 0 ? byKey > 0 : a.withScore(0).goesBefore(b.withScore(0));
  }

  private @Nullable Candidate first() {
    if (first == null && size > 0) {
      take(
          best,
          1,
          row -> {
            first = candidate(row);
            firstKey = row.getDouble(KEY);
          });
    }
    return first;
  }

  /**
   * Adds a candidate.
   *
   * @param candidate one that is not here
   * @param key where it belongs; not NaN
   */
  public void add(Candidate candidate, double key) {
    if (size > 0 && isBeforeAll(candidate, key)) {
      first = null;
    }
    try {
      insert.setLong(1, candidate.sequence());
      insert.setDouble(KEY, key);
      insert.setDouble(TIE, candidate.tieBreak());
      insert.setDouble(4, candidate.score());
      insert.setInt(5, candidate.depth());
      insert.setLong(6, candidate.parent());
      insert.setString(7, candidate.url().toString());
      insert.setBytes(8, RowBytes.of(candidate.carry()));
      insert.setBytes(9, RowBytes.of(candidate.features()));
      insert.executeUpdate();
    } catch (SQLException e) {
      throw broken(e);
    }
    here.set((int) candidate.sequence());
    size++;
  }

  /**
   * Shows a candidate.
   *
   * @param sequence its number
   * @return the candidate, or empty if it is not here
   */
  public Optional<Candidate> find(long sequence) {
    Candidate[] found = {null};
    if (contains(sequence)) {
      take(find, sequence, row -> found[0] = candidate(row));
    }
    return Optional.ofNullable(found[0]);
  }

  /**
   * Takes a candidate out.
   *
   * @param sequence its number; nothing happens if it is not here
   */
  public void remove(long sequence) {
    if (!contains(sequence)) {
      return;
    }
    try {
      delete.setLong(1, sequence);
      delete.executeUpdate();
    } catch (SQLException e) {
      throw broken(e);
    }
    here.clear((int) sequence);
    size--;
    first = null;
  }

  /**
   * Takes out those that come first.
   *
   * @param count how many at most
   * @param taker takes each
   */
  public void takeBest(int count, Consumer<Candidate> taker) {
    var taken = new ArrayList<Candidate>(Math.min(count, size));
    take(best, count, row -> taken.add(candidate(row)));
    for (Candidate each : taken) {
      remove(each.sequence());
      taker.accept(each);
    }
  }

  /**
   * Shows all candidates, best first.
   *
   * @param taker takes each
   */
  public void forEach(Consumer<Candidate> taker) {
    take(best, -1, row -> taker.accept(candidate(row)));
  }

  /** Takes everything out. */
  public void clear() {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM spilled");
    } catch (SQLException e) {
      throw broken(e);
    }
    here.clear();
    size = 0;
    first = null;
  }

  /** Deletes the file. */
  @Override
  public void close() {
    try {
      connection.close();
      Files.deleteIfExists(file);
    } catch (SQLException | IOException e) {
      throw broken(e);
    }
  }

  /** Takes one row. */
  private interface Row {

    void take(ResultSet row) throws SQLException;
  }

  private void take(PreparedStatement statement, long value, Row taker) {
    try {
      statement.setLong(1, value);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          taker.take(rows);
        }
      }
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  private static Candidate candidate(ResultSet row) throws SQLException {
    Carry carry = RowBytes.carry(row.getBytes(8));
    LinkFeatures features = RowBytes.features(row.getBytes(9));
    return new Candidate(
        CrawlUrl.of(row.getString(7)),
        row.getLong(1),
        row.getInt(5),
        row.getDouble(4),
        row.getDouble(TIE),
        row.getLong(6),
        carry,
        features);
  }

  private static CrawlException broken(Exception cause) {
    return new CrawlException("the file of waiting URLs is broken: " + cause.getMessage(), cause);
  }
}
