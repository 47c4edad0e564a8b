package io.dowser.studies;

import java.util.List;

/**
 * The structure of a generated web: what each page is and where it links to. Page 0 leads to all
 * others. Not changed once it is generated.
 */
final class GeneratedWeb {

  private final Role[] roles;
  private final int[] hosts;
  private final int[][] links;
  private final List<int[]> regions;
  private final List<int[][]> ways;

  /**
   * Takes a web.
   *
   * @param roles the role of each page
   * @param hosts the host of each page, from 0
   * @param links the pages that each page links to, none twice
   * @param regions the relevant pages that belong together
   * @param ways for each region the irrelevant pages on each way into it, in their order
   */
  GeneratedWeb(Role[] roles, int[] hosts, int[][] links, List<int[]> regions, List<int[][]> ways) {
    this.roles = roles;
    this.hosts = hosts;
    this.links = links;
    this.regions = regions;
    this.ways = ways;
  }

  /** The kinds of page. */
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

  Role[] roles() {
    return roles;
  }

  int[] hosts() {
    return hosts;
  }

  int[][] links() {
    return links;
  }

  List<int[]> regions() {
    return regions;
  }

  List<int[][]> ways() {
    return ways;
  }

  int size() {
    return roles.length;
  }

  /** The seeds of a crawl: the page that leads to all others, and one relevant page. */
  int[] seeds() {
    return new int[] {0, regions.get(0)[0]};
  }

  boolean isRelevant(int page) {
    return roles[page] == Role.TOPIC;
  }
}
