package io.dowser.crawler.internal.watch;

import com.google.common.io.BaseEncoding;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.content.Excerpts;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.report.CrawlJson;
import io.dowser.crawler.internal.report.ScoreParts;
import io.dowser.crawler.internal.store.ExcerptRow;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.RowValues;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.internal.store.StoreReader;
import io.dowser.crawler.report.CrawlMetrics.Excerpt;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.store.StoredPage;
import io.dowser.crawler.store.StoredVisit.PathStep;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Queries the results of a crawl's directory, as values for {@link
 * io.dowser.crawler.internal.report.Json}. Not thread-safe.
 */
public final class StoredResults {

  private static final int MOST_ROWS = 200;
  private static final int MOST_LINKS = 50;

  private static final String RELEVANCE = "coalesce(now.relevance, v.relevance)";

  private static final String URL = "coalesce(v.page, u.url)";

  private static final String FROM =
      " FROM visit v CROSS JOIN known u ON u.id = v.url LEFT JOIN page now ON now.url = v.url"
          + " LEFT JOIN excerpt e ON e.url = v.url LEFT JOIN answer a ON a.url = v.url WHERE v.number IS NOT NULL AND ";

  private static final String ROW =
      "SELECT v.number, "
          + URL
          + ", "
          + RELEVANCE
          + ", v.time, v.digest, "
          + ExcerptRow.COLUMNS
          + ", a.relevant, e.url, v.relevance";

  private static final String STORED =
      "SELECT "
          + ExcerptRow.COLUMNS
          + ", %s, v.number, "
          + URL
          + ", coalesce(now.fetched, v.time), coalesce(now.version, 1), "
          + RELEVANCE
          + ", v.depth, coalesce((SELECT c.bytes FROM change c WHERE c.url = v.url"
          + " AND c.kind = 'CHANGED' ORDER BY c.id DESC LIMIT 1), v.bytes), v.digest";

  /** Of all pages, and of those that are shown where they are because of an answer. */
  private static final String COUNTS =
      "SELECT count(*), count(a.url) FILTER (WHERE a.relevant <> " + StoredReport.JUDGED + ")";

  private static final String TEXTS = "e.text, e.markdown";
  private static final String NO_TEXTS = "NULL, NULL";

  private static final String DUPLICATES =
      "SELECT digest, count(*) FROM visit WHERE detail = 'DUPLICATE' GROUP BY digest";

  private static final String LINKS =
      " FROM visit v JOIN found f ON f.id >= v.first_link AND f.id < v.first_link + v.links"
          + " JOIN known k ON k.id = f.target_and_kind >> "
          + StoreBatch.KIND_BITS
          + " LEFT JOIN visit t ON t.url = k.id WHERE v.number = ?";

  private static final String OUTCOME =
      "CASE WHEN t.status IS NULL THEN 'pending' WHEN t.relevant = 1 THEN 'relevant'"
          + " WHEN t.number IS NOT NULL THEN 'not relevant' ELSE lower(replace(t.status, '_', ' '))"
          + " END";

  private final HistoryReader history;
  private final StoreReader store;
  private final double threshold;

  /** Creates the results of a directory. */
  public StoredResults(HistoryReader history) {
    this.history = history;
    this.store = history.store();
    this.threshold =
        store
            .first(
                "SELECT value FROM setting WHERE name = ?",
                row -> Double.parseDouble(row.getString(1)),
                CrawlPlan.THRESHOLD)
            .orElse(Double.POSITIVE_INFINITY);
  }

  /** The orders of results. */
  public enum Order {
    /** The most relevant page first. */
    RELEVANCE(StoredResults.RELEVANCE + " DESC, v.number"),
    /** The page that was published last first. */
    PUBLISHED("e.published IS NULL, e.published DESC, v.number"),
    /** The page that was visited last first. */
    VISITED("v.number DESC"),
    /** By title. */
    TITLE("e.title IS NULL OR e.title = '', e.title COLLATE NOCASE, v.number"),
    /** By host. */
    HOST("substr(u.url, instr(u.url, '://') + 3), v.number");

    private final String sql;

    Order(String sql) {
      this.sql = sql;
    }
  }

  /** The pages that are wanted. */
  public enum Show {
    /** Relevant pages. */
    RELEVANT,
    /** Pages near the threshold without an answer. */
    UNSURE,
    /** Pages that are not relevant. */
    IRRELEVANT
  }

  /**
   * A question for results.
   *
   * @param text that URL, title or passage must contain, in any case; empty for all
   * @param host whose pages are wanted, with its port if it has one; empty for all
   * @param from the number of results that are left out
   * @param count the number of results, 200 at most
   */
  public record Query(String text, String host, Show show, Order order, int from, int count) {

    /** The best relevant pages. */
    public static Query best(int count) {
      return new Query("", "", Show.RELEVANT, Order.RELEVANCE, 0, count);
    }
  }

  /** Returns some results and the number of all. */
  public Map<String, Object> find(Query query) {
    List<Object> values = new ArrayList<>();
    String where = FROM + condition(query, values);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("threshold", threshold);
    store.query(
        COUNTS + where,
        row -> {
          json.put("total", row.getLong(1));
          json.put("byAnswer", row.getLong(2));
        },
        values.toArray());
    store.query(
        "SELECT count(*) FILTER (WHERE relevant = 1), count(*) FILTER (WHERE relevant = 0)"
            + " FROM answer",
        row -> {
          json.put("answeredRelevant", row.getLong(1));
          json.put("answeredIrrelevant", row.getLong(2));
        });
    if (query.show() != Show.UNSURE) {
      json.put("removedByAnswer", removedByAnswer(query));
    }
    Map<String, Long> duplicates = duplicates();
    String order = order(query, values);
    values.add(Math.min(query.count(), MOST_ROWS));
    values.add(query.from());
    json.put(
        "rows",
        store.read(
            ROW + where + " ORDER BY " + order + " LIMIT ? OFFSET ?",
            row -> result(row, duplicates),
            values.toArray()));
    return json;
  }

  private long removedByAnswer(Query query) {
    String relevant = query.show() == Show.RELEVANT ? "1" : "0";
    List<Object> values = new ArrayList<>();
    String removed = StoredReport.JUDGED + " = " + relevant + " AND a.relevant <> " + relevant;
    return store.number(
        "SELECT count(*)" + FROM + removed + filter(query, values), values.toArray());
  }

  /** Returns selected relevant pages, the best first; each is read when it is taken. */
  public Stream<StoredPage> pages(PageSelection selection) {
    return pages(selection, TEXTS);
  }

  /** Returns the same pages with empty texts, which is much faster. */
  public Stream<StoredPage> pagesWithoutTexts(PageSelection selection) {
    return pages(selection, NO_TEXTS);
  }

  private Stream<StoredPage> pages(PageSelection selection, String texts) {
    String crawl = name();
    Map<String, Long> duplicates = duplicates();
    return visits(selection).stream()
        .flatMap(visit -> stored(texts, "v.id = ?", visit, crawl, duplicates).stream());
  }

  /** Returns the page of a visit; empty if no text of it is kept. */
  public Optional<StoredPage> storedPage(long number) {
    return stored(TEXTS, "v.number = ? AND e.url IS NOT NULL", number, name(), duplicates());
  }

  private String name() {
    return store.settings().getOrDefault("name", CrawlThreads.UNNAMED.name());
  }

  private List<Long> visits(PageSelection selection) {
    List<Object> values = new ArrayList<>();
    String condition =
        condition(new Query(selection.text(), "", Show.RELEVANT, Order.RELEVANCE, 0, 1), values);
    values.add(selection.minRelevance());
    values.add(selection.after().visits());
    values.add(selection.after().changes());
    values.add(selection.most());
    return store.read(
        "SELECT v.id"
            + FROM
            + condition
            + " AND "
            + RELEVANCE
            + " >= ? AND (v.number > ? OR v.url IN (SELECT url FROM change WHERE id > ?))"
            + " ORDER BY "
            + Order.RELEVANCE.sql
            + " LIMIT ?",
        row -> row.getLong(1),
        values.toArray());
  }

  private Optional<StoredPage> stored(
      String texts, String condition, long visit, String crawl, Map<String, Long> duplicates) {
    return store.first(
        STORED.replace("%s", texts) + FROM + condition,
        row -> stored(crawl, row, duplicates),
        visit);
  }

  private static StoredPage stored(String crawl, ResultSet row, Map<String, Long> duplicates)
      throws SQLException {
    Excerpt excerpt = ExcerptRow.excerpt(row, 1);
    String text = text(row.getBytes(6));
    String markdown = text(row.getBytes(7));
    return new StoredPage(
        crawl,
        row.getLong(8),
        RowValues.url(row.getString(9)),
        excerpt.title(),
        excerpt.passage(),
        excerpt.published(),
        Instant.ofEpochMilli(row.getLong(10)),
        row.getInt(11),
        row.getDouble(12),
        row.getInt(13),
        row.getLong(14),
        duplicates.getOrDefault(hex(row.getBytes(15)), 0L),
        text,
        markdown.isEmpty() ? text : markdown);
  }

  private static String text(byte @Nullable [] deflated) throws SQLException {
    return deflated == null ? "" : ExcerptRow.text(deflated);
  }

  /** Returns the order of results; unsure ones begin with the least sure. */
  private String order(Query query, List<Object> values) {
    if (query.show() != Show.UNSURE) {
      return query.order().sql;
    }
    values.add(threshold);
    return "abs(" + RELEVANCE + " - ?), v.number";
  }

  private String condition(Query query, List<Object> values) {
    var sql = new StringBuilder();
    if (query.show() == Show.UNSURE) {
      sql.append("e.url IS NOT NULL AND a.url IS NULL AND abs(");
      sql.append(RELEVANCE).append(" - ?) <= ").append(Excerpts.DOUBT);
      values.add(threshold);
    } else {
      sql.append(StoredReport.RELEVANT).append(query.show() == Show.RELEVANT ? " = 1" : " = 0");
    }
    return sql.append(filter(query, values)).toString();
  }

  private static String filter(Query query, List<Object> values) {
    var sql = new StringBuilder();
    if (!query.text().isBlank()) {
      String pattern = "%" + query.text().strip().replaceAll("([%_\\\\])", "\\\\$1") + "%";
      String like = " LIKE ? ESCAPE '\\'";
      sql.append(" AND (").append(URL).append(like);
      sql.append(" OR e.title").append(like).append(" OR e.passage").append(like).append(')');
      values.addAll(List.of(pattern, pattern, pattern));
    }
    if (!query.host().isBlank()) {
      sql.append(" AND instr(").append(URL).append(", '://' || ? || '/') BETWEEN 1 AND 6");
      values.add(query.host());
    }
    return sql.toString();
  }

  /** Returns the number of equal pages under other URLs, by content hash. */
  private Map<String, Long> duplicates() {
    Map<String, Long> duplicates = new HashMap<>();
    store.query(DUPLICATES, row -> duplicates.put(hex(row.getBytes(1)), row.getLong(2)));
    return duplicates;
  }

  private static String hex(byte @Nullable [] digest) {
    return digest == null ? "" : BaseEncoding.base16().encode(digest);
  }

  private static Map<String, Object> result(ResultSet row, Map<String, Long> duplicates)
      throws SQLException {
    Excerpt excerpt = ExcerptRow.excerpt(row, 6);
    Map<String, Object> json = CrawlJson.result(row.getLong(1), row.getString(2), excerpt);
    json.put("relevance", row.getDouble(3));
    json.put("relevanceWhenVisited", row.getDouble(13));
    json.put("time", Instant.ofEpochMilli(row.getLong(4)).toString());
    Object answer = row.getObject(11);
    if (answer != null) {
      json.put("answer", row.getInt(11) != 0);
    }
    json.put("teachable", row.getObject(12) != null);
    json.put("duplicates", duplicates.getOrDefault(hex(row.getBytes(5)), 0L));
    return json;
  }

  /**
   * Returns all that is kept of a page.
   *
   * @param number of its visit
   * @param mostText of its text, in characters
   */
  public Optional<Map<String, Object>> page(long number, int mostText) {
    Map<String, Object> json = new LinkedHashMap<>();
    store.query(
        ROW + ", u.url, v.depth, v.bytes, e.text" + FROM + "v.number = ?",
        row -> {
          json.putAll(result(row, duplicates()));
          json.put("depth", row.getLong(15));
          json.put("bytes", row.getLong(16));
          String whole = text(row.getBytes(17));
          json.put("text", whole.substring(0, Math.min(mostText, whole.length())));
          json.put("path", path(row.getString(14)));
          json.put("duplicateUrls", duplicateUrls(row.getBytes(5)));
        },
        number);
    if (json.isEmpty()) {
      return Optional.empty();
    }
    json.put("threshold", threshold);
    json.put(
        "answersBefore",
        store.number(
            "SELECT count(*) FROM answer, visit v WHERE v.number = ? AND answer.time < v.time",
            number));
    addLinks(number, json);
    return Optional.of(json);
  }

  private List<Map<String, Object>> path(String url) throws SQLException {
    List<Map<String, Object>> steps = new ArrayList<>();
    for (PathStep step : history.pathTo(RowValues.url(url))) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("url", step.url().toString());
      json.put("anchor", step.anchor());
      if (step.score().isPresent()) {
        json.put("score", step.score().getAsDouble());
      }
      json.put("parts", ScoreParts.of(step.explanation()));
      steps.add(json);
    }
    return steps;
  }

  private List<String> duplicateUrls(byte @Nullable [] digest) {
    return digest == null
        ? List.of()
        : store.read(
            "SELECT u.url FROM visit v JOIN known u ON u.id = v.url"
                + " WHERE v.digest = ? AND v.detail = 'DUPLICATE' LIMIT 20",
            row -> row.getString(1),
            digest);
  }

  private void addLinks(long number, Map<String, Object> json) {
    Map<String, Long> outcomes = new LinkedHashMap<>();
    store.query(
        "SELECT " + OUTCOME + ", count(*)" + LINKS + " GROUP BY 1 ORDER BY 2 DESC",
        row -> outcomes.put(row.getString(1), row.getLong(2)),
        number);
    json.put("outcomes", outcomes);
    json.put(
        "links",
        store.read(
            "SELECT k.url, f.anchor, f.score, "
                + OUTCOME
                + LINKS
                + " ORDER BY t.relevant = 1 DESC, t.number IS NOT NULL DESC, f.score DESC LIMIT "
                + MOST_LINKS,
            row -> {
              String anchor = row.getString(2);
              return Map.of(
                  "url", row.getString(1),
                  "anchor", anchor == null ? "" : anchor,
                  "score", row.getDouble(3),
                  "outcome", row.getString(4));
            },
            number));
  }
}
