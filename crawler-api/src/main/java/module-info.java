/** Values and plugin interfaces for focused crawling. */
module io.dowser.crawler.api {
  requires transitive java.net.http;
  requires static org.jspecify;

  exports io.dowser.crawler.api;
  exports io.dowser.crawler.text;

  uses io.dowser.crawler.api.FetcherProvider;
  uses io.dowser.crawler.api.FrontierProvider;
  uses io.dowser.crawler.api.LinkScorerProvider;
  uses io.dowser.crawler.api.PageAnalyzerProvider;
  uses io.dowser.crawler.api.RelevanceJudgeProvider;
  uses io.dowser.crawler.api.RevisitPolicyProvider;
}
