package io.dowser.crawler.lab;

import java.util.List;

/**
 * The structure of a generated web: what each page is and where it links to. Page 0 leads to all
 * others. Immutable by convention.
 *
 * @param roles what each page is
 * @param hosts the host of each page, from 0
 * @param links the pages that each page links to, none twice
 * @param regions the relevant pages that belong together
 * @param ways the irrelevant pages that lead into each region, in their order
 */
record GeneratedWeb(
    Role[] roles, int[] hosts, int[][] links, List<int[]> regions, List<int[]> ways) {

  /** What a page is. */
  enum Role {
    /** Relevant. */
    TOPIC,
    /** Near the topic, with a title that promises it; not relevant. */
    DECOY,
    /** On the way into a region. */
    TUNNEL,
    /** Lists a region. */
    HUB,
    /** Lists pages that are not relevant. */
    LIST,
    /** Any other page. */
    OTHER
  }

  int size() {
    return roles.length;
  }

  boolean isRelevant(int page) {
    return roles[page] == Role.TOPIC;
  }
}
