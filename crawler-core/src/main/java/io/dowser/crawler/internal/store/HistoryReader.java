package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.store.StorePosition;
import io.dowser.crawler.store.StoredVisit;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Queries what was committed to a crawl's directory. Not thread-safe. */
public final class HistoryReader implements AutoCloseable {

  /** The way to a URL: of the link that was followed, or by which it was found first. */
  private static final String FROM =
      " FROM (SELECT k.id, k.url, v.status, v.score AS key, coalesce(v.depth, k.depth) AS depth,"
          + " CASE WHEN v.id IS NULL THEN k.referrer ELSE v.parent END AS parent"
          + " FROM known k LEFT JOIN visit v ON v.url = k.id WHERE k.id = ?) u"
          + " LEFT JOIN visit p ON p.url = u.parent"
          + " LEFT JOIN link l ON l.id >= p.first_link AND l.id < p.first_link + p.links"
          + " AND l.target = u.id LEFT JOIN later_link w ON w.url = u.id AND w.page = u.parent";

  private static final String ARRIVAL =
      "SELECT u.id, u.url, u.depth, coalesce(u.key, l.score, w.score), u.parent,"
          + " coalesce(l.tie, w.tie), p.carry, coalesce(l.features, w.features)"
          + FROM;

  /** The link from the page of a visit p to a URL whose number follows. */
  private static final String LINK_TO =
      " CROSS JOIN found l ON l.id >= p.first_link AND l.id < p.first_link + p.links"
          + " AND l.target_and_kind >> "
          + StoreBatch.KIND_BITS
          + " = ";

  private static final String ANSWERABLE =
      "SELECT v.url, coalesce(v.page, u.url), e.title, e.text, coalesce(a.relevance, p.relevance,"
          + " v.relevance), coalesce(a.relevant, p.relevant, v.relevant) FROM visit v"
          + " CROSS JOIN known u ON u.id = v.url JOIN excerpt e ON e.url = v.url"
          + " LEFT JOIN page p ON p.url = v.url";

  private static final String KEPT =
      "SELECT e.url, coalesce(v.page, u.url), p.version, e.title, e.text, p.relevance, p.relevant"
          + " FROM excerpt e CROSS JOIN page p ON p.url = e.url AND p.status = 'ALIVE'"
          + " AND p.irrelevance IS NULL CROSS JOIN visit v ON v.url = e.url"
          + " CROSS JOIN known u ON u.id = e.url WHERE e.url > ? ORDER BY e.url LIMIT ?";

  private final Path directory;
  private final StoreReader store;

  private HistoryReader(Path directory, StoreReader store) {
    this.directory = directory;
    this.store = store;
  }

  public static HistoryReader open(Path directory) {
    if (!StoreFile.exists(directory)) {
      throw new StoreException(directory, "has no crawl in it", null);
    }
    return new HistoryReader(directory, StoreReader.open(directory));
  }

  /** Returns whether a crawl has the directory now. */
  public boolean isRunning() {
    return isRunning(directory);
  }

  /** Returns whether a crawl has a directory now. */
  public static boolean isRunning(Path directory) {
    return StoreLock.isTaken(directory);
  }

  /** Returns what the crawl's file is read with. */
  public StoreReader store() {
    return store;
  }

  /** Returns the recorded settings of the crawl in a directory. */
  public static Map<String, String> settingsOf(Path directory) {
    try (HistoryReader history = open(directory)) {
      return history.store.settings();
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
    store.query(
        "SELECT u.url, coalesce(l.anchor, w.anchor), coalesce(l.score, w.score),"
            + " coalesce(u.status, 'PENDING'), u.parent,"
            + " (SELECT parts FROM explanation WHERE link = l.id)"
            + FROM,
        row -> {
          path.addFirst(RowValues.step(row));
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
    return number.flatMap(this::candidate);
  }

  /** Returns the candidate with which the crawl reached a URL of a number. */
  Optional<Candidate> candidate(long number) {
    return store.first(ARRIVAL, RowValues::candidate, number);
  }

  /** Returns the parts of the score that the link to a candidate had when it was found. */
  public Optional<Explanation> explanation(Candidate candidate) {
    return store.first(
        "SELECT e.parts FROM visit p"
            + LINK_TO
            + "? CROSS JOIN explanation e ON e.link = l.id"
            + " WHERE p.url = ?",
        row -> ExplanationText.read(row.getString(1)),
        candidate.sequence(),
        candidate.parent());
  }

  /** Returns the parts of the scores with which visits were reached, by number of the visit. */
  public Map<Long, Explanation> explanations(Collection<Long> numbers) {
    Map<Long, Explanation> parts = new LinkedHashMap<>();
    store.query(
        "SELECT v.number, e.parts FROM visit v CROSS JOIN visit p ON p.url = v.parent"
            + LINK_TO
            + "v.url CROSS JOIN explanation e ON e.link = l.id"
            + " WHERE v.number IN (SELECT value FROM json_each(?))",
        row -> parts.put(row.getLong(1), ExplanationText.read(row.getString(2))),
        numbers.toString());
    return parts;
  }

  /** Returns the answers about pages, in the order in which they were given. */
  public List<AnswerRow> answers() {
    return store.read(
        ANSWERABLE + " JOIN answer a ON a.url = v.url ORDER BY a.time, a.url", AnswerRow::read);
  }

  /**
   * Returns the page of a visit about which there may be an answer, with the judge's; empty if the
   * crawl keeps no text of it.
   */
  public Optional<AnswerRow> answerable(long number) {
    return store.first(
        ANSWERABLE + " LEFT JOIN answer a ON a.url = v.url WHERE v.number = ?",
        AnswerRow::read,
        number);
  }

  /**
   * Returns pages whose texts are kept, in the order of the numbers of their URLs.
   *
   * @param after the number of the URL before the first one
   * @param most the largest number of pages
   */
  public List<KeptPage> keptPages(long after, int most) {
    return store.read(KEPT, KeptPage::read, after, most);
  }

  /** Returns the numbers of the last visit and of the last change. */
  public StorePosition position() {
    return store
        .first(
            "SELECT (SELECT coalesce(max(number), 0) FROM visit),"
                + " (SELECT coalesce(max(id), 0) FROM change)",
            row -> new StorePosition(row.getLong(1), row.getLong(2)))
        .orElseThrow();
  }

  @Override
  public void close() {
    store.close();
  }

  private Optional<Long> number(String sql, Object value) {
    return store.first(sql, row -> row.getLong(1), value);
  }
}
