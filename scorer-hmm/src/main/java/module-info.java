/** A hidden Markov model learned from browsing paths (Xie 2012). */
module io.dowser.crawler.hmm {
  requires transitive io.dowser.crawler.api;
  requires transitive io.dowser.crawler.toolkit;
  requires static org.jspecify;

  exports io.dowser.crawler.hmm;

  provides io.dowser.crawler.api.LinkScorerProvider with
      io.dowser.crawler.hmm.HmmLinkScorer.Provider;
}
