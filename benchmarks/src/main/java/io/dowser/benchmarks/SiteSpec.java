package io.dowser.benchmarks;

import java.util.List;

/**
 * The properties of a generated site.
 *
 * @param pages pages in all, all of them reachable from the first one
 * @param hosts host names that they are spread over, {@code host-000.test} and so on
 * @param links links per page, to distinct pages
 * @param minBytes size of the smallest page
 * @param maxBytes size of the largest page; sizes are spread evenly on a logarithmic scale
 * @param seed equal seeds give equal sites
 * @param gzipped whether its server sends pages with the content coding gzip
 */
record SiteSpec(
    int pages, int hosts, int links, int minBytes, int maxBytes, long seed, boolean gzipped) {

  /** The site of the throughput metrics: 2 to 30 KB, about 10 KB on average. */
  static final SiteSpec FULL = new SiteSpec(20_000, 200, 30, 2_048, 30_720, 1, false);

  /** The site of the latency metric: small pages, so that waiting outweighs work. */
  static final SiteSpec SMALL_PAGES = new SiteSpec(20_000, 200, 30, 2_048, 2_560, 1, false);

  SiteSpec {
    if (links < Site.FIXED_LINKS || hosts < 1 || pages < hosts || pages < 2 * links) {
      throw new IllegalArgumentException(
          Report.text(
              "a site needs a page per host, %d links and twice as many pages, but was %d, %d, %d",
              Site.FIXED_LINKS, hosts, links, pages));
    }
    if (minBytes < 1 || maxBytes < minBytes) {
      throw new IllegalArgumentException(
          "minBytes must be 1 to maxBytes, but was " + minBytes + " and " + maxBytes);
    }
  }

  /**
   * Creates a smaller site of the same kind.
   *
   * @param fewerPages the number of pages
   * @param fewerHosts the number of hosts
   */
  SiteSpec shrunk(int fewerPages, int fewerHosts) {
    return new SiteSpec(fewerPages, fewerHosts, links, minBytes, maxBytes, seed, gzipped);
  }

  /** The same site on a server that compresses its pages, whatever it is asked. */
  SiteSpec compressed() {
    return new SiteSpec(pages, hosts, links, minBytes, maxBytes, seed, true);
  }

  /** Writes this down for another process. */
  List<String> toArguments() {
    return List.of(
        String.valueOf(pages),
        String.valueOf(hosts),
        String.valueOf(links),
        String.valueOf(minBytes),
        String.valueOf(maxBytes),
        String.valueOf(seed),
        String.valueOf(gzipped));
  }

  /** Reads what {@link #toArguments} wrote. */
  static SiteSpec parse(List<String> arguments) {
    int[] numbers = arguments.subList(0, 5).stream().mapToInt(Integer::parseInt).toArray();
    long seed = Long.parseLong(arguments.get(5));
    boolean gzipped = Boolean.parseBoolean(arguments.get(6));
    return new SiteSpec(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], seed, gzipped);
  }
}
