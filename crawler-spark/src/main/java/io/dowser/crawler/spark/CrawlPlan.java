package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.Setting;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The driver's view of a crawl.
 *
 * @param task the plan for its tasks
 * @param location the place where the crawl is stored
 * @param seeds the seeds of this run
 * @param files the files that are shipped, by name
 * @param clock the time of day, for delayed hosts and the start of a cycle of rechecks
 * @param listener is notified of each round
 */
record CrawlPlan(
    TaskPlan task,
    String location,
    List<CrawlUrl> seeds,
    Map<String, Path> files,
    InstantSource clock,
    Consumer<SparkCrawl.Progress> listener) {

  RoundSettings rounds() {
    return task.rounds();
  }

  CrawlSpec spec() {
    return task.rules().spec();
  }

  /** Creates all plugins once, so that what is wrong with them shows at once. */
  void checkPlugins() {
    Toolbox.check(task, name -> String.valueOf(files.get(name)));
  }

  /** The time in which an ordinary host takes its URLs of a round, at most that of a round. */
  long shareMillis() {
    long roundTime = rounds().roundTime().toMillis();
    long delay = spec().politeness().delay().toMillis();
    return delay == 0 ? roundTime : Math.min(roundTime, rounds().perHost() * delay);
  }

  /** Returns what must not change from one run to the next, by name. */
  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    spec().all().stream()
        .filter(Setting::isFixed)
        .forEach(each -> settings.put(each.name(), new TreeMap<>(each.words()).toString()));
    settings.put("frontier", task.order().toString());
    settings.put("randomSeed", Integer.toString(rounds().randomSeed()));
    return settings;
  }
}
