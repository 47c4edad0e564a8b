package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PageAnalyzer;
import java.util.Optional;

/** See {@link PageSource#of(Fetcher, PageAnalyzer)}. */
final class FetchedPages implements PageSource {

  private static final int MOST_REDIRECTS = 5;

  private final Fetcher fetcher;
  private final PageAnalyzer analyzer;

  FetchedPages(Fetcher fetcher, PageAnalyzer analyzer) {
    this.fetcher = fetcher;
    this.analyzer = analyzer;
  }

  @Override
  public Optional<AnalyzedPage> page(CrawlUrl url) throws InterruptedException {
    Optional<CrawlUrl> next = Optional.of(url);
    for (int hop = 0; hop <= MOST_REDIRECTS && next.isPresent(); hop++) {
      FetchResult result = fetcher.fetch(FetchRequest.of(next.get()));
      if (result instanceof FetchResult.Fetched fetched) {
        return Optional.of(analyzer.analyze(fetched, Candidate.seed(url, 0)));
      }
      next =
          result instanceof FetchResult.Redirect redirect
              ? WebAddresses.resolve(next.get(), redirect.location())
              : Optional.empty();
    }
    return Optional.empty();
  }
}
