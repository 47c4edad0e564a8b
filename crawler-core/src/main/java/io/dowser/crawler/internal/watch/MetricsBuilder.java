package io.dowser.crawler.internal.watch;

import com.google.common.collect.ImmutableMap;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.internal.recovery.Examples;
import io.dowser.crawler.internal.report.RelevantPaths;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Host;
import io.dowser.crawler.report.CrawlMetrics.Note;
import io.dowser.crawler.report.CrawlMetrics.Progress;
import io.dowser.crawler.report.CrawlMetrics.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Adds up the metrics of a crawl's report in bounded memory. Not thread-safe. */
final class MetricsBuilder {

  private static final int MOST_POINTS = 512;
  private static final int MOST_HOSTS = 10_000;
  private static final int MOST_DEPTHS = 64;
  private static final int MOST_RELEVANT = 200;
  private static final int MOST_PROBLEMS = 200;
  static final int MOST_NOTES = 200;
  static final int MOST_NOTE = 200; // characters
  private static final int MOST_REDIRECTED_SEEDS = 20;
  private static final Comparator<Step> BEST =
      Comparator.comparingDouble(Step::relevance).reversed().thenComparingLong(Step::number);
  private static final String OTHERS = "";

  private final CrawlCounters counters;
  private final Supplier<Map<String, Double>> weights;
  private final double threshold;
  private final List<Progress> progress = new ArrayList<>();
  private final Map<String, HostCount> hosts = new HashMap<>();
  private final long[] depths = new long[MOST_DEPTHS];
  private final Map<String, Long> problems = new TreeMap<>();
  private final RelevantPaths<Long> paths = new RelevantPaths<>();
  private final PriorityQueue<Step> relevant = new PriorityQueue<>(BEST.reversed());
  private final ChangeLog changes = new ChangeLog();
  private final Map<String, String> redirectedSeeds = new LinkedHashMap<>();
  private final Examples examples = new Examples();
  private final Deque<Note> notes = new ArrayDeque<>();
  private long stride = 1;
  private long nearlyRelevant;

  /**
   * Creates a builder.
   *
   * @param counters the counts of visits
   * @param weights the weights that the scorer has learned
   * @param threshold the relevance from which on a page is relevant; infinite if that is not known
   */
  MetricsBuilder(CrawlCounters counters, Supplier<Map<String, Double>> weights, double threshold) {
    this.counters = counters;
    this.weights = weights;
    this.threshold = threshold;
  }

  private static final class HostCount {
    private long visited;
    private long relevant;
    private long failed;
    private String lastFailure = "";
    private long nanos;
    private final ExtractCounter extracts = new ExtractCounter();

    Host host(String name) {
      return new Host(
          name, visited, relevant, failed, lastFailure, Duration.ofNanos(nanos), extracts.counts());
    }
  }

  /** Returns the name of a reason in words. */
  static String words(String reason) {
    return reason.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Adds a candidate that was not fetched, by the name of an {@link AbandonReason}. */
  void notFetched(AbandonReason reason, CrawlUrl url) {
    String why =
        switch (reason) {
          case FORBIDDEN -> "forbidden by robots.txt";
          case ROBOTS_UNREACHABLE -> "robots.txt unreachable";
          default -> words(reason.name());
        };
    problem("not fetched: " + why, url.toString());
    if (reason == AbandonReason.ROBOTS_UNREACHABLE) {
      failed(url.host(), why);
    }
  }

  /** Returns the reason of a failed fetch in words, with the status of HTTP if that is it. */
  static String why(String reason, int status) {
    boolean byStatus = reason.equals(FailureReason.HTTP_STATUS.name());
    return byStatus && status > 0 ? words(reason) + " " + status : words(reason);
  }

  ChangeLog changes() {
    return changes;
  }

  /** Adds a URL that was not fetched or not queued. */
  void problem(String reason, String url) {
    problem(reason, 1, url);
  }

  /** Adds something that happened several times, with an example. */
  void problem(String reason, long number, String example) {
    problem(reason, number);
    examples.add(reason, example);
  }

  /** Adds something that was not fetched or not queued. */
  void problem(String reason, long number) {
    problems.merge(reason, number, Long::sum);
  }

  /** Adds an event in words, and returns it. */
  Note note(Instant time, boolean steered, String text) {
    String shown = RecentAnchors.shortened(text, MOST_NOTE);
    var note = new Note(time, counters.visited(), steered, shown);
    note(note);
    return note;
  }

  /** Adds an event. */
  void note(Note note) {
    notes.add(note);
    if (notes.size() > MOST_NOTES) {
      notes.remove();
    }
  }

  /** Adds a skipped link. */
  void skipped(String reason, String detail, String url) {
    examples.add(skipped(reason, detail, 1), url);
  }

  /**
   * Adds skipped links, and returns what they are counted as: a detail counts by itself while there
   * are few, as plugins word them.
   */
  String skipped(String reason, String detail, long number) {
    String skipped = "link skipped: " + words(reason);
    String detailed = detail.isEmpty() ? skipped : skipped + ", " + detail;
    boolean counted = problems.size() < MOST_PROBLEMS || problems.containsKey(detailed);
    String counting = counted ? detailed : skipped;
    problem(counting, number);
    return counting;
  }

  /** Adds a failed fetch to its host. */
  void failed(String name, String why) {
    HostCount host = host(name);
    host.failed++;
    host.lastFailure = why;
  }

  /** Adds why the last request to a host has failed, if that is not known from a URL. */
  void lastFailure(String name, String why) {
    HostCount host = host(name);
    host.lastFailure = host.lastFailure.isEmpty() ? why : host.lastFailure;
  }

  /** Returns whether another visit can be in a path. */
  boolean hasRoom() {
    return paths.hasRoom();
  }

  /**
   * Adds a page that the counters have.
   *
   * @param host the host of the page
   * @param fetching the duration of its fetch, 0 if that is not known
   * @param elapsed time since the start
   */
  void visited(
      String host,
      Candidate arrival,
      Step step,
      boolean isRelevant,
      Duration fetching,
      Duration elapsed) {
    depths[Math.min(arrival.depth(), MOST_DEPTHS - 1)]++;
    HostCount count = host(host);
    count.visited++;
    count.relevant += isRelevant ? 1 : 0;
    count.nanos += fetching.toNanos();
    if (counters.visited() % stride == 0) {
      progress.add(point(elapsed));
      thinOut();
    }
    addRedirect(arrival, step.url());
    paths.add(arrival.sequence(), step, arrival.parent(), arrival.depth(), isRelevant);
    if (isRelevant) {
      relevant.add(step);
      if (relevant.size() > MOST_RELEVANT) {
        relevant.remove();
      }
    } else if (step.relevance() >= CrawlMetrics.NEARLY * threshold) {
      nearlyRelevant++;
    }
  }

  /** Returns whether a relevant page would be among those that are kept. */
  boolean isAmongBest(Step step) {
    return relevant.size() < MOST_RELEVANT || BEST.compare(step, relevant.element()) < 0;
  }

  /** Adds what a relevant page has of the names that the crawl extracts. */
  void extracted(String host, PageAttributes page, Set<String> names) {
    host(host).extracts.add(page, names);
  }

  private void addRedirect(Candidate arrival, String page) {
    String url = arrival.url().toString();
    if (arrival.isSeed() && !page.equals(url) && redirectedSeeds.size() < MOST_REDIRECTED_SEEDS) {
      redirectedSeeds.put(url, page);
    }
  }

  private Progress point(Duration elapsed) {
    return new Progress(
        counters.visited(),
        counters.relevant(),
        counters.windowedHarvestRate(),
        elapsed,
        weights.get());
  }

  /** Doubles the distance between points once there are too many, so that they span all visits. */
  private void thinOut() {
    if (progress.size() == MOST_POINTS) {
      stride *= 2;
      progress.removeIf(point -> point.visited() % stride != 0);
    }
  }

  private HostCount host(String name) {
    String key = hosts.size() < MOST_HOSTS || hosts.containsKey(name) ? name : OTHERS;
    return hosts.computeIfAbsent(key, unused -> new HostCount());
  }

  /** Returns the metrics of all that was added until now, and counts of deferred URLs. */
  CrawlMetrics metrics(
      Instant started, Map<String, String> settings, Duration elapsed, Map<String, Long> deferred) {
    return new CrawlMetrics(
        started,
        settings,
        progress(elapsed),
        hosts(),
        depths(),
        problems(deferred),
        paths.longest(),
        relevant.stream().sorted(BEST).toList(),
        nearlyRelevant,
        changes.last(),
        changes.curve(),
        redirectedSeeds,
        examples.all(),
        List.copyOf(notes));
  }

  private List<Progress> progress(Duration elapsed) {
    var all = new ArrayList<>(progress);
    long last = all.isEmpty() ? 0 : all.get(all.size() - 1).visited();
    if (counters.visited() > last) {
      all.add(point(elapsed));
    }
    return all;
  }

  private List<Host> hosts() {
    return hosts.entrySet().stream()
        .map(entry -> entry.getValue().host(entry.getKey()))
        .sorted(Comparator.comparingLong(Host::visited).reversed().thenComparing(Host::name))
        .toList();
  }

  private List<Long> depths() {
    int used = MOST_DEPTHS;
    while (used > 0 && depths[used - 1] == 0) {
      used--;
    }
    return Arrays.stream(depths, 0, used).boxed().toList();
  }

  private Map<String, Long> problems(Map<String, Long> deferred) {
    Map<String, Long> all = new TreeMap<>(problems);
    all.putAll(deferred);
    return all.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
