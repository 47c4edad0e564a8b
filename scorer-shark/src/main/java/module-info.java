/** Shark-search with in-link counts and two queues (Liu 2009), and the original Shark-search. */
module io.dowser.crawler.shark {
  requires transitive io.dowser.crawler.api;
  requires transitive io.dowser.crawler.toolkit;
  requires static org.jspecify;

  exports io.dowser.crawler.shark;

  provides io.dowser.crawler.api.FrontierProvider with
      io.dowser.crawler.shark.SharkFrontier.Provider;
  provides io.dowser.crawler.api.LinkScorerProvider with
      io.dowser.crawler.shark.SharkScorer.Provider;
}
