/** A hidden Markov model learned from browsing paths (Xie 2012). */
module io.dowser.crawler.hmm {
  requires transitive io.dowser.crawler.api;
  requires transitive io.dowser.crawler.toolkit;
  requires com.fasterxml.jackson.core;
  requires java.sql;
  requires org.xerial.sqlitejdbc;
  requires static org.jspecify;

  exports io.dowser.crawler.hmm;
  exports io.dowser.crawler.hmm.history;

  provides io.dowser.crawler.api.LinkScorerProvider with
      io.dowser.crawler.hmm.HmmLinkScorer.Provider;
}
