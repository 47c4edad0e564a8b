package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.LinkKind;
import io.dowser.crawler.internal.store.RowValues;
import io.dowser.crawler.internal.store.StoreReader;
import io.dowser.crawler.internal.store.VisitRow;
import io.dowser.crawler.internal.watch.StoredReport;
import io.dowser.crawler.internal.watch.StoredResults;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.store.StorePosition;
import io.dowser.crawler.store.StoredPage;
import io.dowser.crawler.store.StoredVisit;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Reads a crawl in a directory, while it runs or afterwards.
 *
 * <p>It reads what was committed and changes nothing. The tables may also be queried with any
 * SQLite tool; {@code docs/store.md} describes them. Not thread-safe.
 *
 * <pre>{@code
 * try (CrawlHistory history = CrawlHistory.open(Path.of("crawls/tides"))) {
 *   history.gone().forEach(page -> System.out.println(page.page() + " since " + page.since()));
 * }
 * }</pre>
 */
public final class CrawlHistory implements AutoCloseable {

  private static final String VISIT =
      "SELECT v.number, u.url, v.page, v.time, v.relevance, v.relevant, v.score, v.depth, v.bytes,"
          + " v.detail"
          + " FROM visit v JOIN url u ON u.id = v.url WHERE v.number IS NOT NULL";

  private static final String CHANGE =
      "SELECT coalesce(v.page, k.url) AS page, c.kind, c.time, c.version, c.http, c.bytes, c.relevance,"
          + " c.relevant, c.irrelevance, c.distance, c.added, c.removed, c.detail FROM change c"
          + " JOIN visit v ON v.url = c.url JOIN known k ON k.id = c.url";

  private static final String VERSIONS =
      "SELECT coalesce(v.page, k.url) AS page, 'VISITED', v.time, 1 AS version, v.http, v.bytes,"
          + " v.relevance, v.relevant, v.detail, 0, 0, 0, NULL FROM visit v JOIN known k ON k.id = v.url"
          + " WHERE v.number IS NOT NULL AND coalesce(v.page, k.url) = ?1 UNION ALL SELECT * FROM ("
          + CHANGE
          + " WHERE c.kind = 'CHANGED') WHERE page = ?1 ORDER BY version";

  private static final String ORIGINALS =
      "SELECT copy.number, coalesce(v.page, u.url) FROM visit v CROSS JOIN visit copy"
          + " ON copy.digest = v.digest AND copy.detail = 'DUPLICATE' JOIN known u ON u.id = v.url"
          + " WHERE v.number IS NOT NULL AND v.detail IS NULL AND copy.number > v.number";

  private final HistoryReader reader;
  private final StoreReader store;

  private CrawlHistory(HistoryReader reader) {
    this.reader = reader;
    this.store = reader.store();
  }

  /**
   * Opens the history of a crawl.
   *
   * @param directory of the crawl. A read-only directory can be opened only after a clean shutdown,
   *     because SQLite has to create files next to the log that a killed crawl leaves. If such a
   *     crawl is resumed meanwhile, the history must be opened again.
   * @return the history, to be closed
   * @throws StoreException if there is no crawl in it, or none that this version can read
   */
  public static CrawlHistory open(Path directory) {
    return new CrawlHistory(HistoryReader.open(directory));
  }

  /**
   * Reads the settings of the last run of the crawl in a directory, with what was changed while it
   * ran.
   *
   * @param directory the directory of the crawl
   * @return names and values
   * @throws StoreException if there is no crawl in it, or none that this version can read
   */
  public static Map<String, String> settingsOf(Path directory) {
    return HistoryReader.settingsOf(directory);
  }

  /**
   * {@return the path of links from a seed to a page, with the seed first and the page last; empty
   * if the crawl does not know the URL} Reads every URL, because there is no index on their texts.
   *
   * @param url a page that was visited, failed or is pending
   * @throws StoreException if the file cannot be read
   */
  public List<StoredVisit.PathStep> pathTo(CrawlUrl url) {
    return reader.pathTo(requireNonNull(url, "url"));
  }

  /**
   * {@return the state of a URL and, if it was not fetched, the reason; {@code UNKNOWN} if the
   * crawl never found it} Reads every URL and, if it was skipped once, every link.
   *
   * @param url the URL in its canonical form
   * @throws StoreException if the file cannot be read
   */
  public UrlStatus whyNotFetched(CrawlUrl url) {
    return store
        .first(
            "SELECT k.id, v.status, v.detail, s.reason FROM (SELECT ? AS url, ? AS fingerprint) q"
                + " LEFT JOIN known k ON k.url = q.url LEFT JOIN visit v ON v.url = k.id"
                + " LEFT JOIN skipped s ON s.fingerprint = q.fingerprint AND (k.id IS NULL OR"
                + " k.depth > 0 AND NOT EXISTS (SELECT 1 FROM link WHERE target = k.id AND kind <> "
                + LinkKind.IGNORED.code()
                + ") AND NOT EXISTS (SELECT 1 FROM later_link WHERE url = k.id))",
            CrawlHistory::status,
            url.toString(),
            RowValues.fingerprint(url))
        .orElseThrow();
  }

  /** Reads number, status, detail and reason to skip, each null where there is none. */
  private static UrlStatus status(ResultSet row) throws SQLException {
    String end = row.getString(2);
    if (end != null) {
      boolean fetched = end.equals(VisitRow.VISITED) || end.equals(VisitRow.REDIRECT_TARGET);
      String detail = row.getString(3);
      String reason = detail == null ? end : end + ": " + detail;
      return fetched
          ? new UrlStatus(UrlStatus.State.FETCHED, "")
          : new UrlStatus(UrlStatus.State.FAILED, reason);
    }
    String skipped = row.getString(4);
    if (skipped != null) {
      return new UrlStatus(UrlStatus.State.SKIPPED, skipped);
    }
    return new UrlStatus(
        row.getString(1) == null ? UrlStatus.State.UNKNOWN : UrlStatus.State.PENDING, "");
  }

  /**
   * Reads visits in their order.
   *
   * @param from the first number, 1 for the first visit
   * @param to the last number, inclusive
   * @return the visits with these numbers
   * @throws StoreException if the file cannot be read
   */
  public List<StoredVisit> visits(long from, long to) {
    return store.read(
        VISIT + " AND v.number BETWEEN ? AND ? ORDER BY v.number", RowValues::visit, from, to);
  }

  /**
   * Reads the visit of a page. Reads every visit.
   *
   * @param url the requested URL, or that of the page after redirects
   * @return the first such visit; empty if no page was visited there
   * @throws StoreException if the file cannot be read
   */
  public Optional<StoredVisit> visit(CrawlUrl url) {
    return store.first(
        VISIT + " AND (u.url = ?1 OR v.page = ?1) ORDER BY v.number LIMIT 1",
        RowValues::visit,
        url.toString());
  }

  /**
   * Reads the originals of pages that were {@linkplain Irrelevance#DUPLICATE duplicates} when they
   * were visited. The directory knows an original only if both pages have the same body. Reads
   * every visit.
   *
   * @return the original's URL, after redirects, by the number of the duplicate's visit
   * @throws StoreException if the file cannot be read
   */
  public Map<Long, CrawlUrl> originals() {
    Map<Long, CrawlUrl> originals = new HashMap<>();
    store.query(ORIGINALS, row -> originals.put(row.getLong(1), RowValues.url(row.getString(2))));
    return originals;
  }

  /**
   * Reads relevant pages, the best first. Pages that are gone or have moved are left out. Answers
   * of people precede judgements. The order is read at once, and each page when the stream reaches
   * it.
   *
   * @param selection the pages to read
   * @return the pages, to be read before this history is closed
   * @throws StoreException if the file cannot be read
   */
  public Stream<StoredPage> pages(PageSelection selection) {
    return new StoredResults(reader).pages(selection);
  }

  /**
   * Reads the page of a visit, relevant or not. Reads every visit.
   *
   * @param visit its number, from 1
   * @return the page; empty if there is none, or its relevance is too low for its text to be kept
   * @throws StoreException if the file cannot be read
   */
  public Optional<StoredPage> page(long visit) {
    return new StoredResults(reader).storedPage(visit);
  }

  /**
   * Reads the present position, from which {@link PageSelection#after} and {@link
   * #changesAfter(StorePosition)} select what was committed later.
   *
   * @return the position
   * @throws StoreException if the file cannot be read
   */
  public StorePosition position() {
    return reader.position();
  }

  /**
   * Reads the changes that rechecks have found after a position, in their order.
   *
   * @param position the position
   * @return the changes
   * @throws StoreException if the file cannot be read
   */
  public List<Change> changesAfter(StorePosition position) {
    return changes(CHANGE + " WHERE c.id > ? ORDER BY c.id", position.changes());
  }

  /**
   * Reads the changes that rechecks of visited pages have found since a time, in the order of time:
   * new versions, and pages that are gone, have moved or are back. A first visit is not a change.
   *
   * @param since the first instant, to the millisecond
   * @return the changes, none if no page was rechecked
   * @throws StoreException if the file cannot be read
   */
  public List<Change> changes(Instant since) {
    return changes(CHANGE + " WHERE c.time >= ? ORDER BY c.time, c.id", since.toEpochMilli());
  }

  /**
   * Reads the versions of a page, the first visit included. Reads every visit.
   *
   * @param page the URL of the page, after redirects
   * @return the versions in their order, each with the time when it was fetched first; empty if the
   *     page was not visited
   * @throws StoreException if the file cannot be read
   */
  public List<Change> versions(CrawlUrl page) {
    return changes(VERSIONS, page.toString());
  }

  private List<Change> changes(String sql, Object value) {
    return store.read(sql, CrawlHistory::change, value);
  }

  /**
   * Reads page, kind, time, version, status, bytes, relevance, relevant, irrelevance, distance,
   * links added and removed, and detail.
   */
  private static Change change(ResultSet row) throws SQLException {
    Change.Kind kind = RowValues.constant(Change.Kind.class, row.getString(2), "kind of change");
    int distance = row.getInt(10);
    boolean compared = kind == Change.Kind.CHANGED && distance >= 0;
    String detail = row.getString(13);
    return new Change(
        RowValues.url(row.getString(1)),
        kind,
        Instant.ofEpochMilli(row.getLong(3)),
        row.getInt(4),
        row.getInt(5),
        row.getLong(6),
        row.getDouble(7),
        row.getInt(8) != 0,
        RowValues.irrelevance(row, 9),
        compared ? OptionalInt.of(distance) : OptionalInt.empty(),
        row.getInt(11),
        row.getInt(12),
        detail == null ? "" : detail);
  }

  /**
   * Reads the visited pages that are gone: the last recheck of their URLs returned 404 or 410.
   *
   * @return the pages in the order in which they were found to be gone
   * @throws StoreException if the file cannot be read
   */
  public List<GonePage> gone() {
    return store.read(
        "SELECT coalesce(v.page, k.url), coalesce((SELECT max(c.time) FROM change c"
            + " WHERE c.url = p.url AND c.kind = 'GONE'), p.tried) AS since, p.gone"
            + " FROM page p JOIN visit v ON v.url = p.url JOIN known k ON k.id = p.url"
            + " WHERE p.status = 'GONE' ORDER BY since, v.id",
        row ->
            new GonePage(
                RowValues.url(row.getString(1)),
                Instant.ofEpochMilli(row.getLong(2)),
                row.getInt(3)));
  }

  /**
   * Reads the parts of the scores with which pages were reached, as they were when their links were
   * found. Reads every visit.
   *
   * @param numbers the numbers of the visits
   * @return the parts by number of the visit; without seeds, targets of redirects and links whose
   *     parts are not kept, see {@link Persistence.Builder#explanations}
   * @throws StoreException if the file cannot be read
   */
  public Map<Long, Explanation> explanations(Collection<Long> numbers) {
    return reader.explanations(numbers);
  }

  /**
   * Computes the harvest curve: the number of relevant pages by the number of visits. Pages count
   * as they are judged now, see {@link io.dowser.crawler.api.CrawlEvent.Rejudged}.
   *
   * @param step visits from one point to the next, 1 or more
   * @return a point after each such number of visits, and one after the last visit
   * @throws IllegalArgumentException if the step is below 1
   * @throws StoreException if the file cannot be read
   */
  public List<HarvestPoint> harvest(int step) {
    Checks.positive("step", step);
    List<HarvestPoint> curve = new ArrayList<>();
    long[] counts = {0, 0};
    store.query(
        "SELECT "
            + StoredReport.RELEVANT
            + " FROM visit v LEFT JOIN page now ON now.url = v.url"
            + " LEFT JOIN answer a ON a.url = v.url"
            + " WHERE v.number IS NOT NULL ORDER BY v.number",
        row -> {
          counts[0]++;
          counts[1] += row.getInt(1);
          if (counts[0] % step == 0) {
            curve.add(new HarvestPoint(counts[0], counts[1]));
          }
        });
    if (counts[0] % step != 0) {
      curve.add(new HarvestPoint(counts[0], counts[1]));
    }
    return curve;
  }

  /**
   * Reads how the last run ended, as a sentence with its time and reason.
   *
   * @return such as {@code The last run ended on 2026-11-28T10:00:35Z because its budget of pages
   *     is spent.}; empty while a crawl has the directory
   * @throws StoreException if the file cannot be read
   */
  public Optional<String> ending() {
    return reader.isRunning() ? Optional.empty() : Optional.of(StoredReport.ending(reader));
  }

  /**
   * Writes the report of all runs as one HTML file for people, while the crawl runs or afterwards,
   * also after a kill. It is the report of {@link CrawlReport#writeHtml} without what the directory
   * does not keep: times of fetches, repeated requests, similarities of duplicates, and slowed
   * hosts. Each URL that was not fetched or not queued counts once. Reads every visit.
   *
   * @param file the file to write, created with its directory; an existing file is overwritten
   * @throws IOException if it cannot be written
   * @throws StoreException if the directory cannot be read
   */
  public void writeHtml(Path file) throws IOException {
    StoredReport.write(reader, file);
  }

  /**
   * Verifies the whole file: links whose ends do not exist, visits without a URL, duplicate URLs,
   * missing numbers, and damage to the file itself. Takes 8 bytes of memory for each URL.
   *
   * @return the problems found, a sentence each; empty if there are none
   * @throws StoreException if the file cannot be read
   */
  public List<String> verify() {
    return store.verify();
  }

  @Override
  public void close() {
    reader.close();
  }

  /**
   * The state of a URL in a crawl.
   *
   * @param state its state
   * @param reason the name of an {@link AbandonReason} and its details for {@link State#FAILED},
   *     that of a {@link SkipReason} and its detail for {@link State#SKIPPED}, otherwise empty
   */
  public record UrlStatus(State state, String reason) {

    /** The state of a URL in a crawl. */
    public enum State {
      /** A page was visited there, or its redirect led to one. */
      FETCHED,
      /** It is queued, or was in flight when the crawl stopped. */
      PENDING,
      /** It was taken from the queue, but no page was fetched. */
      FAILED,
      /** A link, a sitemap or a redirect led there, and it was not queued. */
      SKIPPED,
      /**
       * The crawl never found it, or only beyond the limit of links of a page, where links are
       * counted but not kept.
       */
      UNKNOWN
    }
  }

  /**
   * The first visit of a page, or a change that a later recheck has found.
   *
   * @param page the URL of the page, after redirects
   * @param kind the kind of change
   * @param time when it was found, to the millisecond
   * @param version number of the version that is known since, 1 for that of the first visit
   * @param status HTTP status of the response
   * @param bytes size of the body, decoded; 0 if the response has no new version
   * @param relevance of that version, 0 to 1
   * @param relevant whether that version reached the judge's threshold
   * @param irrelevance the reason why that version is not relevant whatever the judge returned;
   *     empty if that decided
   * @param distance of the texts before and after, as the number of different bits of their
   *     similarity hashes, 0 to 64; empty where there is no new version or no version before
   * @param linksAdded number of links that only the new version has
   * @param linksRemoved number of links that only the version before has
   * @param movedTo the target to which a page that has moved redirects, as it was resolved; else
   *     empty
   */
  public record Change(
      CrawlUrl page,
      Kind kind,
      Instant time,
      int version,
      int status,
      long bytes,
      double relevance,
      boolean relevant,
      Optional<Irrelevance> irrelevance,
      OptionalInt distance,
      int linksAdded,
      int linksRemoved,
      String movedTo) {

    /** The kind of a change. */
    public enum Kind {
      /** It was visited for the first time. */
      VISITED,
      /** It has a new version. */
      CHANGED,
      /** Its URL returns 404 or 410. */
      GONE,
      /** Its URL redirects elsewhere. */
      MOVED,
      /** It is back unchanged, after it was gone or had moved. */
      BACK
    }
  }

  /**
   * A visited page that is gone.
   *
   * @param page the URL of the page, after redirects
   * @param since when a recheck first found no page any more, to the millisecond
   * @param rechecks number of rechecks in a row that found none, 1 or more
   */
  public record GonePage(CrawlUrl page, Instant since, int rechecks) {}

  /**
   * A point of a harvest curve.
   *
   * @param visited pages visited so far
   * @param relevant relevant ones among them
   */
  public record HarvestPoint(long visited, long relevant) {

    /** {@return the harvest rate so far, 0 to 1; 0 if nothing was visited} */
    public double rate() {
      return visited == 0 ? 0 : (double) relevant / visited;
    }
  }
}
