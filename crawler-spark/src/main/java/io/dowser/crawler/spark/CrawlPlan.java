package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What the driver must know of the crawl.
 *
 * @param task what its tasks must know
 * @param seeds where it starts
 * @param maxPages pages visited at most
 * @param roundSize URLs of one round
 * @param perHost URLs of one host in one round
 * @param maxDepth links from the nearest seed
 * @param tasks tasks of one round
 * @param files what is shipped, by name
 * @param clock the time of day, for delayed hosts
 * @param listener is notified of each round
 */
record CrawlPlan(
    TaskPlan task,
    List<CrawlUrl> seeds,
    long maxPages,
    int roundSize,
    int perHost,
    int maxDepth,
    int tasks,
    Map<String, Path> files,
    InstantSource clock,
    Consumer<RoundProgress> listener) {

  /** Returns what must not change from one run to the next, by name. */
  Map<String, String> settings() {
    return Map.of(
        "scorer", task.scorer().describe(),
        "analyzer", task.analyzer().describe(),
        "frontier", task.order().toString(),
        "judge", task.judge().describe(),
        "randomSeed", Long.toString(task.seed()),
        "hosts", task.rules().wholeSites() ? "registrable domains" : "full names",
        "maxDepth", Integer.toString(maxDepth),
        "topic", new TreeMap<>(task.topic()).toString());
  }
}
