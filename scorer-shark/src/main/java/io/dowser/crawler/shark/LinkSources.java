package io.dowser.crawler.shark;

/** What counts as one in-link of a URL. */
public enum LinkSources {

  /** Each page that links to it, as in the paper. The default. */
  PAGES,

  /**
   * Each host that has such a page, against navigation bars and link farms. Costs about 12 to 24
   * bytes for each pair of host and URL.
   */
  HOSTS
}
