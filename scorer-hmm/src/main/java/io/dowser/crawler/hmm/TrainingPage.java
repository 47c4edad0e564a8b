package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.text.TermCounts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A page that a model is learned from.
 *
 * @param url where it is
 * @param terms the terms of its text, cut by the analyzer that the crawl will use
 * @param links the pages that it links to
 * @param target whether it is one of the pages that are looked for
 */
public record TrainingPage(CrawlUrl url, TermCounts terms, List<CrawlUrl> links, boolean target) {

  /**
   * Copies the list.
   *
   * @param url where it is
   * @param terms the terms of its text
   * @param links the pages that it links to
   * @param target whether it is one of the pages that are looked for
   */
  public TrainingPage {
    requireNonNull(url, "url");
    requireNonNull(terms, "terms");
    links = List.copyOf(links);
  }

  /**
   * Takes what a page analyzer made.
   *
   * @param page the page; it is known by its own URL, after redirects
   * @param target whether it is one of the pages that are looked for
   * @return the page with its distinct links
   */
  public static TrainingPage of(AnalyzedPage page, boolean target) {
    Set<CrawlUrl> links = new LinkedHashSet<>();
    for (Link link : page.links()) {
      links.add(link.target());
    }
    return new TrainingPage(page.url(), page.terms(), new ArrayList<>(links), target);
  }
}
