package io.dowser.crawler.internal.report;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Excerpt;
import io.dowser.crawler.report.CrawlMetrics.Host;
import io.dowser.crawler.report.CrawlMetrics.Note;
import io.dowser.crawler.report.CrawlMetrics.Progress;
import io.dowser.crawler.report.CrawlMetrics.Step;
import io.dowser.crawler.report.CrawlSnapshot;
import io.dowser.crawler.report.CrawlSnapshot.HostStatus;
import io.dowser.crawler.report.CrawlSnapshot.Next;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes what a crawl looks like as values for {@link Json}. */
public final class CrawlJson {

  private static final int MOST_HOSTS = 200;
  private static final double NANOS = 1e9;
  private static final String UNLIMITED = "unlimited";

  private CrawlJson() {}

  /**
   * Returns a crawl without its results.
   *
   * @param sentence its state or its end, in words
   */
  public static Map<String, Object> of(CrawlSnapshot crawl, String sentence) {
    Map<String, Object> json = new LinkedHashMap<>();
    CrawlMetrics metrics = crawl.metrics();
    json.put("name", crawl.name());
    json.put("state", crawl.state().name().toLowerCase(Locale.ROOT));
    json.put("sentence", sentence);
    if (metrics.started().isAfter(Instant.EPOCH)) {
      json.put("started", Times.seconds(metrics.started()));
    }
    json.put("totals", totals(crawl.statistics(), metrics));
    json.put("plan", plan(metrics.settings()));
    json.put("limits", limits(metrics.settings()));
    json.put("excluded", metrics.settings().getOrDefault("excluded", "").lines().toList());
    json.put("preferred", metrics.settings().getOrDefault("preferred", "").lines().toList());
    json.put("curve", metrics.progress().stream().map(CrawlJson::point).toList());
    json.put("hosts", hosts(crawl));
    json.put("next", crawl.next().stream().map(CrawlJson::next).toList());
    json.put("problems", problems(metrics));
    json.put("log", metrics.notes().stream().map(CrawlJson::note).toList());
    return json;
  }

  /** Returns what a crawl was started with, as {@code POST /crawls} takes it. */
  private static Map<String, Object> plan(Map<String, String> settings) {
    Map<String, Object> json = new LinkedHashMap<>();
    String example = settings.getOrDefault("judge.exampleText", "");
    if (example.isEmpty()) {
      json.put(
          "topic",
          settings
              .getOrDefault("topic", "")
              .lines()
              .map(term -> term.substring(term.indexOf(' ') + 1))
              .toList());
    } else {
      json.put("example", example);
    }
    json.put("judge", settings.getOrDefault("judge", ""));
    json.put("seeds", settings.getOrDefault("seeds", "").lines().toList());
    json.put("stayOn", settings.getOrDefault("stayOn", ""));
    return json;
  }

  private static Map<String, Object> totals(CrawlStatistics statistics, CrawlMetrics metrics) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("visited", statistics.visited());
    json.put("relevant", statistics.relevant());
    json.put("nearlyRelevant", metrics.nearlyRelevant());
    json.put("harvest", statistics.harvestRate());
    json.put("harvestNow", statistics.windowedHarvestRate());
    json.put("estimatedRelevant", statistics.estimatedRelevant());
    json.put("pending", statistics.pending());
    json.put("inFlight", statistics.inFlight());
    json.put("failed", statistics.failed());
    json.put("known", statistics.known());
    json.put("bytes", statistics.bytes());
    json.put("seconds", statistics.elapsed().toNanos() / NANOS);
    json.put("pagesPerSecond", statistics.pagesPerSecond());
    return json;
  }

  /** Returns the limits that end a crawl; a setting without a limit is {@code unlimited}. */
  static Map<String, Object> limits(Map<String, String> settings) {
    Map<String, Object> json = new LinkedHashMap<>();
    for (String name : List.of("maxPages", "maxRelevantPages")) {
      String text = settings.getOrDefault(name, "");
      if (text.matches("\\d{1,18}")) {
        json.put(name, Long.parseLong(text));
      }
    }
    String duration = settings.getOrDefault("maxDuration", UNLIMITED);
    if (!duration.equals(UNLIMITED)) {
      json.put("maxSeconds", Durations.parse(duration).toSeconds());
    }
    return json;
  }

  private static List<Object> point(Progress at) {
    return List.of(
        at.visited(), at.relevant(), at.windowedHarvestRate(), at.elapsed().toNanos() / NANOS);
  }

  /** Returns the hosts in use or waiting first, and then those with most pages. */
  private static List<Map<String, Object>> hosts(CrawlSnapshot crawl) {
    Map<String, Map<String, Object>> all = new LinkedHashMap<>();
    for (HostStatus status : crawl.hosts()) {
      host(all, status.name()).put("status", status.status());
    }
    for (Host host : crawl.metrics().hosts()) {
      if (all.size() < MOST_HOSTS || all.containsKey(host.name())) {
        Map<String, Object> json = host(all, host.name());
        json.put("visited", host.visited());
        json.put("relevant", host.relevant());
        json.put("failed", host.failed());
        json.put("lastFailure", host.lastFailure());
        json.put("milliseconds", host.meanFetch().toMillis());
      }
    }
    return new ArrayList<>(all.values());
  }

  private static Map<String, Object> host(Map<String, Map<String, Object>> all, String name) {
    return all.computeIfAbsent(
        name, unused -> new LinkedHashMap<>(Map.of("name", name.isEmpty() ? "other hosts" : name)));
  }

  private static Map<String, Object> next(Next next) {
    Candidate link = next.candidate();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("url", link.url().toString());
    json.put("anchor", next.anchor());
    json.put("seed", link.isSeed());
    json.put("score", link.score());
    json.put("depth", link.depth());
    json.put("host", next.hostStatus());
    json.put("parts", ScoreParts.of(next.explanation()));
    return json;
  }

  private static List<Map<String, Object>> problems(CrawlMetrics metrics) {
    List<Map<String, Object>> all = new ArrayList<>();
    metrics
        .problems()
        .forEach(
            (reason, times) -> {
              Map<String, Object> json = new LinkedHashMap<>();
              json.put("reason", reason);
              json.put("times", times);
              json.put("examples", metrics.examples().getOrDefault(reason, List.of()));
              json.put("remedy", Remedies.of(reason));
              all.add(json);
            });
    return all;
  }

  private static Map<String, Object> note(Note note) {
    return Map.of(
        "time", Times.seconds(note.time()),
        "visited", note.visited(),
        "steered", note.steered(),
        "text", note.text());
  }

  /** Returns the results of a crawl without a directory: the best pages that it remembers. */
  public static Map<String, Object> results(CrawlSnapshot crawl) {
    List<Map<String, Object>> rows =
        crawl.metrics().relevantPages().stream().map(CrawlJson::result).toList();
    return Map.of("total", crawl.statistics().relevant(), "rows", rows);
  }

  private static Map<String, Object> result(Step page) {
    Map<String, Object> json = result(page.number(), page.url(), page.excerpt());
    json.put("relevance", page.relevance());
    json.put("anchor", page.anchor());
    json.put("score", page.score());
    return json;
  }

  /** Returns what a list shows of a page. */
  public static Map<String, Object> result(long number, String url, Excerpt excerpt) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("number", number);
    json.put("url", url);
    json.put("title", excerpt.title());
    json.put("passage", excerpt.passage());
    json.put(
        "marks", excerpt.marks().stream().map(mark -> List.of(mark.start(), mark.end())).toList());
    json.put("terms", excerpt.terms());
    Optional<LocalDate> published = excerpt.published();
    published.ifPresent(date -> json.put("published", date.toString()));
    return json;
  }
}
