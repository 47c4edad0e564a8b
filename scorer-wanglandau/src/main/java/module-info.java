/** Wang-Landau sampling of the frontier (Liu 2023), and simulated annealing for comparison. */
module io.dowser.crawler.wanglandau {
  requires transitive io.dowser.crawler.api;
  requires transitive io.dowser.crawler.toolkit;
  requires static org.jspecify;

  exports io.dowser.crawler.wanglandau;

  provides io.dowser.crawler.api.FrontierProvider with
      io.dowser.crawler.wanglandau.WangLandauFrontier.Provider,
      io.dowser.crawler.wanglandau.SimulatedAnnealingFrontier.Provider;
  provides io.dowser.crawler.api.LinkScorerProvider with
      io.dowser.crawler.wanglandau.WangLandauScorer.Provider;
}
