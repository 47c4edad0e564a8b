/** A scorer that learns during the crawl which links lead to relevant pages. */
module io.dowser.crawler.adaptive {
  requires transitive io.dowser.crawler.api;
  requires transitive io.dowser.crawler.toolkit;
  requires static org.jspecify;

  exports io.dowser.crawler.adaptive;

  provides io.dowser.crawler.api.LinkScorerProvider with
      io.dowser.crawler.adaptive.AdaptiveScorer.Provider;
}
