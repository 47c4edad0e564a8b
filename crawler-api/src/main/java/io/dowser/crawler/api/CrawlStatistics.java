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
 * @param retries requests that were made again after a failure
 * @param duplicates visited pages that were copies, or nearly, of earlier ones
 * @param skipped links that were not queued, each page's anew
 * @param stall what the crawl waits for
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
    Duration elapsed,
    long retries,
    long duplicates,
    long skipped,
    Stall stall) {

  /**
   * Refuses nulls.
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
   * @param retries requests that were made again after a failure
   * @param duplicates visited pages that were copies, or nearly, of earlier ones
   * @param skipped links that were not queued, each page's anew
   * @param stall what the crawl waits for
   */
  public CrawlStatistics {
    requireNonNull(elapsed, "elapsed");
    requireNonNull(stall, "stall");
  }

  /**
   * Makes the figures of a crawl without retries, duplicates and skipped links that waits for
   * nothing.
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
  public CrawlStatistics(
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
    this(
        visited,
        relevant,
        failed,
        redirects,
        waiting,
        inFlight,
        known,
        bytes,
        windowedHarvestRate,
        elapsed,
        0,
        0,
        0,
        Stall.NONE);
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
