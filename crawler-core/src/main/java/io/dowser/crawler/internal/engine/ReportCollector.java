package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.report.RelevantPaths;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Host;
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
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Collects the metrics of a crawl's report in bounded memory. Confined to the engine thread. */
final class ReportCollector implements CrawlListener {

  private static final int MOST_POINTS = 512;
  private static final int MOST_HOSTS = 10_000;
  private static final int MOST_DEPTHS = 64;
  private static final int MOST_RELEVANT = 200;
  private static final int MOST_TROUBLES = 200;
  private static final String OTHERS = "";

  private final LongSupplier nanoClock;
  private final long started;
  private final Instant startTime;
  private final Map<String, String> settings;
  private final CrawlCounters counters;
  private final List<Progress> progress = new ArrayList<>();
  private final Map<String, HostCount> hosts = new HashMap<>();
  private final long[] depths = new long[MOST_DEPTHS];
  private final Map<String, Long> troubles = new TreeMap<>();
  private final RelevantPaths<Long> paths = new RelevantPaths<>();
  private final RecentAnchors anchors = new RecentAnchors();
  private final Deque<Step> relevant = new ArrayDeque<>();
  private long stride = 1;

  ReportCollector(CrawlPlan plan, CrawlCounters counters, LongSupplier nanoClock) {
    this.startTime = plan.clock().instant();
    this.settings = plan.settings();
    this.counters = counters;
    this.nanoClock = nanoClock;
    this.started = nanoClock.getAsLong();
  }

  private static final class HostCount {
    private long visited;
    private long relevant;
    private long failed;
    private String lastFailure = "";
    private long nanos;
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      visited(visited.visit());
    } else if (event instanceof CrawlEvent.FetchFailed failed) {
      failed(failed.failure(), failed.willRetry());
    } else if (event instanceof CrawlEvent.Redirected redirected && !redirected.followed()) {
      trouble("redirect not followed");
    } else if (event instanceof CrawlEvent.PluginFailed failed) {
      trouble("plugin failed: " + words(failed.kind()));
    } else if (event instanceof CrawlEvent.NotModified) {
      trouble("not modified");
    } else {
      refused(event);
    }
  }

  private void refused(CrawlEvent event) {
    if (event instanceof CrawlEvent.Dropped dropped) {
      trouble("not fetched: " + words(dropped.reason()));
    } else if (event instanceof CrawlEvent.LinksSkipped skipped) {
      skipped.links().forEach(this::skipped);
      skipped.others().forEach((reason, n) -> trouble("link skipped: " + words(reason), n));
    } else if (event instanceof CrawlEvent.DuplicateFound duplicate) {
      trouble("duplicate page: " + words(duplicate.kind()));
    } else if (event instanceof CrawlEvent.HostSlowed slowed) {
      trouble("host slowed: " + words(slowed.cause()));
    }
  }

  /** Counts a detail by itself while there are few different ones: they are a plugin's words. */
  private void skipped(SkippedLink link) {
    String reason = "link skipped: " + words(link.reason());
    String detailed = link.detail().isEmpty() ? reason : reason + ", " + link.detail();
    boolean counted = troubles.size() < MOST_TROUBLES || troubles.containsKey(detailed);
    trouble(counted ? detailed : reason);
  }

  private static String words(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private void trouble(String reason) {
    trouble(reason, 1);
  }

  private void trouble(String reason, long number) {
    troubles.merge(reason, number, Long::sum);
  }

  private void failed(FetchResult.Failed failure, boolean willRetry) {
    String reason = words(failure.reason());
    trouble((willRetry ? "retried: " : "fetch failed: ") + reason);
    HostCount host = host(failure.url().host());
    host.failed++;
    host.lastFailure = failure.status() > 0 ? reason + " " + failure.status() : reason;
  }

  private void visited(Visit visit) {
    Candidate arrival = visit.candidate();
    depths[Math.min(arrival.depth(), MOST_DEPTHS - 1)]++;
    HostCount host = host(visit.url().host());
    host.visited++;
    host.relevant += visit.relevant() ? 1 : 0;
    host.nanos += visit.fetched().elapsed().toNanos();
    if (visit.number() % stride == 0) {
      progress.add(point(visit.number()));
      thinOut();
    }
    if (paths.hasRoom()) {
      paths.add(
          arrival.sequence(), step(visit), arrival.parent(), arrival.depth(), visit.relevant());
      anchors.keep(arrival.sequence(), visit.page());
    }
    if (visit.relevant()) {
      relevant.addLast(step(visit));
      if (relevant.size() > MOST_RELEVANT) {
        relevant.removeFirst();
      }
    }
  }

  private Step step(Visit visit) {
    Candidate arrival = visit.candidate();
    String anchor = anchors.of(arrival.parent(), arrival.url());
    return new Step(
        visit.number(), visit.url().toString(), anchor, arrival.score(), visit.relevance());
  }

  private Progress point(long visited) {
    Duration elapsed = Duration.ofNanos(nanoClock.getAsLong() - started);
    return new Progress(visited, counters.relevant(), counters.windowedHarvestRate(), elapsed);
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

  CrawlMetrics metrics() {
    return new CrawlMetrics(
        startTime,
        settings,
        progress(),
        hosts(),
        depths(),
        troubles(),
        paths.longest(),
        List.copyOf(relevant));
  }

  private List<Progress> progress() {
    var all = new ArrayList<>(progress);
    long last = all.isEmpty() ? 0 : all.get(all.size() - 1).visited();
    if (counters.visited() > last) {
      all.add(point(counters.visited()));
    }
    return all;
  }

  private List<Host> hosts() {
    return hosts.entrySet().stream()
        .map(entry -> host(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Host::visited).reversed().thenComparing(Host::name))
        .toList();
  }

  private static Host host(String name, HostCount count) {
    return new Host(
        name,
        count.visited,
        count.relevant,
        count.failed,
        count.lastFailure,
        Duration.ofNanos(count.nanos));
  }

  private List<Long> depths() {
    int used = MOST_DEPTHS;
    while (used > 0 && depths[used - 1] == 0) {
      used--;
    }
    return Arrays.stream(depths, 0, used).boxed().toList();
  }

  private Map<String, Long> troubles() {
    var sorted = new LinkedHashMap<String, Long>();
    troubles.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }
}
