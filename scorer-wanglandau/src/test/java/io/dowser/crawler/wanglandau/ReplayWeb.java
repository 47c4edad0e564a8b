package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Pages of a corpus under their canonical URLs, each with a label of 0 to 1. */
final class ReplayWeb {

  private static final UrlCanonicalizer CANONICALIZER = UrlCanonicalizer.standard();

  private final Map<CrawlUrl, Double> labels;
  private final InMemoryWeb web;
  private final List<String> seeds;

  private ReplayWeb(Builder builder) {
    this.labels = builder.labels;
    this.web = builder.web.build();
    this.seeds = List.copyOf(builder.seeds);
  }

  Set<CrawlUrl> urls() {
    return labels.keySet();
  }

  List<String> seeds() {
    return seeds;
  }

  InMemoryFetcher fetcher() {
    return web.fetcher();
  }

  /** Knows the labels; a page is relevant from 0.5 on. */
  RelevanceJudge judge() {
    return page -> labels.getOrDefault(page.arrival().url(), 0.0);
  }

  long relevant() {
    return labels.values().stream().filter(label -> label >= 0.5).count();
  }

  static final class Builder {

    private final Map<CrawlUrl, Double> labels = new LinkedHashMap<>();
    private final InMemoryWeb.Builder web = InMemoryWeb.builder();
    private final List<String> seeds;

    Builder(List<String> seeds) {
      this.seeds = seeds;
    }

    /** Adds a page; of two with one canonical URL the first counts. */
    Builder page(String url, String html, double label) {
      Optional<CrawlUrl> canonical = CANONICALIZER.canonicalize(url);
      if (canonical.isPresent() && labels.putIfAbsent(canonical.get(), label) == null) {
        web.document(canonical.get().toString(), "text/html; charset=utf-8", html);
      }
      return this;
    }

    ReplayWeb build() {
      return new ReplayWeb(this);
    }
  }
}
