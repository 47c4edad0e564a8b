package io.dowser.corpora;

import io.dowser.corpora.CorpusFiles.Fields;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Pages of a corpus as a web, each with a label that says what it is about. Labels are for judging:
 * no strategy sees them.
 *
 * @param <L> the labels
 */
public final class ReplayWeb<L> {

  private final Map<CrawlUrl, L> labels;
  private final List<CrawlUrl> seeds;
  private final InMemoryWeb web;

  private ReplayWeb(Builder<L> builder, List<String> seeds) {
    this.labels = Collections.unmodifiableMap(new LinkedHashMap<>(builder.labels));
    this.seeds = seeds.stream().map(ReplayWeb::url).map(Optional::orElseThrow).toList();
    this.web = builder.web.build();
  }

  private static Optional<CrawlUrl> url(String form) {
    return UrlCanonicalizer.standard().canonicalize(form);
  }

  /**
   * {@return two computer science departments, from the front page of each}
   *
   * @param <L> the labels
   * @param label labels a page with the fields {@code label} and {@code university}
   */
  public static <L> ReplayWeb<L> webKb(Function<Fields, L> label) {
    var web = new Builder<L>();
    for (Fields page : CorpusFiles.objects("webkb/cornell-texas.jsonl.gz")) {
      web.page(page.get("url"), label.apply(page), page.get("body"));
    }
    return web.build(List.of("http://www.cs.cornell.edu/", "http://www.cs.utexas.edu/"));
  }

  /**
   * {@return manuals of free software in Chinese}
   *
   * @param <L> the labels
   * @param seeds the URLs to start from
   * @param label labels a page with the fields {@code url} and {@code package}
   */
  public static <L> ReplayWeb<L> manuals(List<String> seeds, Function<Fields, L> label) {
    var web = new Builder<L>();
    for (Fields page : CorpusFiles.objects("zh-docs/pages.jsonl.gz")) {
      web.page(page.get("url"), label.apply(page), page.get("html"));
    }
    return web.build(seeds);
  }

  /** {@return the URLs to start from} */
  public List<CrawlUrl> seeds() {
    return seeds;
  }

  /** {@return the pages in the order of the corpus, with their labels} */
  public Map<CrawlUrl, L> labels() {
    return labels;
  }

  /** {@return the pages in the order of the corpus} */
  public Set<CrawlUrl> urls() {
    return labels.keySet();
  }

  /** {@return a new fetcher of the pages} */
  public Fetcher fetcher() {
    return web.fetcher();
  }

  /**
   * {@return a page, which must be there}
   *
   * @param url the page's URL
   */
  public FetchResult.Fetched fetch(CrawlUrl url) {
    try {
      return (FetchResult.Fetched) web.fetcher().fetch(FetchRequest.of(url));
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /**
   * Collects pages.
   *
   * @param <L> the labels
   */
  public static final class Builder<L> {

    private final InMemoryWeb.Builder web = InMemoryWeb.builder();
    private final Map<CrawlUrl, L> labels = new LinkedHashMap<>();

    /** Creates a builder without pages. */
    public Builder() {}

    /**
     * Adds a page. Of two with one canonical URL the first one stays; one without is left out.
     *
     * @param form the URL in whatever form
     * @param label the label of the page
     * @param html the page
     */
    public void page(String form, L label, String html) {
      Optional<CrawlUrl> url = url(form);
      if (url.isPresent() && labels.putIfAbsent(url.get(), label) == null) {
        web.document(url.get().toString(), "text/html; charset=utf-8", html);
      }
    }

    /**
     * {@return the web}
     *
     * @param seeds the URLs to start from
     */
    public ReplayWeb<L> build(List<String> seeds) {
      return new ReplayWeb<>(this, seeds);
    }
  }
}
