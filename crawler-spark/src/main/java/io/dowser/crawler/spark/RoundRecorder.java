package io.dowser.crawler.spark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what comes of a task's URLs, one row each; for the crawl's own thread.
 *
 * <p>What the crawl reports about a URL after the URL itself is done belongs to the same row, so a
 * row is written when the next one begins.
 */
final class RoundRecorder implements CrawlListener {

  static final String VISITED = "VISITED";

  /** The engine may follow none, see {@link RoundFetcher}. */
  private static final String AS_THE_ENGINE_SEES_REDIRECTS = "fetch failed: too many redirects";

  private final TaskPlan plan;
  private final int round;
  private final RoundFiles files;
  private final LinkRows links;
  private final RoundFetcher fetcher;
  private final Map<String, Integer> putOffs;
  private final InstantSource clock;
  private final String executor;
  private final TaskReport report = new TaskReport();
  private final Map<String, Duration> delayed = new TreeMap<>();
  private final Set<String> answered = new TreeSet<>();
  private long handedBack;
  private @Nullable VisitRow pending;
  private @Nullable CrawlUrl about;

  /**
   * Begins.
   *
   * @param putOffs how many rounds in a row a host was put off before this one, if it was
   * @param executor names this machine
   */
  RoundRecorder(
      TaskPlan plan,
      int round,
      RoundFiles files,
      RoundFetcher fetcher,
      Map<String, Integer> putOffs,
      InstantSource clock,
      String executor) {
    this.plan = plan;
    this.round = round;
    this.files = files;
    this.links = new LinkRows(plan, round, files);
    this.fetcher = fetcher;
    this.putOffs = putOffs;
    this.clock = clock;
    this.executor = executor;
  }

  void visited(Assigned at, Visit visit, List<ScoredLink> scored, Map<Long, Assigned> members) {
    FetchResult.Fetched fetched = visit.fetched();
    String pageUrl = visit.url().toString();
    answered.add(at.host());
    long time = visit.time().toEpochMilli();
    begin(at, VISITED)
        .set("pageUrl", pageUrl)
        .set("relevance", visit.relevance())
        .set("relevant", visit.relevant())
        .set("time", time)
        .set("fetchNanos", fetched.elapsed().toNanos())
        .set("status", fetched.status())
        .set("contentType", fetched.contentType())
        .set("bytes", (long) fetched.body().size())
        .set("pathState", visit.pathState().toArray());
    report.add(CrawlCounts.VISITED, 1);
    report.add(CrawlCounts.RELEVANT, visit.relevant() ? 1 : 0);
    report.add(CrawlCounts.BYTES, fetched.body().size());
    write(
        () -> {
          links.write(at, visit, scored, members);
          files.page(pageUrl, time, fetched);
        });
  }

  void abandoned(Assigned at, AbandonReason reason) {
    Optional<FetchResult.Redirect> redirect = fetcher.redirect(at.url());
    boolean mayFollow = at.hops() < plan.maxRedirects();
    if (redirect.isPresent() && mayFollow && reason == AbandonReason.FETCH_FAILED) {
      redirected(at, redirect.get());
    } else {
      begin(at, reason.name());
      report.add(
          reason == AbandonReason.REDIRECTED ? CrawlCounts.REDIRECTS : CrawlCounts.FAILED, 1);
    }
  }

  /** The target takes the place of the URL that led to it, and waits for a later round. */
  private void redirected(Assigned at, FetchResult.Redirect redirect) {
    answered.add(at.host());
    begin(at, AbandonReason.REDIRECTED.name())
        .set("detail", redirect.location())
        .set("status", redirect.status());
    handedBack++;
    about = null; // the engine reports of a failure next, which this is not
    report.add(CrawlCounts.REDIRECTS, 1);
    CrawlUrl target =
        UrlCanonicalizer.standard().resolver(redirect.url()).resolve(redirect.location());
    if (target != null) {
      write(() -> links.redirect(at, target));
    }
  }

  private VisitRow begin(Assigned at, String outcome) {
    flush();
    var row = new VisitRow(at, round, outcome, executor);
    pending = row;
    about = at.url();
    return row;
  }

  /** A host is left alone for a while. */
  void putOff(String host, Duration rest) {
    delayed.put(host, rest);
  }

  private void writeDelays() throws IOException {
    for (Map.Entry<String, Duration> rest : delayed.entrySet()) {
      writeDelay(rest(rest.getKey(), rest.getValue()));
    }
    for (String host : answered) {
      if (!delayed.containsKey(host) && putOffs.getOrDefault(host, 0) > 0) {
        writeDelay(HostUpdates.rest(host, 0, 0)); // it is as any other again
      }
    }
  }

  /** For good, if the host has been put off too often in a row; an answer ends the row. */
  private HostUpdates rest(String host, Duration rest) {
    int times = answered.contains(host) ? 1 : putOffs.getOrDefault(host, 0) + 1;
    boolean forGood = times >= CrawlRules.MAX_PUT_OFFS;
    long until = forGood ? HostUpdates.NEVER : clock.millis() + rest.toMillis();
    return HostUpdates.rest(host, until, times);
  }

  private void writeDelay(HostUpdates rest) throws IOException {
    files.news(rest);
    boolean before = putOffs.getOrDefault(rest.host(), 0) > 0;
    report.add(CrawlCounts.PUT_OFF, (rest.putOffs() > 0 ? 1 : 0) - (before ? 1 : 0));
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.FetchFailed failed && !failed.willRetry()) {
      FetchResult.Failed why = failed.failure();
      detail(failed.candidate().url(), why.reason() + " " + why.detail());
    } else if (event instanceof CrawlEvent.Dropped dropped) {
      detail(dropped.candidate().url(), dropped.detail());
    } else if (event instanceof CrawlEvent.PluginFailed failed) {
      detail(failed.url(), failed.kind() + " " + failed.plugin() + ": " + failed.cause());
    } else if (event instanceof CrawlEvent.DuplicateFound duplicate && pending != null) {
      pending.set("duplicate", duplicate.kind().name().toLowerCase(Locale.ROOT));
      report.add(CrawlCounts.DUPLICATES, 1);
    }
  }

  private void detail(CrawlUrl url, String words) {
    VisitRow row = pending;
    CrawlUrl current = about;
    if (row != null && current != null && url.equals(current)) {
      row.set("detail", words);
    }
  }

  private void flush() {
    VisitRow row = pending;
    pending = null;
    if (row != null) {
      write(() -> files.visit(row));
    }
  }

  /** Writes what is left, and gives what the task has to report. */
  TaskReport end(Map<String, Long> troubles) throws IOException {
    flush();
    for (HostUpdates news : fetcher.news()) {
      files.news(news);
    }
    writeDelays();
    files.finish(report);
    troubles.forEach((name, times) -> report.add(CrawlCounts.TROUBLE + name, times));
    report.add(CrawlCounts.TROUBLE + AS_THE_ENGINE_SEES_REDIRECTS, -handedBack);
    return report;
  }

  private interface Writing {
    void run() throws IOException;
  }

  private static void write(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw new UncheckedIOException("a round cannot be written", e);
    }
  }
}
