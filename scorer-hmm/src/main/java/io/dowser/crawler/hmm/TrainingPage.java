package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.text.TermCounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A page that a model is learned from.
 *
 * @param url where it is
 * @param terms the terms of its text, tokenized by the analyzer that the crawl will use
 * @param links its links, with the texts of all that lead to the same page in one
 * @param target whether it is one of the pages that are looked for
 */
public record TrainingPage(CrawlUrl url, TermCounts terms, List<OutLink> links, boolean target) {

  /**
   * Copies the list.
   *
   * @param url where it is
   * @param terms the terms of its text
   * @param links its links, with the texts of all that lead to the same page in one
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
   * @return the page with its links
   */
  public static TrainingPage of(AnalyzedPage page, boolean target) {
    Map<CrawlUrl, TermCounts> links = new LinkedHashMap<>();
    for (Link link : page.links()) {
      links.merge(link.target(), page.anchorTerms(link), TermCounts::plus);
    }
    List<OutLink> made = new ArrayList<>();
    links.forEach((url, anchor) -> made.add(new OutLink(url, anchor)));
    return new TrainingPage(page.url(), page.terms(), made, target);
  }

  /**
   * A link of a {@link TrainingPage}.
   *
   * @param target where it leads
   * @param anchor the terms of its text, possibly none
   */
  public record OutLink(CrawlUrl target, TermCounts anchor) {

    /**
     * Creates a link without text.
     *
     * @param target where it leads
     * @return the link
     */
    public static OutLink to(CrawlUrl target) {
      return new OutLink(target, TermCounts.EMPTY);
    }
  }
}
