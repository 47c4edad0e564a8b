package io.dowser.crawler.internal.watch;

import com.google.common.primitives.Ints;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.plan.StopConditions;
import io.dowser.crawler.internal.recovery.SavedState;
import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.report.Endings;
import io.dowser.crawler.internal.report.RelevantPaths;
import io.dowser.crawler.internal.report.Times;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.store.AnswerRow;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.internal.store.ExcerptRow;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.RowValues;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.internal.store.StoreReader;
import io.dowser.crawler.internal.store.VisitRow;
import io.dowser.crawler.internal.watch.CrawlCounters.Count;
import io.dowser.crawler.internal.watch.StoredResults.Query;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Excerpt;
import io.dowser.crawler.report.CrawlMetrics.Note;
import io.dowser.crawler.report.CrawlMetrics.Step;
import io.dowser.crawler.report.CrawlSnapshot;
import io.dowser.crawler.report.CrawlSnapshot.HostStatus;
import io.dowser.crawler.report.CrawlSnapshot.Next;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;

/** Adds up what a crawl's directory has of all its runs, in bounded memory. Not thread-safe. */
public final class StoredReport {

  /** Whether a page is there and its last version is relevant by the judge. */
  static final String JUDGED = "coalesce(now.relevant AND now.status = 'ALIVE', v.relevant)";

  /** The same by the answer of a person, if there is one. */
  public static final String RELEVANT =
      "coalesce(a.relevant AND coalesce(now.status, 'ALIVE') = 'ALIVE', " + JUDGED + ")";

  /** The text of the link by which {@code v} was found. */
  private static final String ANCHOR =
      "coalesce((SELECT l.anchor FROM visit p CROSS JOIN found l ON l.id >="
          + " p.first_link AND l.id < p.first_link + p.links AND l.target_and_kind >> "
          + StoreBatch.KIND_BITS
          + " = v.url WHERE p.url = v.parent),"
          + " (SELECT anchor FROM later_link WHERE url = v.url))";

  /** Columns 1 to 8 are a candidate; texts of links are looked up for pages that may be shown. */
  private static final String ENDS =
      "SELECT v.url, u.url, v.depth, v.score, v.parent, NULL, NULL, NULL, v.status, coalesce(CASE"
          + " WHEN now.url IS NULL THEN v.detail ELSE now.irrelevance END, ''), v.number, v.time,"
          + " v.page, coalesce(now.relevance, v.relevance), "
          + RELEVANT
          + ", v.bytes, CASE WHEN "
          + RELEVANT
          + " = 1 OR v.number <= "
          + RelevantPaths.MOST_VISITS
          + " THEN "
          + ANCHOR
          + " END, "
          + ExcerptRow.COLUMNS
          + ", coalesce(v.http, 0) FROM visit v CROSS JOIN known u ON u.id = v.url"
          + " LEFT JOIN page now ON now.url = v.url LEFT JOIN excerpt e ON e.url = v.url"
          + " LEFT JOIN answer a ON a.url = v.url ORDER BY v.id";

  private static final int HTTP = 23; // its column

  private static final int MOST_RESULTS = 200;
  private static final int MOST_HOSTS = 100; // with pending URLs, so that others are shown, too
  private static final int MOST_NEXT = 20;
  private static final int MOST_TEXT = 2_000; // of each result in a file

  /** An answer and its event have about the same time. */
  private static final Duration SAME_TIME = Duration.ofSeconds(2);

  private static final String RUNS = "SELECT started, ended, reason FROM run ORDER BY id";

  private static final String UNFINISHED =
      "The last run was killed, or could not record how it ended.";

  private static final String SKIPPED =
      "SELECT reason, count(*) FROM skipped WHERE example IS NULL GROUP BY reason"
          + " ORDER BY 2 DESC, 1";

  private static final String SKIPPED_EXAMPLES =
      "SELECT reason, example FROM skipped WHERE example IS NOT NULL ORDER BY rowid";

  private static final String PENDING =
      "SELECT url FROM known WHERE id NOT IN (SELECT url FROM visit) LIMIT 100000";

  /** The best pending URL of each host as a candidate, the number of all, the text of the link. */
  private static final String NEXT =
      "SELECT v.url, u.url, v.depth, v.score, v.parent, NULL, NULL, NULL, v.pending, "
          + ANCHOR
          + " FROM (SELECT url, depth, coalesce(score, key) AS score, parent, count(*) AS pending,"
          + " max(key) AS best"
          + " FROM pending GROUP BY host ORDER BY best DESC LIMIT "
          + MOST_HOSTS
          + ") v JOIN known u ON u.id = v.url ORDER BY v.best DESC";

  private static final String CHANGES =
      "SELECT c.time, coalesce(v.page, u.url), c.kind, c.http, c.distance, c.added, c.removed,"
          + " c.detail FROM change c JOIN known u ON u.id = c.url JOIN visit v ON v.url = c.url"
          + " ORDER BY c.id";

  private static final String ANSWERS =
      "SELECT a.time, a.relevant, coalesce(v.page, u.url)"
          + " FROM (SELECT * FROM answer ORDER BY time DESC, url DESC LIMIT "
          + MetricsBuilder.MOST_NOTES
          + ") a JOIN known u ON u.id = a.url JOIN visit v ON v.url = a.url"
          + " ORDER BY a.time, a.url";

  private final HistoryReader history;
  private final StoreReader store;
  private final CrawlCounters counters = new CrawlCounters(StopConditions.DEFAULT_WINDOW);
  private final Map<String, String> settings = new TreeMap<>();
  private final MetricsBuilder metrics;
  private final RunEvents events;
  private final Seeds seeds = new Seeds();
  private Instant first = Instant.EPOCH;
  private Instant last = Instant.EPOCH;
  private Duration elapsed = Duration.ZERO;
  private final List<Instant> runs = new ArrayList<>();
  private final List<Note> notes;
  private final Queue<Note> betweenVisits = new PriorityQueue<>(Comparator.comparing(Note::time));
  private final List<HostStatus> hosts = new ArrayList<>();
  private final List<Next> next = new ArrayList<>();
  private int begun;
  private String ending = UNFINISHED;
  private long ended;

  private StoredReport(HistoryReader history) {
    this.history = history;
    this.store = history.store();
    store.query(
        "SELECT name, value FROM setting", row -> settings.put(row.getString(1), row.getString(2)));
    String threshold = settings.getOrDefault(CrawlPlan.THRESHOLD, "Infinity");
    this.metrics = new MetricsBuilder(counters, Map::of, Double.parseDouble(threshold));
    this.events = SavedState.read(store, RunEvents.STATE, new RunEvents());
    this.notes = events.notes();
  }

  /** Writes the page of a crawl with its best results as one file. */
  public static void write(HistoryReader history, Path file) throws IOException {
    CrawlPage page = read(history);
    var stored = new StoredResults(history);
    Map<String, Object> results = stored.find(Query.best(MOST_RESULTS));
    Map<Long, Object> pages = new TreeMap<>();
    if (results.get("rows") instanceof List<?> rows) {
      for (Object row : rows) {
        if (row instanceof Map<?, ?> result && result.get("number") instanceof Long number) {
          stored.page(number, MOST_TEXT).ifPresent(each -> pages.put(number, each));
        }
      }
    }
    page.write(file, results, pages);
  }

  /** Reads the page of a crawl. */
  public static CrawlPage read(HistoryReader history) {
    var report = new StoredReport(history);
    report.readRuns();
    report.store.query(NEXT, report::pending);
    return CrawlPage.stored(report.snapshot(), report.headline(), report.seeds.failures());
  }

  /** Reads the metrics of all runs. */
  public static CrawlMetrics metrics(HistoryReader history) {
    var report = new StoredReport(history);
    report.readRuns();
    return report.snapshot().metrics();
  }

  private void readRuns() {
    store.query(RUNS, this::run);
    store.query(ANSWERS, this::answered);
    store.query(ENDS, this::take);
    notedUntil(Instant.MAX);
    notes.stream().sorted(Comparator.comparing(Note::time)).forEach(metrics::note);
    events.addTo(metrics);
    store.query(SKIPPED, this::skipped);
    store.query(SKIPPED_EXAMPLES, this::skippedExample);
    store.query(CHANGES, this::changed);
  }

  /** Returns how the last run ended, as a sentence. */
  public static String ending(HistoryReader history) {
    var report = new StoredReport(history);
    report.store.query(RUNS, report::run);
    return report.ending;
  }

  private void run(ResultSet row) throws SQLException {
    Instant started = Instant.ofEpochMilli(row.getLong(1));
    String reason = row.getString(3);
    betweenVisits.add(new Note(started, 0, false, "the run began"));
    if (reason != null) {
      String because = "the run ended because " + Endings.because(StopReason.valueOf(reason));
      betweenVisits.add(new Note(Instant.ofEpochMilli(row.getLong(2)), 0, false, because));
    }
    runs.add(started);
    ending =
        reason == null
            ? UNFINISHED
            : "The last run ended on "
                + Times.seconds(Instant.ofEpochMilli(row.getLong(2)))
                + " because "
                + Endings.because(StopReason.valueOf(reason))
                + ".";
  }

  /** Takes an answer that was given while the crawl did not run; others are among the events. */
  private void answered(ResultSet row) throws SQLException {
    Instant time = Instant.ofEpochMilli(row.getLong(1));
    String words = AnswerRow.words(row.getInt(2) == 1, row.getString(3));
    String text = RecentAnchors.shortened(words, MetricsBuilder.MOST_NOTE);
    boolean isNoted =
        notes.stream()
            .anyMatch(
                note ->
                    note.text().equals(text)
                        && Duration.between(time, note.time()).abs().compareTo(SAME_TIME) < 0);
    if (!isNoted) {
      betweenVisits.add(new Note(time, 0, true, text));
    }
  }

  /** Takes note of what happened until the next visit. */
  private void notedUntil(Instant visit) {
    for (Note next = betweenVisits.peek();
        next != null && !next.time().isAfter(visit);
        next = betweenVisits.peek()) {
      notes.add(new Note(next.time(), counters.visited(), next.steered(), next.text()));
      betweenVisits.remove();
    }
  }

  private void take(ResultSet row) throws SQLException {
    Candidate arrival = RowValues.candidate(row);
    String status = row.getString(9);
    ended++;
    if (status.equals(VisitRow.VISITED)) {
      visited(arrival, row);
    } else if (status.equals(AbandonReason.NOT_MODIFIED.name())) {
      metrics.problem("not modified", 1);
    } else if (!status.equals(VisitRow.REDIRECT_TARGET)) {
      seeds.failed(arrival, row.getString(10));
      failed(arrival, AbandonReason.valueOf(status), row);
    }
  }

  private void visited(Candidate arrival, ResultSet row) throws SQLException {
    Instant time = Instant.ofEpochMilli(row.getLong(12));
    notedUntil(time);
    boolean isFirst = counters.visited() == 0;
    first = isFirst ? time : first;
    while (begun < runs.size() && !runs.get(begun).isAfter(time)) {
      last = runs.get(begun++); // the break before it does not count
    }
    if (isFirst || time.isAfter(last)) { // the clock may have been set back
      elapsed = isFirst ? Duration.ZERO : elapsed.plus(Duration.between(last, time));
      last = time;
    }
    String page = row.getString(13);
    CrawlUrl url = page == null ? arrival.url() : RowValues.url(page);
    String anchor = row.getString(17);
    Step step =
        new Step(
                row.getLong(11),
                url.toString(),
                anchor == null ? "" : RecentAnchors.shortened(anchor),
                arrival.score(),
                row.getDouble(14))
            .withExcerpt(row.getInt(15) == 0 ? Excerpt.NONE : ExcerptRow.excerpt(row, 18));
    boolean relevant = row.getInt(15) != 0;
    counters.countVisit(relevant, row.getLong(16));
    String reason = row.getString(10);
    if (!reason.isEmpty()) {
      counters.countIrrelevant(RowValues.irrelevance(reason));
    }
    metrics.visited(url.host(), arrival, step, relevant, Duration.ZERO, elapsed);
  }

  private void failed(Candidate arrival, AbandonReason status, ResultSet row) throws SQLException {
    if (status == AbandonReason.REDIRECTED) {
      metrics.problem("redirect not followed", arrival.url().toString());
      return;
    }
    counters.increment(Count.FAILED);
    if (status == AbandonReason.FETCH_FAILED) {
      String[] why = row.getString(10).split(" ", 2);
      String reason = MetricsBuilder.why(why[0], row.getInt(HTTP));
      metrics.problem("fetch failed: " + reason, arrival.url().toString());
      boolean saysMore = why.length > 1 && !why[1].isBlank() && !why[1].equals(status(row));
      String words = saysMore ? reason + ": " + why[1] : reason;
      metrics.failed(arrival.url().host(), RecentAnchors.shortened(words));
    } else if (status != AbandonReason.PLUGIN_FAILED) { // among the events
      metrics.notFetched(status, arrival.url());
    }
  }

  private static String status(ResultSet row) throws SQLException {
    return "HTTP " + row.getInt(HTTP);
  }

  private void skipped(ResultSet row) throws SQLException {
    String[] why = row.getString(1).split(" ", 2);
    metrics.skipped(why[0], why.length < 2 ? "" : why[1], row.getLong(2));
  }

  private void skippedExample(ResultSet row) throws SQLException {
    String[] why = row.getString(1).split(" ", 2);
    metrics.skipped(why[0], why.length < 2 ? "" : why[1], row.getString(2));
  }

  private void pending(ResultSet row) throws SQLException {
    Candidate best = RowValues.candidate(row);
    String status = CrawlPage.counted(row.getLong(9), "pending URL", "pending URLs");
    hosts.add(new HostStatus(best.url().host(), status));
    if (next.size() < MOST_NEXT) {
      String anchor = row.getString(10);
      String text = anchor == null ? "" : RecentAnchors.shortened(anchor);
      next.add(new Next(best, text, status, Optional.empty()));
    }
  }

  private void changed(ResultSet row) throws SQLException {
    String what =
        ChangeLog.words(
            ChangeRow.Kind.valueOf(row.getString(3)),
            row.getInt(4),
            row.getInt(5),
            row.getInt(6),
            row.getInt(7),
            row.getString(8));
    Instant time = Instant.ofEpochMilli(row.getLong(1));
    metrics.changes().add(new CrawlMetrics.Change(time, row.getString(2), what));
  }

  /** Counts pending URLs that wait for the turn of their shape, the first ones of a large crawl. */
  private Map<String, Long> deferred() {
    List<CrawlUrl> pending = new ArrayList<>();
    store.query(PENDING, row -> pending.add(RowValues.url(row.getString(1))));
    return SavedState.read(store, Sites.STATE, Sites.unbounded()).waiting(pending.stream());
  }

  private CrawlSnapshot snapshot() {
    long known = store.urls();
    int pending = Ints.saturatedCast(Math.max(0, known - ended));
    CrawlMetrics all =
        metrics
            .metrics(first, settings, elapsed, deferred())
            .withExplanations(history::explanations);
    String name = settings.getOrDefault("name", CrawlThreads.UNNAMED.name());
    return new CrawlSnapshot(
        name,
        history.isRunning() ? CrawlSnapshot.State.RUNNING : CrawlSnapshot.State.ENDED,
        counters.snapshot(
            name,
            pending,
            0,
            known,
            Duration.ZERO,
            CrawlStatistics.Stall.NONE,
            0,
            CrawlStatistics.Load.NONE),
        all,
        hosts,
        next);
  }

  private String headline() {
    long visited = counters.visited();
    boolean runs = history.isRunning();
    String until = runs && visited > 0 ? ", the last of " + Times.seconds(last) : "";
    return (runs ? "The crawl runs." : ending)
        + " All runs together: "
        + CrawlPage.counted(visited, "visited page", "visited pages")
        + until
        + ".";
  }
}
