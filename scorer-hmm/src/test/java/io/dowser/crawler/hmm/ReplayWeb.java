package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Saved pages, served without a network; other forms of their URLs redirect to them. */
final class ReplayWeb implements Fetcher {

  private static final HttpHeaders HTML =
      HttpHeaders.of(
          Map.of("content-type", List.of("text/html; charset=iso-8859-1")), (name, value) -> true);

  private final Map<CrawlUrl, Body> pages = new LinkedHashMap<>();
  private final Map<String, CrawlUrl> byForm = new LinkedHashMap<>();
  private final Map<CrawlUrl, AnalyzedPage> analyzed = new HashMap<>();
  private final TextAnalyzer terms;

  ReplayWeb(TextAnalyzer terms) {
    this.terms = new RememberingAnalyzer(terms);
  }

  void add(CrawlUrl url, String html) {
    pages.put(url, Body.of(html.getBytes(StandardCharsets.ISO_8859_1)));
    byForm.putIfAbsent(form(url), url);
  }

  Set<CrawlUrl> urls() {
    return pages.keySet();
  }

  TextAnalyzer terms() {
    return terms;
  }

  PageAnalyzer analyzer() {
    return HtmlPageAnalyzer.builder().textAnalyzer(terms).build();
  }

  @Override
  public FetchResult fetch(FetchRequest request) {
    CrawlUrl url = request.url();
    if (pages.containsKey(url)) {
      return fetched(url);
    }
    Optional<CrawlUrl> other = find(url);
    return other.isPresent()
        ? new FetchResult.Redirect(url, 301, other.get().toString())
        : FetchResult.Failed.of(url, FetchResult.FailureReason.HTTP_STATUS, "not here");
  }

  private FetchResult.Fetched fetched(CrawlUrl url) {
    return new FetchResult.Fetched(
        url, 200, HTML, requireNonNull(pages.get(url)), FetchResult.Truncation.NONE, Duration.ZERO);
  }

  AnalyzedPage page(CrawlUrl url) {
    return analyzed.computeIfAbsent(
        url, key -> analyzer().analyze(fetched(key), Candidate.seed(key, 0)));
  }

  /** The page at a URL in whatever form. */
  Optional<CrawlUrl> find(CrawlUrl url) {
    return pages.containsKey(url) ? Optional.of(url) : Optional.ofNullable(byForm.get(form(url)));
  }

  /** All pages that a crawl from a seed can visit. */
  Set<CrawlUrl> reachable(CrawlUrl seed) {
    Set<CrawlUrl> seen = new LinkedHashSet<>(Set.of(seed));
    var queue = new ArrayDeque<>(seen);
    while (!queue.isEmpty()) {
      for (Link link : page(queue.remove()).links()) {
        find(link.target()).filter(seen::add).ifPresent(queue::add);
      }
    }
    return seen;
  }

  private static String form(CrawlUrl url) {
    String path = url.path();
    String host = url.host().startsWith("www.") ? url.host().substring(4) : url.host();
    return host + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path) + url.query();
  }

  /** Tokenizes each text once, because the same pages are crawled many times. */
  private static final class RememberingAnalyzer implements TextAnalyzer {

    private final TextAnalyzer analyzer;
    private final Map<String, Cut> cuts = new ConcurrentHashMap<>();

    RememberingAnalyzer(TextAnalyzer analyzer) {
      this.analyzer = analyzer;
    }

    private record Cut(Tokens tokens) {}

    @Override
    public void analyze(String text, TermSink sink) {
      Tokens tokens = cuts.computeIfAbsent(text, key -> new Cut(Tokens.of(key, analyzer))).tokens();
      for (int i = 0; i < tokens.size(); i++) {
        sink.accept(tokens.term(i), tokens.start(i), tokens.start(i) + 1);
      }
    }
  }
}
