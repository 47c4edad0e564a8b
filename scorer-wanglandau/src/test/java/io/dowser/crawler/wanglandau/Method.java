package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import java.util.Map;
import java.util.SplittableRandom;

/** What is compared: frontiers, all with the relevance of links of the paper. */
enum Method {
  BREADTH_FIRST("breadth-first", 1),
  BEST_FIRST("best-first", 1),
  ANNEALING("annealing", 5),
  LAZY("WL, LAZY", 5),
  FETCH_ON_EXPAND("WL, FETCH_ON_EXPAND", 5);

  final String title;
  final int runs;

  Method(String title, int runs) {
    this.title = title;
    this.runs = runs;
  }

  Frontier frontier(long seed) {
    var random = new SplittableRandom(seed);
    return switch (this) {
      case BREADTH_FIRST -> frontier("breadth-first");
      case BEST_FIRST -> frontier("best-first");
      case ANNEALING -> Walks.annealing(Map.of(), random);
      case LAZY -> Walks.walk(Map.of(), random);
      case FETCH_ON_EXPAND -> Walks.walk(Map.of("costModel", "fetch-on-expand"), random);
    };
  }

  LinkScorer scorer(Topic topic) {
    double anchorWeight = this == FETCH_ON_EXPAND ? 1 : WangLandauScorer.ANCHOR_WEIGHT;
    return WangLandauScorer.of(
        Settings.of(Map.of("anchorWeight", "" + anchorWeight)), CrawlContext.about(topic));
  }

  private static Frontier frontier(String name) {
    return PluginRegistry.frontiers(Method.class.getClassLoader())
        .create(name, Settings.none(), CrawlContext.builder().build());
  }
}
