/** Text, queues, graphs, model files and composed scorers for authors of plugins. */
module io.dowser.crawler.toolkit {
  requires transitive io.dowser.crawler.api;
  requires static org.jspecify;

  exports io.dowser.crawler.toolkit.graph;
  exports io.dowser.crawler.toolkit.model;
  exports io.dowser.crawler.toolkit.queue;
  exports io.dowser.crawler.toolkit.scorer;
  exports io.dowser.crawler.toolkit.text;

  provides io.dowser.crawler.api.LinkScorerProvider with
      io.dowser.crawler.toolkit.scorer.WeightedSumScorer.Provider;
}
