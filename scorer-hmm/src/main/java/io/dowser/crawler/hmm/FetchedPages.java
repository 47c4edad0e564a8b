package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PageAnalyzer;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** See {@link TrainingSet.PageSource#of(Fetcher, PageAnalyzer, Function)}. */
final class FetchedPages implements TrainingSet.PageSource {

  private static final int MOST_REDIRECTS = 5;
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");

  private final Fetcher fetcher;
  private final PageAnalyzer analyzer;
  private final Function<String, Optional<CrawlUrl>> urls;

  FetchedPages(Fetcher fetcher, PageAnalyzer analyzer, Function<String, Optional<CrawlUrl>> urls) {
    this.fetcher = fetcher;
    this.analyzer = analyzer;
    this.urls = urls;
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
              ? urls.apply(absolute(next.get(), redirect.location()))
              : Optional.empty();
    }
    return Optional.empty();
  }

  /**
   * RFC 3986, section 5.2.2, except for the dots in the path, which are removed when the URL is
   * written.
   */
  private static String absolute(CrawlUrl base, String location) {
    String reference = location.strip();
    if (SCHEME.matcher(reference).lookingAt()) {
      return reference;
    } else if (reference.startsWith("//")) {
      return base.scheme() + ":" + reference;
    } else if (reference.startsWith("/")) {
      return base.origin() + reference;
    } else if (reference.startsWith("?")) {
      return base.origin() + base.path() + reference;
    } else if (reference.isEmpty() || reference.startsWith("#")) {
      return base + reference;
    }
    String directory = base.path().substring(0, base.path().lastIndexOf('/') + 1);
    return base.origin() + directory + reference;
  }
}
