package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pages of a corpus as a web, each with labels that say what it is about. Labels are for judging:
 * no strategy sees them.
 */
final class ReplayWeb {

  private final Map<CrawlUrl, String> labels;
  private final List<CrawlUrl> seeds;
  private final InMemoryFetcher fetcher;
  private final HtmlPageAnalyzer analyzer;

  private ReplayWeb(Builder builder, List<String> seeds, TextAnalyzer tokens) {
    this.labels = new LinkedHashMap<>(builder.labels);
    this.seeds = seeds.stream().map(Builder::url).map(Optional::orElseThrow).toList();
    this.fetcher = builder.web.build().fetcher();
    this.analyzer = HtmlPageAnalyzer.builder().textAnalyzer(tokens).build();
  }

  static Builder builder() {
    return new Builder();
  }

  List<CrawlUrl> seeds() {
    return seeds;
  }

  List<CrawlUrl> urls() {
    return List.copyOf(labels.keySet());
  }

  boolean has(CrawlUrl url) {
    return labels.containsKey(url);
  }

  String label(CrawlUrl url) {
    return labels.getOrDefault(url, "");
  }

  FetchResult.Fetched fetch(CrawlUrl url) {
    try {
      return (FetchResult.Fetched) fetcher.fetch(FetchRequest.of(url));
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
    return analyzer.analyze(fetched, arrival);
  }

  /** Collects pages; of two with one URL the first one stays. */
  static final class Builder {

    private final InMemoryWeb.Builder web = InMemoryWeb.builder();
    private final Map<CrawlUrl, String> labels = new LinkedHashMap<>();

    static Optional<CrawlUrl> url(String form) {
      return UrlCanonicalizer.standard().canonicalize(form);
    }

    Builder page(String form, String label, String html) {
      Optional<CrawlUrl> url = url(form);
      if (url.isPresent() && labels.putIfAbsent(url.get(), label) == null) {
        web.document(url.get().toString(), "text/html; charset=utf-8", html);
      }
      return this;
    }

    ReplayWeb build(List<String> seeds, TextAnalyzer tokens) {
      return new ReplayWeb(this, seeds, tokens);
    }
  }
}
