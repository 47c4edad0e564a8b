/** A judge and scorers by the meaning of words. */
module io.dowser.crawler.meaning {
  requires transitive io.dowser.crawler.api;
  requires transitive io.dowser.crawler.toolkit;
  requires static org.jspecify;

  exports io.dowser.crawler.meaning;

  provides io.dowser.crawler.api.RelevanceJudgeProvider with
      io.dowser.crawler.meaning.MeaningJudge.Provider;
  provides io.dowser.crawler.api.LinkScorerProvider with
      io.dowser.crawler.meaning.MeaningScorer.Provider,
      io.dowser.crawler.meaning.MeaningScorer.OfAnchorProvider,
      io.dowser.crawler.meaning.MeaningScorer.OfPageProvider;
}
