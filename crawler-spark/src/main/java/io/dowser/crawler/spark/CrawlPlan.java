package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.assembly.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The driver's view of a crawl.
 *
 * @param task the plan for its tasks
 * @param location the place where the crawl is stored
 * @param seeds the seeds of this run
 * @param limits by the names of {@link io.dowser.crawler.Limits.Builder}
 * @param roundSize URLs of one round
 * @param perHost URLs of one host in one round
 * @param tasks tasks of one round, 0 for the cluster's parallelism
 * @param buckets of the table of URLs, when it is created
 * @param leaseTime the time after which a lease without a beat may be taken
 * @param files the files that are shipped, by name
 * @param recrawls whether the run rechecks visited pages
 * @param clock the time of day, for delayed hosts and the start of a cycle of rechecks
 * @param listener is notified of each round
 */
record CrawlPlan(
    TaskPlan task,
    String location,
    List<CrawlUrl> seeds,
    Map<String, String> limits,
    int roundSize,
    int perHost,
    int tasks,
    int buckets,
    Duration leaseTime,
    Map<String, Path> files,
    boolean recrawls,
    InstantSource clock,
    Consumer<SparkCrawl.Progress> listener) {

  /** Returns a limit, or the largest number if it was not set. */
  long limit(String name) {
    return Long.parseLong(limits.getOrDefault(name, "" + Long.MAX_VALUE));
  }

  /** Returns how long all runs together may take. */
  Duration maxDuration() {
    String text = limits.get("maxDuration");
    return text == null ? Duration.ofNanos(Long.MAX_VALUE) : Duration.parse(text);
  }

  /** Creates all plugins once, so that what is wrong with them shows at once. */
  void checkPlugins() {
    Toolbox.check(task, name -> String.valueOf(files.get(name)));
  }

  int maxDepth() {
    return (int) Math.min(Integer.MAX_VALUE, limit("maxDepth"));
  }

  int pagesPerHost() {
    return task.rules().traps().pagesPerHost();
  }

  /** The time in which an ordinary host takes its URLs of a round, at most that of a round. */
  long shareMillis() {
    long roundTime = task.roundTime().toMillis();
    long delay = task.rules().politeness().delay().toMillis();
    return delay == 0 ? roundTime : Math.min(roundTime, perHost * delay);
  }

  private static String recorded(Setting<?> setting) {
    return new TreeMap<>(setting.words()).toString();
  }

  /** Returns what must not change from one run to the next, by name. */
  Map<String, String> settings() {
    return Map.of(
        "scorer", task.scorer().describe(),
        "analyzer",
            task.analyzers().stream().map(NamedPlugin::describe).collect(Collectors.joining(" ")),
        "frontier", task.order().toString(),
        "judge", task.judge().describe(),
        "randomSeed", Long.toString(task.seed()),
        "hosts", recorded(task.rules().spec().hostGrouping),
        "canonicalizer", recorded(task.rules().spec().canonicalizer),
        "maxDepth", Integer.toString(maxDepth()),
        "topic", new TreeMap<>(task.topic()).toString());
  }
}
