/** Naive Bayes on pages (Zou 2009) and on links (Han 2010). */
module io.dowser.crawler.bayes {
  requires transitive io.dowser.crawler.api;
  requires transitive io.dowser.crawler.toolkit;
  requires com.fasterxml.jackson.core;
  requires static org.jspecify;

  exports io.dowser.crawler.bayes;

  provides io.dowser.crawler.api.LinkScorerProvider with
      io.dowser.crawler.bayes.DictionaryScorer.Provider,
      io.dowser.crawler.bayes.LinkBayesScorer.Provider,
      io.dowser.crawler.bayes.PageBayesScorer.Provider;
  provides io.dowser.crawler.api.RelevanceJudgeProvider with
      io.dowser.crawler.bayes.PageBayesJudge.Provider;
}
