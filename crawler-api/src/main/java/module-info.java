/** Values and plugin interfaces for focused crawling. */
@SuppressWarnings("module") // modules that are compiled later
module io.dowser.crawler.api {
  requires transitive java.net.http;
  requires static org.jspecify;

  exports io.dowser.crawler.api;
  exports io.dowser.crawler.text;
  exports io.dowser.crawler.api.internal to
      io.dowser.crawler.adaptive,
      io.dowser.crawler.bayes,
      io.dowser.crawler.browser,
      io.dowser.crawler.cli,
      io.dowser.crawler.core,
      io.dowser.crawler.hmm,
      io.dowser.crawler.lab,
      io.dowser.crawler.langchain4j,
      io.dowser.crawler.mcp,
      io.dowser.crawler.shark,
      io.dowser.crawler.spark,
      io.dowser.crawler.testkit,
      io.dowser.crawler.tika,
      io.dowser.crawler.toolkit,
      io.dowser.crawler.wanglandau;
  exports io.dowser.crawler.api.internal.builder to
      io.dowser.crawler.bayes,
      io.dowser.crawler.core,
      io.dowser.crawler.hmm,
      io.dowser.crawler.langchain4j,
      io.dowser.crawler.spark,
      io.dowser.crawler.testkit;

  uses io.dowser.crawler.api.FetcherProvider;
  uses io.dowser.crawler.api.FrontierProvider;
  uses io.dowser.crawler.api.LinkScorerProvider;
  uses io.dowser.crawler.api.PageAnalyzerProvider;
  uses io.dowser.crawler.api.RelevanceJudgeProvider;
  uses io.dowser.crawler.api.RevisitPolicyProvider;
}
