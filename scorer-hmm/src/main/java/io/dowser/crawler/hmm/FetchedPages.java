package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext.Canonicalizer;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PageAnalyzer;
import java.util.Optional;

/** See {@link TrainingSet.PageSource#of(Fetcher, PageAnalyzer, Canonicalizer)}. */
record FetchedPages(Fetcher fetcher, PageAnalyzer analyzer, Canonicalizer urls)
    implements TrainingSet.PageSource {

  private static final int MOST_REDIRECTS = 5;

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
              ? urls.resolve(next.get(), redirect.location())
              : Optional.empty();
    }
    return Optional.empty();
  }
}
