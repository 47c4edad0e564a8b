package io.dowser.crawler.internal.store;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.dowser.crawler.api.CrawlUrl;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads all URLs of a store once, in the order of their numbers, and on the way finds those that
 * are asked for: links mostly lead to the next one, because they are why it is there. Not
 * thread-safe.
 */
final class UrlSequence {

  /**
   * A number of rows with one query: each row and each value handed over by the database has its
   * price.
   */
  private static final int MANY = 1024;

  private static final int RECENT = 1 << 16;
  private static final char END = '\n'; // is in no URL

  private final Sql sql;
  private final Consumer<String> taker;
  private final Cache<Long, CrawlUrl> recent =
      CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(RECENT).build();
  private final long count;
  private String text = "";
  private int at;
  private long next;

  UrlSequence(Connection connection, Consumer<String> taker) throws SQLException {
    this.sql = new Sql(connection);
    this.taker = taker;
    this.count = sql.number("SELECT coalesce(max(id) + 1, 0) FROM known");
  }

  /** Returns a URL; all before it have been taken then. */
  CrawlUrl get(long number) throws SQLException {
    if (number >= next) {
      return RowValues.url(advanceTo(number));
    }
    CrawlUrl known = recent.getIfPresent(number);
    if (known == null) {
      known = RowValues.url(find(number));
      recent.put(number, known);
    }
    return known;
  }

  /** Returns the next URLs, this many before a number at most; they have been taken then. */
  List<CrawlUrl> read(int most, long end) throws SQLException {
    List<CrawlUrl> read = new ArrayList<>(most);
    while (read.size() < most && next < end) {
      read.add(RowValues.url(take()));
    }
    return read;
  }

  /** Has the URLs taken that were not yet. */
  void finish() throws SQLException {
    if (next < count) {
      advanceTo(count - 1);
    }
  }

  private String advanceTo(long number) throws SQLException {
    String url = take();
    while (next <= number) {
      url = take();
    }
    return url;
  }

  private String take() throws SQLException {
    if (at >= text.length()) {
      fill();
    }
    int end = text.indexOf(END, at);
    String url = text.substring(at, end < 0 ? text.length() : end);
    at += url.length() + 1;
    next++;
    taker.accept(url);
    return url;
  }

  private void fill() throws SQLException {
    long expected = Math.max(1, Math.min(MANY, count - next));
    text =
        sql.first(
                "SELECT group_concat(url, char(10)) FROM"
                    + " (SELECT url FROM known WHERE id >= ? AND id < ? ORDER BY id)"
                    + " HAVING count(*) = ?",
                row -> row.getString(1),
                next,
                next + MANY,
                expected)
            .orElseThrow(
                () ->
                    new SQLDataException(
                        "of URLs " + next + " to " + (next + MANY - 1) + " one is missing"));
    at = 0;
  }

  /** Looks up one URL, whether it has been taken or not. */
  String find(long number) throws SQLException {
    return sql.first("SELECT url FROM known WHERE id = ?", row -> row.getString(1), number)
        .orElseThrow(() -> new SQLDataException("URL " + number + " is missing"));
  }
}
