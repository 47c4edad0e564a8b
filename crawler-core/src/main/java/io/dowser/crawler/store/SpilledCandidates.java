package io.dowser.crawler.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
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
  private static final String ORDER = " ORDER BY key DESC, tie DESC, age DESC";

  private static final Place BEFORE_ALL =
      new Place(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, -1);

  private final Path file;
  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement delete;
  private final PreparedStatement find;
  private final PreparedStatement best;
  private final PreparedStatement following;
  private final HostGrouping grouping;
  private final BitSet here = new BitSet();
  private int size;
  private @Nullable Place first;
  private @Nullable PreparedStatement bestOfHost;

  private SpilledCandidates(Path file, Connection connection, HostGrouping grouping)
      throws SQLException {
    this.file = file;
    this.connection = connection;
    this.grouping = grouping;
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE spilled (seq INTEGER PRIMARY KEY, key REAL, tie REAL, score REAL,"
              + " depth INTEGER, parent INTEGER, url TEXT, carry BLOB, features BLOB,"
              + " age INTEGER, host TEXT)");
      statement.execute(
          "CREATE INDEX spilled_order ON spilled (key DESC, tie DESC, age DESC, host)");
    }
    connection.setAutoCommit(false);
    this.insert = connection.prepareStatement("INSERT INTO spilled VALUES (?,?,?,?,?,?,?,?,?,?,?)");
    this.delete = connection.prepareStatement("DELETE FROM spilled WHERE seq = ?");
    this.find = connection.prepareStatement("SELECT * FROM spilled WHERE seq = ?");
    this.best = connection.prepareStatement("SELECT * FROM spilled" + ORDER + " LIMIT ?");
    this.following =
        connection.prepareStatement(
            "SELECT -age, key, tie, host FROM spilled WHERE (key, tie, age) < (?, ?, ?)" + ORDER);
  }

  /**
   * Where a candidate stands in the order.
   *
   * @param key higher goes first
   * @param tieBreak of equal keys, higher goes first
   * @param sequence of equal tie-breaks, smaller goes first
   */
  public record Place(double key, double tieBreak, long sequence) {

    /**
     * Finds the place of a candidate.
     *
     * @param candidate any candidate
     * @param key its key
     * @return its place
     */
    public static Place of(Candidate candidate, double key) {
      return new Place(key, candidate.tieBreak(), candidate.sequence());
    }

    /**
     * Compares with another place.
     *
     * @param other another place
     * @return whether this one goes first
     */
    public boolean goesBefore(Place other) {
      int order = Double.compare(other.key, key);
      order = order != 0 ? order : Double.compare(other.tieBreak, tieBreak);
      return (order != 0 ? order : Long.compare(sequence, other.sequence)) < 0;
    }
  }

  /**
   * Makes an empty file.
   *
   * @param directory where; a file that a killed process left in a crawl's directory is deleted
   *     when the crawl is opened again
   * @param grouping which URLs belong to one host
   * @return the candidates in it, none at first
   * @throws CrawlException if it cannot be made
   */
  public static SpilledCandidates in(Path directory, HostGrouping grouping) {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.OFF);
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
    config.setPragma(SQLiteConfig.Pragma.CACHE_SIZE, "-16000");
    config.setGetGeneratedKeys(false); // else a query of its own follows each insert
    try {
      Path file = Files.createTempFile(directory, PREFIX, SUFFIX);
      try {
        return new SpilledCandidates(
            file, config.createConnection("jdbc:sqlite:" + file), grouping);
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
    Place top = first();
    return top == null || Place.of(candidate, key).goesBefore(top);
  }

  private @Nullable Place first() {
    if (first == null && size > 0) {
      take(
          best,
          1,
          row -> first = new Place(row.getDouble(KEY), row.getDouble(TIE), row.getLong(1)));
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
      insert.setLong(10, -candidate.sequence());
      insert.setString(11, grouping.groupOf(candidate.url()));
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
   * Shows the best candidate of a host.
   *
   * @param host the name of its group
   * @return the candidate, or empty if none of that host is here
   */
  public Optional<Candidate> bestOf(String host) {
    Candidate[] found = {null};
    try {
      PreparedStatement statement = bestOfHost();
      statement.setString(1, host);
      try (ResultSet rows = statement.executeQuery()) {
        if (rows.next()) {
          found[0] = candidate(rows);
        }
      }
    } catch (SQLException e) {
      throw broken(e);
    }
    return Optional.ofNullable(found[0]);
  }

  /** The index is made when it is needed first: most crawls never need it. */
  private PreparedStatement bestOfHost() throws SQLException {
    if (bestOfHost == null) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE INDEX spilled_hosts ON spilled (host, key DESC, tie DESC, age DESC)");
      }
      bestOfHost =
          connection.prepareStatement("SELECT * FROM spilled WHERE host = ?" + ORDER + " LIMIT 1");
    }
    return bestOfHost;
  }

  /** Takes places and hosts. */
  @FunctionalInterface
  public interface PlaceTaker {

    /**
     * Takes one.
     *
     * @param place where a candidate stands
     * @param host the name of its group
     * @return whether the next one is wanted
     */
    boolean take(Place place, String host);
  }

  /**
   * Shows where candidates stand, best first, as long as that is wanted. Nothing may be changed
   * meanwhile.
   *
   * @param after the place behind which to begin; null for all of them
   * @param taker takes each
   */
  public void showPlaces(@Nullable Place after, PlaceTaker taker) {
    Place from = after == null ? BEFORE_ALL : after;
    try {
      following.setDouble(1, from.key());
      following.setDouble(2, from.tieBreak());
      following.setLong(3, -from.sequence());
      try (ResultSet rows = following.executeQuery()) {
        boolean wanted = true;
        while (wanted && rows.next()) {
          wanted = taker.take(place(rows), rows.getString(4));
        }
      }
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  private static Place place(ResultSet row) throws SQLException {
    return new Place(row.getDouble(KEY), row.getDouble(TIE), row.getLong(1));
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
