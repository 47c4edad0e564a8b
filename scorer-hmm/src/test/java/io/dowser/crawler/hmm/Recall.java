package io.dowser.crawler.hmm;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How many of the targets a crawl has found after 5, 10 and 20 % of the pages, and which share of
 * the pages of each window were targets.
 */
record Recall(double at5, double at10, double at20, List<Double> precisions) {

  static final double LAST = 0.2;
  static final int WINDOWS = 8;

  /** Crawls with one worker and no delay. */
  static Recall of(Crawler.Builder crawl, Set<CrawlUrl> targets, int pages) {
    var missing = new HashSet<>(targets);
    List<Double> curve = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    crawl
        .means(Means.builder().workers(1).build())
        .politeness(Politeness.builder().delay(Duration.ZERO).robots(RobotsPolicy.IGNORE).build())
        .strategy(Strategy.builder().traps(TrapRules.NONE).build())
        .maxPages(Math.round(pages * LAST))
        .listener(
            event -> {
              if (event instanceof CrawlEvent.Visited visited) {
                missing.remove(visited.visit().url());
                curve.add(1 - missing.size() / (double) targets.size());
              } else if (event instanceof CrawlEvent.PluginFailed failed) {
                failures.add(failed.cause());
              }
            });
    try (Crawler crawler = crawl.build()) {
      crawler.run().orThrow();
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("a plugin failed", failures.get(0));
    }
    return new Recall(
        at(curve, pages * 0.05),
        at(curve, pages * 0.1),
        at(curve, pages * LAST),
        IntStream.range(0, WINDOWS)
            .mapToObj(window -> precision(curve, window, targets.size(), pages * LAST / WINDOWS))
            .toList());
  }

  /** Of a window of some pages; the last ones are missing if the crawl ended before. */
  private static double precision(List<Double> curve, int window, int targets, double width) {
    double before = at(curve, window * width);
    double after = at(curve, (window + 1) * width);
    return (after - before)
        * targets
        / (Math.round((window + 1) * width) - Math.round(window * width));
  }

  private static double at(List<Double> curve, double visits) {
    int index = (int) Math.min(curve.size(), Math.round(visits)) - 1;
    return index < 0 ? 0 : curve.get(index);
  }

  static Recall mean(List<Recall> recalls) {
    return new Recall(
        recalls.stream().mapToDouble(Recall::at5).average().orElseThrow(),
        recalls.stream().mapToDouble(Recall::at10).average().orElseThrow(),
        recalls.stream().mapToDouble(Recall::at20).average().orElseThrow(),
        IntStream.range(0, WINDOWS)
            .mapToObj(
                window ->
                    recalls.stream()
                        .mapToDouble(recall -> recall.precisions.get(window))
                        .average()
                        .orElseThrow())
            .toList());
  }

  @Override
  public String toString() {
    return Arrays.stream(new double[] {at5, at10, at20})
        .mapToObj(share -> String.format(Locale.ROOT, "%.3f", share))
        .collect(Collectors.joining(" | "));
  }
}
