package io.dowser.crawler.wanglandau;

/** When a page is downloaded, and so what its links are rated by (Liu, Chen and Zhao 2023). */
public enum CostModel {
  /**
   * A link is pending under the score that its scorer gave it, and is downloaded when the walk
   * takes it: each step that takes a link costs one page. This is the default, because a crawl
   * scores links before it fetches them, and because page counts then compare with those of other
   * strategies.
   */
  LAZY,
  /**
   * A page is downloaded as soon as the page that links to it is taken, and waits under a relevance
   * that its own text is part of; to take it costs nothing by itself, its links are what is
   * downloaded then. This is the paper's model.
   */
  FETCH_ON_EXPAND
}
