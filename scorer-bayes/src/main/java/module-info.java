/** Naive Bayes on pages (Zou 2009) and on links (Han 2010). */
module io.dowser.crawler.bayes {
  requires transitive io.dowser.crawler.api;
  requires com.fasterxml.jackson.core;
  requires static org.jspecify;
}
