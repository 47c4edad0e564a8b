/** A hidden Markov model learned from browsing paths (Xie 2012). */
module io.dowser.crawler.hmm {
  requires transitive io.dowser.crawler.api;
  requires com.fasterxml.jackson.core;
  requires java.sql;
  requires static org.jspecify;
}
