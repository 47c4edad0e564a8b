package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.store.StoreCheck;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.store.StoredVisit;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Queries what was committed to a crawl's directory. Not thread-safe. */
public final class HistoryReader implements AutoCloseable {

  /** The way to a URL: of the link that was followed, or by which it was found first. */
  private static final String FROM =
      " FROM (SELECT k.id, k.url, v.status, v.score AS key, coalesce(v.depth, k.depth) AS depth,"
          + " CASE WHEN v.id IS NULL THEN k.referrer ELSE v.parent END AS parent"
          + " FROM known k LEFT JOIN visit v ON v.url = k.id WHERE k.id = ?) u"
          + " LEFT JOIN visit p ON p.url = u.parent"
          + " LEFT JOIN link l ON l.id >= p.first_link AND l.id < p.first_link + p.links"
          + " AND l.target = u.id";

  private static final String ARRIVAL =
      "SELECT u.id, u.url, u.depth, coalesce(u.key, l.score), u.parent, l.tie, p.carry, l.features"
          + FROM;

  private final Path directory;
  private final Connection connection;

  private HistoryReader(Path directory, Connection connection) {
    this.directory = directory;
    this.connection = connection;
  }

  public static HistoryReader open(Path directory) {
    try {
      if (!StoreFile.exists(directory)) {
        throw new StoreException(directory, "has no crawl in it", null);
      }
      return new HistoryReader(directory, StoreFile.connectReadOnly(directory));
    } catch (SQLException e) {
      throw StoreException.of(directory, "cannot be read", e);
    }
  }

  /** Returns the recorded settings of the crawl in a directory. */
  public static Map<String, String> settingsOf(Path directory) {
    try (HistoryReader history = open(directory)) {
      return new StoreReader(directory, history.connection).settings();
    }
  }

  /** Returns the links from a seed to a URL, the seed first; empty if the URL is unknown. */
  public List<StoredVisit.PathStep> pathTo(CrawlUrl url) {
    Optional<Long> number = number("SELECT id FROM url WHERE url = ?", url.toString());
    Deque<StoredVisit.PathStep> path = new ArrayDeque<>();
    while (number.isPresent()) {
      number = addStep(number.get(), path);
      if (path.size() > 1_000_000) {
        throw new StoreException(directory, "has a path that leads nowhere", null);
      }
    }
    return List.copyOf(path);
  }

  /** Adds the step to a URL and returns the number of the URL before. */
  private Optional<Long> addStep(long number, Deque<StoredVisit.PathStep> path) {
    long[] from = {-1};
    query(
        "SELECT u.url, l.anchor, l.score, coalesce(u.status, 'WAITING'), u.parent,"
            + " (SELECT parts FROM explanation WHERE link = l.id)"
            + FROM,
        row -> {
          path.addFirst(HistoryRows.step(row));
          from[0] = row.getObject(5) == null ? -1 : row.getLong(5);
        },
        number);
    return from[0] < 0 ? Optional.empty() : Optional.of(from[0]);
  }

  /** Returns the candidate with which the crawl reached a page; empty if the page is unknown. */
  public Optional<Candidate> arrival(CrawlUrl page) {
    String text = page.toString();
    Optional<Long> visited =
        number(
            "SELECT u.id FROM visit v JOIN known u ON u.id = v.url"
                + " WHERE v.number IS NOT NULL AND coalesce(v.page, u.url) = ?",
            text);
    Optional<Long> number = visited.or(() -> number("SELECT id FROM known WHERE url = ?", text));
    List<Candidate> found = new ArrayList<>(1);
    number.ifPresent(id -> query(ARRIVAL, row -> found.add(HistoryRows.candidate(row)), id));
    return found.stream().findFirst();
  }

  /** Returns the parts of the scores with which visits were reached, by number of the visit. */
  public Map<Long, Explanation> explanations(Collection<Long> numbers) {
    Map<Long, Explanation> parts = new LinkedHashMap<>();
    String wanted = numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    query(
        "SELECT v.number, e.parts FROM visit v CROSS JOIN visit p ON p.url = v.parent"
            + " CROSS JOIN found l ON l.id >= p.first_link AND l.id < p.first_link + p.links"
            + " AND l.target_and_kind >> "
            + StoreBatch.KIND_BITS
            + " = v.url CROSS JOIN explanation e ON e.link = l.id WHERE v.number IN ("
            + wanted
            + ")",
        row -> parts.put(row.getLong(1), ExplanationText.read(row.getString(2))));
    return parts;
  }

  /** Looks for what contradicts itself in the whole file. */
  public StoreCheck verify() {
    try {
      return new StoreChecker(connection).check();
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private StoreException unreadable(SQLException cause) {
    return StoreException.of(directory, "cannot be read", cause);
  }

  private Optional<Long> number(String sql, Object value) {
    List<Long> found = new ArrayList<>(1);
    query(sql, row -> found.add(row.getLong(1)), value);
    return found.stream().findFirst();
  }

  /** Takes one row. */
  public interface Row {

    void take(ResultSet row) throws SQLException;
  }

  /** Passes all rows of a query on. */
  public void query(String sql, Row row, Object... values) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          row.take(rows);
        }
      }
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }
}
