package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Figures of a crawl at one moment.
 *
 * @param visited pages fetched, analysed and judged; redirects, robots files and failures not
 *     counted
 * @param relevant those of them that reached the judge's threshold
 * @param failed URLs that were given up because no page came of them
 * @param redirects redirect answers
 * @param waiting URLs in the frontier
 * @param inFlight URLs being fetched
 * @param known distinct URLs seen so far
 * @param bytes decoded bytes of the visited pages
 * @param windowedHarvestRate share of relevant pages among the last ones, 0 before the first page
 * @param elapsed time since the start
 */
public record CrawlStatistics(
    long visited,
    long relevant,
    long failed,
    long redirects,
    int waiting,
    int inFlight,
    long known,
    long bytes,
    double windowedHarvestRate,
    Duration elapsed) {

  /**
   * Refuses null.
   *
   * @param visited pages fetched, analysed and judged
   * @param relevant those of them that reached the judge's threshold
   * @param failed URLs that were given up because no page came of them
   * @param redirects redirect answers
   * @param waiting URLs in the frontier
   * @param inFlight URLs being fetched
   * @param known distinct URLs seen so far
   * @param bytes decoded bytes of the visited pages
   * @param windowedHarvestRate share of relevant pages among the last ones, 0 before the first page
   * @param elapsed time since the start
   */
  public CrawlStatistics {
    requireNonNull(elapsed, "elapsed");
  }

  /**
   * Gives the share of relevant pages among all visited ones.
   *
   * @return 0 to 1, and 0 before the first page
   */
  public double harvestRate() {
    return visited == 0 ? 0 : (double) relevant / visited;
  }

  /**
   * Gives the speed since the start.
   *
   * @return visited pages a second, 0 if no time has passed
   */
  public double pagesPerSecond() {
    return elapsed.isZero() ? 0 : visited * 1e9 / elapsed.toNanos();
  }
}
