package io.dowser.crawler.internal.store;

import io.dowser.crawler.internal.store.PendingRow.Place;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the committed pending URLs of a crawl over a separate connection. Not thread-safe. */
public final class PendingReader implements AutoCloseable {

  /** The path state of a URL is that of the page whose link gave its score. */
  private static final String ROWS =
      "SELECT p.url, k.url, p.depth, coalesce(p.score, p.key), p.parent, p.tie, v.carry,"
          + " p.features, p.key, p.host FROM pending p LEFT JOIN known k ON k.id = p.url"
          + " LEFT JOIN visit v ON v.url = p.parent";

  private static final String BEST_FIRST = " ORDER BY p.key DESC, p.tie DESC, p.url";

  private final StoreReader store;

  private PendingReader(StoreReader store) {
    this.store = store;
  }

  /** Opens the pending URLs in a crawl's directory. */
  public static PendingReader open(Path directory) {
    return new PendingReader(StoreReader.open(directory));
  }

  /** Counts them. */
  public long count() {
    return store.number("SELECT count(*) FROM pending");
  }

  /** Reads the numbers of all, in any order. */
  public void numbers(LongConsumer taker) {
    store.query("SELECT url FROM pending", row -> taker.accept(row.getLong(1)));
  }

  /**
   * Reads some in the order in which they were discovered.
   *
   * @param from the smallest number that the first one may have
   * @param most the largest number of URLs
   */
  public List<PendingRow> inOrder(long from, int most) {
    return store.read(
        ROWS + " WHERE p.url >= ? ORDER BY p.url LIMIT ?", PendingReader::row, from, most);
  }

  /**
   * Reads the best ones in their order, until the taker returns false.
   *
   * @param from the place of the first one, or null for the first of all
   */
  public void best(@Nullable Place from, Predicate<PendingRow> taker) {
    if (from == null) {
      store.queryWhile(ROWS + BEST_FIRST, row -> taker.test(row(row)));
    } else {
      store.queryWhile(
          ROWS
              + " WHERE p.key <= ?1 AND NOT (p.key = ?1 AND (p.tie > ?2"
              + " OR (p.tie = ?2 AND p.url < ?3)))"
              + BEST_FIRST,
          row -> taker.test(row(row)),
          from.key(),
          from.tieBreak(),
          from.url());
    }
  }

  /**
   * Reads the best one of each host, in the order of the numbers of hosts, until the taker returns
   * false.
   *
   * @param after a host's number, behind which to begin
   */
  public void firstOfHosts(int after, Predicate<PendingRow> taker) {
    long host = after;
    boolean wanted = true;
    while (wanted) {
      PendingRow[] first = {null};
      store.query(
          ROWS + " WHERE p.host > ? ORDER BY p.host, p.key DESC, p.tie DESC, p.url LIMIT 1",
          row -> first[0] = row(row),
          host);
      wanted = first[0] != null && taker.test(first[0]);
      host = first[0] == null ? host : first[0].host();
    }
  }

  /** Reads those of a host, best first, until the taker returns false. */
  public void ofHost(int host, Predicate<PendingRow> taker) {
    store.queryWhile(ROWS + " WHERE p.host = ?" + BEST_FIRST, row -> taker.test(row(row)), host);
  }

  private static PendingRow row(ResultSet row) throws SQLException {
    if (row.getString(2) == null) {
      throw new SQLDataException("URL " + row.getLong(1) + " is missing");
    }
    return new PendingRow(RowValues.candidate(row), row.getDouble(9), row.getInt(10));
  }

  @Override
  public void close() {
    store.close();
  }
}
