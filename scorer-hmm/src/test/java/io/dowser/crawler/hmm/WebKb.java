package io.dowser.crawler.hmm;

import io.dowser.corpora.CachedTokens;
import io.dowser.corpora.CorpusFiles;
import io.dowser.corpora.ReplayWeb;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The pages of one of the two linked computer science departments of the WebKB corpus, served
 * without a network. Other forms of their URLs redirect to them.
 */
final class WebKb implements Fetcher {

  final CrawlUrl seed;
  private final ReplayWeb<String> web;
  private final Map<String, CrawlUrl> byForm = new HashMap<>();
  private final Map<CrawlUrl, AnalyzedPage> analyzed = new HashMap<>();
  private final PageAnalyzer analyzer =
      HtmlPageAnalyzer.create().withTextAnalyzer(new CachedTokens(MixedScriptAnalyzer.create()));
  private final Set<CrawlUrl> reachable;

  private WebKb(String university) {
    this.seed =
        CrawlUrl.of(
            "http://www.cs." + (university.equals("texas") ? "utexas" : university) + ".edu/");
    var pages = new ReplayWeb.Builder<String>();
    for (CorpusFiles.Fields page : CorpusFiles.objects("webkb/cornell-texas.jsonl.gz")) {
      if (page.get("university").equals(university) && isNew(page.get("url"))) {
        pages.page(page.get("url"), page.get("label"), page.get("body"));
      }
    }
    this.web = pages.build(List.of(seed.toString()));
    this.reachable = findReachable();
  }

  static WebKb of(String university) {
    return new WebKb(university);
  }

  private boolean isNew(String form) {
    return UrlCanonicalizer.standard()
        .canonicalize(form)
        .filter(url -> byForm.putIfAbsent(form(url), url) == null)
        .isPresent();
  }

  private static String form(CrawlUrl url) {
    String path = url.path();
    String host = url.host().startsWith("www.") ? url.host().substring(4) : url.host();
    return host + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path) + url.query();
  }

  /** The page at a URL in whatever form. */
  private Optional<CrawlUrl> find(CrawlUrl url) {
    return Optional.ofNullable(byForm.get(form(url)));
  }

  private Set<CrawlUrl> findReachable() {
    Set<CrawlUrl> seen = new LinkedHashSet<>(Set.of(seed));
    var queue = new ArrayDeque<>(seen);
    while (!queue.isEmpty()) {
      for (Link link : page(queue.remove()).links()) {
        find(link.target()).filter(seen::add).ifPresent(queue::add);
      }
    }
    return seen;
  }

  @Override
  public FetchResult fetch(FetchRequest request) {
    CrawlUrl url = request.url();
    Optional<CrawlUrl> page = find(url);
    if (page.isEmpty()) {
      return FetchResult.Failed.of(url, FetchResult.FailureReason.HTTP_STATUS, "not here");
    }
    return page.get().equals(url)
        ? web.fetch(url)
        : new FetchResult.Redirect(url, 301, page.get().toString());
  }

  PageAnalyzer analyzer() {
    return analyzer;
  }

  AnalyzedPage page(CrawlUrl url) {
    return analyzed.computeIfAbsent(
        url, key -> analyzer.analyze(web.fetch(key), Candidate.seed(key, 0)));
  }

  /** The pages that can be reached from the front page. */
  Set<CrawlUrl> reachable() {
    return reachable;
  }

  /** Those of them that have a label. */
  Set<CrawlUrl> labelled(String label) {
    Set<CrawlUrl> found = new LinkedHashSet<>(reachable);
    found.removeIf(url -> !isLabelled(url, label));
    return found;
  }

  boolean isLabelled(CrawlUrl url, String label) {
    return label.equals(web.labels().get(url));
  }

  /** All pages, as training material for one label. Links lead to the form of the page. */
  TrainingSet trainingSet(String label) {
    TrainingSet.Builder builder = TrainingSet.builder();
    for (CrawlUrl url : reachable) {
      AnalyzedPage page = page(url);
      TrainingSet.Page made = TrainingSet.Page.of(page, isLabelled(url, label));
      builder.page(
          new TrainingSet.Page(
              url,
              made.terms(),
              made.links().stream()
                  .flatMap(
                      link ->
                          find(link.target()).stream()
                              .map(found -> new TrainingSet.Page.OutLink(found, link.anchor())))
                  .toList(),
              made.target()));
    }
    return builder.build();
  }
}
