package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the committed state of visited pages over a separate connection. Not thread-safe. */
public final class PageReader implements PageStates {

  private static final String PAGES =
      "SELECT v.url, coalesce(v.page, k.url), v.time, v.number, coalesce(p.version, 1),"
          + " coalesce(p.fetched, v.time), p.etag, p.last_modified, coalesce(p.digest, v.digest),"
          + " p.text_hash, p.similarity, coalesce(p.relevance, v.relevance),"
          + " coalesce(p.relevant, v.relevant), coalesce(p.status, 'ALIVE'),"
          + " coalesce(p.checked, v.time), coalesce(p.tried, v.time), p.checks, p.changes,"
          + " p.changed_time, p.unchanged_time, p.gone, p.interval, p.links,"
          + " CASE WHEN p.url IS NULL THEN v.detail ELSE p.irrelevance END,"
          + " coalesce(p.same_bytes, 1)"
          + " FROM visit v JOIN known k ON k.id = v.url LEFT JOIN page p ON p.url = v.url"
          + " WHERE v.number IS NOT NULL";

  private static final String LINKS =
      "SELECT target_and_kind >> "
          + StoreBatch.KIND_BITS
          + " FROM visit v JOIN found f ON f.id >= v.first_link AND f.id < v.first_link + v.links"
          + " WHERE v.url = ?";

  /**
   * The condition of URLs whose host or network failed, or whose site had an error; one of old may
   * have no HTTP status.
   */
  public static final String MAY_BE_OVER =
      "(status IN ('HOST_GIVEN_UP', 'ROBOTS_UNREACHABLE') OR"
          + " status = 'FETCH_FAILED' AND CASE substr(detail, 1, instr(detail, ' ') - 1)"
          + " WHEN 'HTTP_STATUS' THEN coalesce(http, 500) >= 500 OR http IN (408, 425, 429)"
          + " ELSE substr(detail, 1, instr(detail, ' ') - 1)"
          + " IN ('DNS', 'REFUSED', 'RESET', 'TIMEOUT', 'TLS', 'IO') END)";

  private static final String FAILED = "FROM visit WHERE time < ? AND " + MAY_BE_OVER;

  private static final String DROPPED =
      "SELECT v.url, v.status, k.url, v.url FROM (SELECT url, status FROM visit WHERE "
          + VisitRow.MAY_BE_TAKEN_AGAIN
          + ") v JOIN known k ON k.id = v.url";

  /** A redirect target is dropped together with the URL that leads to it. */
  private static final String TARGETS_OF_DROPPED =
      "SELECT v.url, d.status, k.url, d.url FROM (SELECT url, status FROM visit WHERE "
          + VisitRow.MAY_BE_TAKEN_AGAIN
          + ") d JOIN visit v ON v.parent = d.url AND v.status = 'REDIRECT_TARGET'"
          + " JOIN known k ON k.id = v.url";

  private static final long[] NO_LINKS = {};

  private final HistoryReader history;
  private final StoreReader store;

  private PageReader(HistoryReader history) {
    this.history = history;
    this.store = history.store();
  }

  /**
   * A visited page.
   *
   * @param page the URL of the page, after redirects
   * @param visited when it was visited first
   * @param number of that visit
   */
  public record Known(PageRow row, CrawlUrl page, Instant visited, long number) {

    public Known with(PageRow other) {
      return new Known(other, page, visited, number);
    }
  }

  /**
   * A URL that became no page.
   *
   * @param isRedirectTarget whether another one that became no page has redirected to it
   */
  public record Failed(Candidate candidate, boolean isRedirectTarget) {}

  /** Opens what is known of the pages in a crawl's directory. */
  public static PageReader open(Path directory) {
    return new PageReader(HistoryReader.open(directory));
  }

  @Override
  public void each(Consumer<Known> taker) {
    store.query(PAGES + " ORDER BY v.id", row -> taker.accept(known(row, NO_LINKS)));
  }

  @Override
  public Optional<Known> page(long url) {
    return store.first(PAGES + " AND v.url = ?", this::withLinks, url);
  }

  private Known withLinks(ResultSet row) throws SQLException {
    byte[] links = row.getBytes(23);
    return known(row, links == null ? linksOfVisit(row.getLong(1)) : links(links));
  }

  private long[] linksOfVisit(long url) {
    return store.read(LINKS, row -> row.getLong(1), url).stream()
        .mapToLong(Long::longValue)
        .sorted()
        .toArray();
  }

  @Override
  public List<Failed> failed(Instant before) {
    return failed(FAILED, before);
  }

  private List<Failed> failed(String some, Instant before) {
    Map<Long, Boolean> failed = new LinkedHashMap<>();
    store.query(
        "SELECT url, status "
            + some
            + " UNION SELECT url, status FROM visit WHERE status = 'REDIRECT_TARGET'"
            + " AND parent IN (SELECT url "
            + some
            + ") ORDER BY url",
        row -> failed.put(row.getLong(1), row.getString(2).equals(VisitRow.REDIRECT_TARGET)),
        before.toEpochMilli(),
        before.toEpochMilli());
    return failed.entrySet().stream()
        .map(each -> new Failed(candidate(each.getKey()), each.getValue()))
        .toList();
  }

  /** Returns those of {@link #failed} that are seeds, and those to which these had redirected. */
  public List<Failed> failedSeeds(Instant before) {
    return failed(FAILED + " AND parent IS NULL", before);
  }

  /**
   * Returns the URLs that were dropped because they were excluded or the budget of their host was
   * spent, and those to which they were redirected, ordered by number.
   *
   * @param isExcluded whether a URL is excluded now; if one was, it is left out with all that it
   *     was redirected from or to
   * @param isSpent whether the budget of a URL's host is spent now, likewise
   */
  public List<Failed> dropped(Predicate<CrawlUrl> isExcluded, Predicate<CrawlUrl> isSpent) {
    Map<Long, Long> dropped = new TreeMap<>(); // and the URL that led to each
    Set<Long> kept = new HashSet<>();
    Sql.Taker taker =
        row -> {
          dropped.put(row.getLong(1), row.getLong(4));
          boolean excluded = row.getString(2).equals(AbandonReason.EXCLUDED.name());
          if ((excluded ? isExcluded : isSpent).test(RowValues.url(row.getString(3)))) {
            kept.add(row.getLong(4));
          }
        };
    store.query(DROPPED, taker);
    if (!dropped.isEmpty()) { // all visits are read
      store.query(TARGETS_OF_DROPPED, taker);
    }
    return dropped.entrySet().stream()
        .filter(each -> !kept.contains(each.getValue()))
        .map(each -> new Failed(candidate(each.getKey()), !each.getKey().equals(each.getValue())))
        .toList();
  }

  @Override
  public Candidate candidate(long url) {
    return history.candidate(url).orElseThrow();
  }

  private static Known known(ResultSet row, long[] links) throws SQLException {
    CrawlUrl page = RowValues.url(row.getString(2));
    return new Known(page(row, links), page, time(row, 3), row.getLong(4));
  }

  private static PageRow page(ResultSet row, long[] links) throws SQLException {
    return new PageRow(
        row.getLong(1),
        RowValues.constant(PageRow.Status.class, row.getString(14), "status of a page"),
        version(row, links),
        counts(row),
        row.getInt(21),
        interval(row));
  }

  private static PageVersion version(ResultSet row, long[] links) throws SQLException {
    return new PageVersion(
        row.getInt(5),
        time(row, 6),
        row.getString(7),
        row.getString(8),
        row.getBytes(9),
        row.getInt(25) != 0,
        row.getLong(10),
        row.getLong(11),
        row.getDouble(12),
        row.getInt(13) != 0,
        RowValues.irrelevance(row, 24),
        links);
  }

  private static RecheckCounts counts(ResultSet row) throws SQLException {
    return new RecheckCounts(
        time(row, 15),
        time(row, 16),
        row.getLong(17),
        row.getLong(18),
        Duration.ofMillis(row.getLong(19)),
        Duration.ofMillis(row.getLong(20)));
  }

  private static @Nullable Duration interval(ResultSet row) throws SQLException {
    long millis = row.getLong(22);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }

  private static Instant time(ResultSet row, int column) throws SQLException {
    return Instant.ofEpochMilli(row.getLong(column));
  }

  /** Returns links as a column has them: eight bytes a number. */
  static byte[] bytes(long[] links) {
    ByteBuffer bytes = ByteBuffer.allocate(links.length * Long.BYTES);
    bytes.asLongBuffer().put(links);
    return bytes.array();
  }

  private static long[] links(byte[] bytes) {
    long[] links = new long[bytes.length / Long.BYTES];
    ByteBuffer.wrap(bytes).asLongBuffer().get(links);
    return links;
  }

  @Override
  public void close() {
    history.close();
  }
}
