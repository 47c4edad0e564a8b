package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import com.google.common.primitives.Doubles;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.recovery.PartRecord;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageState;
import io.dowser.crawler.internal.traps.PageContentHash;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what comes of a task's URLs, one row each; for the crawl's own thread.
 *
 * <p>What the crawl reports about a URL after the URL itself is done belongs to the same row, so a
 * row is written when the next one begins.
 */
final class RoundRecorder implements CrawlListener {

  private static final Logger LOG = LoggerFactory.getLogger(RoundRecorder.class);
  private static final int CHUNK_CHARACTERS = 2_000;

  static final String VISITED = "VISITED";
  static final String QUARANTINED = "QUARANTINED";
  private static final String DIED = "it was in flight when its task died twice";
  private static final String CHECK_FAILED = "FAILED";

  /** They are failures to the engine, see {@link RoundFetcher}. */
  private static final String AS_THE_ENGINE_SEES_REDIRECTS = "fetch failed: too many redirects";

  private final TaskPlan plan;
  private final int round;
  private final RowFiles files;
  private final LinkRows links;
  private final RoundFetcher fetcher;
  private final Toolbox.Tools tools;
  private final Map<String, HostState> known;
  private final InstantSource clock;
  private final TrapRules traps;
  private final int maxRedirects;
  private final TaskReport report = new TaskReport();
  private final Map<String, Duration> delayed = new TreeMap<>();
  private final Map<String, Long> pages = new TreeMap<>();
  private final Map<String, Map<Long, Integer>> deferred = new TreeMap<>();
  private final Set<String> responsive = new TreeSet<>();
  private long handedBack;
  private @Nullable VisitRow pending;
  private @Nullable CrawlUrl about;
  private @Nullable Assigned checked;
  private final List<ScoredLink> later = new ArrayList<>();

  /**
   * Begins.
   *
   * @param tools the plugins of the task
   * @param known the state of each host of the task after earlier rounds
   */
  RoundRecorder(
      TaskPlan plan,
      int round,
      RowFiles files,
      RoundFetcher fetcher,
      Toolbox.Tools tools,
      Map<String, HostState> known,
      InstantSource clock) {
    this.plan = plan;
    this.traps = plan.rules().spec().traps.get();
    this.maxRedirects = plan.rules().spec().maxRedirects.get();
    this.round = round;
    this.files = files;
    this.links = new LinkRows(plan, round, files);
    this.fetcher = fetcher;
    this.tools = tools;
    this.known = known;
    this.clock = clock;
  }

  void visited(
      Assigned at,
      Visit visit,
      PageContentHash text,
      PartRecord record,
      List<ScoredLink> scored,
      Map<Long, Assigned> members) {
    responsive.add(at.host());
    pages.merge(at.host(), 1L, Long::sum);
    VisitRow row = begin(TableSchemas.VISITS, at, VISITED);
    setPage(row, record.first(visit, LinkRows.born(round, at.place(), 0)));
    fill(row, visit, text);
    links.write(at, visit, scored, members);
    if (tools.scorer() instanceof LearningScorer) { // which needs the texts of pages
      files.write(TableSchemas.LESSONS, at.url().toString(), visit.page().text());
    }
    keep(at, visit, row);
  }

  /**
   * Begins the row of a recheck, whose result is known if it is a change, and writes the links that
   * the page has added, or the target of its redirect.
   */
  void checked(Assigned at, PageState found, Optional<ChangeRow> change) {
    String outcome = change.map(each -> each.kind().name()).orElse(CHECK_FAILED);
    VisitRow row = begin(TableSchemas.CHECKS, at, outcome);
    setPage(row, found);
    PageRow page = found.page().row();
    row.set("time", page.rechecks().tried().atOffset(ZoneOffset.UTC))
        .set("status", change.map(ChangeRow::http).orElse(null));
    if (page.status() == PageRow.Status.MOVED) {
      later.forEach(to -> links.redirect(at, to.link().target()));
    } else {
      links.added(at, page.version().relevance(), later);
    }
    later.clear();
    checked = at;
  }

  /** Adds a link of the page that is rechecked, or the target of its redirect. */
  void later(Candidate target, String anchor) {
    later.add(new ScoredLink(Link.of(target.url(), anchor), target, false));
  }

  /** Takes another version of a page, after its row has begun. */
  void changed(CrawlEvent.Changed changed, PageContentHash text) {
    Visit visit = changed.visit();
    VisitRow row = requireNonNull(pending);
    responsive.add(requireNonNull(checked).host());
    fill(row, visit, text);
    row.set("distance", changed.distance())
        .set("links_added", changed.linksAdded())
        .set("links_removed", changed.linksRemoved());
    keep(requireNonNull(checked), visit, row);
  }

  private void setPage(VisitRow row, PageState state) {
    row.set(PageColumn.NAME, PageColumn.cells(files.schema(row.table()), state));
  }

  private static void fill(VisitRow row, Visit visit, PageContentHash text) {
    FetchResult.Fetched fetched = visit.fetched();
    row.set("page_url", visit.url().toString())
        .set("relevance", visit.relevance())
        .set("relevant", visit.relevant())
        .set("time", visit.time().atOffset(ZoneOffset.UTC))
        .set("fetch_nanos", fetched.elapsed().toNanos())
        .set("status", fetched.status())
        .set("content_type", fetched.contentType())
        .set("bytes", (long) fetched.body().size())
        .set("text_high", text.high())
        .set("text_low", text.low())
        .set("text_similarity", text.similarity())
        .set("text_shingles", text.shingles())
        .set("text_start", text.start())
        .set("path_state", Doubles.asList(visit.pathState().toArray()));
    visit
        .irrelevance()
        .ifPresent(
            reason -> {
              row.set("irrelevance", reason.toString());
              if (reason == Irrelevance.CANONICAL) {
                row.set("canonical", visit.page().canonical().orElseThrow().toString());
              }
            });
  }

  /** Keeps text and body of a page. */
  private void keep(Assigned at, Visit visit, VisitRow row) {
    if (plan.rounds().keepTexts() && visit.relevant()) {
      keepText(at, visit, row);
    }
    if (plan.rounds().keepPages()) {
      FetchResult.Fetched fetched = visit.fetched();
      files.write(
          TableSchemas.PAGES,
          round,
          visit.url().toString(),
          visit.time().atOffset(ZoneOffset.UTC),
          fetched.status(),
          headers(fetched),
          ByteBuffer.wrap(fetched.body().toArray()));
    }
  }

  private void keepText(Assigned at, Visit visit, VisitRow row) {
    PageAttributes attributes;
    try {
      attributes = visit.page().attributes();
    } catch (RuntimeException e) { // costs the text of the page alone
      LOG.warn("the text of {} cannot be kept", at.url(), e);
      row.set("detail", "the text cannot be kept: " + e);
      return;
    }
    List<String> chunks = new ArrayList<>();
    for (PageAttributes.Chunk chunk : attributes.chunks(CHUNK_CHARACTERS)) {
      chunks.add(String.join("\n", chunk.headings()) + "\n\n" + chunk.markdown());
    }
    chunks.replaceAll(String::strip);
    files.write(
        TableSchemas.TEXTS,
        round,
        at.url().toString(),
        visit.time().atOffset(ZoneOffset.UTC),
        visit.page().title(),
        attributes.mainText(),
        attributes.markdown(),
        chunks);
  }

  private static String headers(FetchResult.Fetched page) {
    var headers = new StringBuilder();
    page.headers()
        .map()
        .forEach(
            (name, values) ->
                values.forEach(
                    value -> headers.append(name).append(": ").append(value).append("\r\n")));
    return headers.toString();
  }

  void abandoned(Assigned at, AbandonReason reason) {
    Optional<FetchResult.Redirect> redirect = fetcher.redirect(at.url());
    boolean mayFollow = at.hops() < maxRedirects;
    if (redirect.isPresent() && mayFollow && reason == AbandonReason.FETCH_FAILED) {
      redirected(at, redirect.get());
    } else {
      begin(TableSchemas.VISITS, at, reason.name());
      report.add(
          reason == AbandonReason.REDIRECTED ? CrawlCounts.REDIRECTS : CrawlCounts.FAILED, 1);
    }
  }

  /** The target takes the place of the URL that led to it, and waits for a later round. */
  private void redirected(Assigned at, FetchResult.Redirect redirect) {
    responsive.add(at.host());
    begin(TableSchemas.VISITS, at, AbandonReason.REDIRECTED.name())
        .set("detail", redirect.location())
        .set("status", redirect.status());
    handedBack++;
    about = null; // the engine reports of a failure next, which this is not
    report.add(CrawlCounts.REDIRECTS, 1);
    CrawlUrl target =
        plan.rules()
            .spec()
            .canonicalizer
            .get()
            .resolver(redirect.url())
            .resolve(redirect.location());
    if (target != null
        && tools.links().refusal(target).isEmpty()
        && traps.check(target, tools.analyzers()::read).isEmpty()) {
      links.redirect(at, target);
    }
  }

  /** A URL in whose task an attempt died twice is not fetched again. */
  void quarantined(Assigned at) {
    if (at.isRecheck()) {
      checked(at, at.state().tried(clock.instant()), Optional.empty());
      requireNonNull(pending).set("detail", DIED);
      return;
    }
    begin(TableSchemas.VISITS, at, QUARANTINED).set("detail", DIED);
    report.add(CrawlCounts.FAILED, 1);
    about = null;
  }

  private VisitRow begin(String table, Assigned at, String outcome) {
    flush();
    var row = new VisitRow(table, files.schema(table), at, round, outcome);
    pending = row;
    about = at.url();
    return row;
  }

  /** A host is left alone for a while. */
  void putOff(String host, Duration rest) {
    delayed.put(host, rest);
  }

  private void writeHosts() {
    for (HostState before : known.values()) {
      String host = before.host();
      long more = pages.getOrDefault(host, 0L);
      HostState delay = delay(before);
      HostState after =
          new HostState(
              host,
              delay.readyAt(),
              delay.putOffs(),
              before.pages() + more,
              fetcher.paceMillis(host, before.paceMillis()),
              deferred.getOrDefault(host, before.deferred()));
      if (!after.equals(before)) {
        files.write(TableSchemas.HOSTS, after.cells(round));
        report.add(CrawlCounts.HOST_CHANGES, 1);
      }
    }
  }

  /**
   * Returns the state of a host with its new delay. A host that was put off too often in a row is
   * given up; a response ends the row.
   */
  private HostState delay(HostState before) {
    String host = before.host();
    Duration delay = delayed.get(host);
    if (delay == null) {
      return responsive.contains(host) ? before.delayed(0, 0) : before;
    }
    int times = responsive.contains(host) ? 1 : before.putOffs() + 1;
    boolean forGood = times >= CrawlRules.MAX_PUT_OFFS;
    long until = forGood ? HostState.NEVER : clock.millis() + delay.toMillis();
    return before.delayed(until, times);
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.FetchFailed failed && !failed.willRetry()) {
      FetchResult.Failed why = failed.failure();
      row(failed.candidate().url())
          .ifPresent(
              row ->
                  row.set("detail", why.reason() + " " + why.detail()).set("status", why.status()));
    } else if (event instanceof CrawlEvent.Dropped dropped) {
      row(dropped.candidate().url()).ifPresent(row -> row.set("detail", dropped.detail()));
    } else if (event instanceof CrawlEvent.PluginFailed failed) {
      String words = failed.kind() + " " + failed.plugin() + ": " + failed.cause();
      row(failed.url()).ifPresent(row -> row.set("detail", words));
    } else if (event instanceof CrawlEvent.Unchanged same) {
      found(same.candidate(), "UNCHANGED");
    } else if (event instanceof CrawlEvent.Gone gone) {
      found(gone.candidate(), ChangeRow.Kind.GONE.name());
    } else if (event instanceof CrawlEvent.Moved moved) {
      found(moved.candidate(), ChangeRow.Kind.MOVED.name()).set("detail", moved.location());
    }
  }

  /** Sets the result of a recheck, unless it is known. */
  private VisitRow found(Candidate candidate, String outcome) {
    responsive.add(requireNonNull(checked).host());
    VisitRow row = row(candidate.url()).orElseThrow();
    return row.outcome().equals(CHECK_FAILED) ? row.set("outcome", outcome) : row;
  }

  /** Returns the row that has begun, if it is that of a URL. */
  private Optional<VisitRow> row(CrawlUrl url) {
    boolean isPending = about != null && about.equals(url);
    return isPending ? Optional.ofNullable(pending) : Optional.empty();
  }

  private void flush() {
    VisitRow row = pending;
    pending = null;
    if (row != null) {
      files.write(row.table(), row.cells());
      boolean isVisit = row.table().equals(TableSchemas.VISITS);
      report.add(isVisit ? CrawlCounts.CLOSED : CrawlCounts.CHECKED, 1);
      report.add(CrawlCounts.CHECKS + row.outcome(), isVisit ? 0 : 1);
    }
  }

  /** Writes what was learned of a host name, unless earlier rounds have learned the same. */
  void site(SiteState state) {
    files.write(
        TableSchemas.SITES, round, state.group(), state.site(), ByteBuffer.wrap(state.state()));
  }

  /** Notes which shapes of URLs have no turn on a host name of a host or site. */
  void deferred(String host, Map<Long, Integer> shapes) {
    deferred.computeIfAbsent(host, name -> new TreeMap<>()).putAll(shapes);
  }

  /**
   * Writes what is left, and gives what the task has to report.
   *
   * @param statistics those of the task's engine
   * @param problems its failures, by reason
   */
  TaskReport end(CrawlStatistics statistics, Map<String, Long> problems) throws IOException {
    flush();
    fetcher.news().forEach(response -> files.write(TableSchemas.ROBOTS, response.cells()));
    writeHosts();
    report.add(files.finish());
    report.add(CrawlCounts.VISITED, statistics.visited());
    report.add(CrawlCounts.RELEVANT, statistics.relevant());
    report.add(CrawlCounts.BYTES, statistics.bytes());
    statistics
        .irrelevant()
        .forEach((reason, pages) -> report.add(CrawlCounts.IRRELEVANT + reason.name(), pages));
    problems.forEach((name, times) -> report.add(CrawlCounts.PROBLEM + name, times));
    report.add(CrawlCounts.PROBLEM + AS_THE_ENGINE_SEES_REDIRECTS, -handedBack);
    return report;
  }
}
