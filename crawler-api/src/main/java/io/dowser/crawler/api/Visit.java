package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A page that was fetched, analysed and judged.
 *
 * @param number position in the crawl's order of visits, from 1
 * @param candidate what the frontier gave
 * @param page the page, with its relevance; its URL differs from the candidate's after a redirect
 * @param fetched the answer that the page was made from
 * @param relevant whether the judge's threshold was reached
 * @param time when the answer was complete
 * @param outLinks the distinct targets of the page's links that may be crawled: visited ones
 *     included, the page itself not
 * @param pathState what the scorer attached to the page, also if it has no links
 */
public record Visit(
    long number,
    Candidate candidate,
    AnalyzedPage page,
    FetchResult.Fetched fetched,
    boolean relevant,
    Instant time,
    OutLinks outLinks,
    PathState pathState) {

  /**
   * Refuses nulls and a number below 1.
   *
   * @param number position in the crawl's order of visits, from 1
   * @param candidate what the frontier gave
   * @param page the page, with its relevance
   * @param fetched the answer that the page was made from
   * @param relevant whether the judge's threshold was reached
   * @param time when the answer was complete
   * @param outLinks the distinct targets of the page's links that may be crawled: visited ones
   *     included, the page itself not
   * @param pathState what the scorer attached to the page
   */
  public Visit {
    if (number < 1) {
      throw new IllegalArgumentException("number must be 1 or more, but was " + number);
    }
    requireNonNull(candidate, "candidate");
    requireNonNull(page, "page");
    requireNonNull(fetched, "fetched");
    requireNonNull(time, "time");
    requireNonNull(outLinks, "outLinks");
    requireNonNull(pathState, "carry");
  }

  /**
   * Creates a visit to whose page no scorer attached anything.
   *
   * @param number position in the crawl's order of visits, from 1
   * @param candidate what the frontier gave
   * @param page the page, with its relevance
   * @param fetched the answer that the page was made from
   * @param relevant whether the judge's threshold was reached
   * @param time when the answer was complete
   * @param outLinks the distinct targets of the page's links that may be crawled
   */
  public Visit(
      long number,
      Candidate candidate,
      AnalyzedPage page,
      FetchResult.Fetched fetched,
      boolean relevant,
      Instant time,
      OutLinks outLinks) {
    this(number, candidate, page, fetched, relevant, time, outLinks, PathState.NONE);
  }

  /** {@return the URL of the page, after redirects} */
  public CrawlUrl url() {
    return page.url();
  }

  /** {@return the relevance of the page, 0 to 1} */
  public double relevance() {
    return page.relevance();
  }
}
