package io.dowser.crawler.shark;

/** What the in-link count of a URL is divided by, so that it can be added to its potential. */
public enum LinkShare {

  /**
   * The pages crawled so far: the share of them that link to the URL. The default. The paper's N is
   * not defined; this is the reading by which the quotient is a share of what was counted. The
   * in-link part fades as the crawl grows.
   */
  CRAWLED_PAGES,

  /** The largest count among the pending URLs, which keeps the in-link part alive. */
  LARGEST_COUNT
}
