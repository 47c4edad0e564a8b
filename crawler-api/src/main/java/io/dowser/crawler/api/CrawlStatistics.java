package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The statistics of a crawl at one moment. All counts cover every run of a crawl that was resumed;
 * {@code elapsed} and {@link #pagesPerSecond} cover this run.
 *
 * <pre>{@code
 * CrawlStatistics now = handle.statistics();
 * System.out.println(now.relevant() + " of " + now.visited() + ", " + now.pending() + " pending");
 * }</pre>
 *
 * @param name the crawl's name, by which a listener of several crawls distinguishes them
 * @param visited pages fetched, analysed and judged; redirects, robots files and failures not
 *     counted
 * @param relevant those of them that reached the judge's threshold when they were visited, or when
 *     a recheck last found a change; without pages that a recheck has found gone or moved
 * @param failed URLs given up for good: the last try failed, robots.txt forbids it, its host is
 *     given up, or a plugin broke. A URL that will be requested again after its host failed is not
 *     counted
 * @param redirects redirect responses
 * @param pending URLs in the frontier
 * @param inFlight URLs being fetched
 * @param known distinct URLs seen so far
 * @param bytes decoded bytes of the visited pages
 * @param windowedHarvestRate share of relevant pages among the last ones, 0 before the first page
 * @param elapsed time since the start of this run, without pauses
 * @param retries failed requests that are made again, for pages, lists and robots.txt: one for each
 *     {@link CrawlEvent.FetchFailed} with {@code willRetry}
 * @param irrelevant visited pages that are not relevant whatever the judge returns, by reason; none
 *     is 0
 * @param skipped links that were not queued, counted again for each page
 * @param stall the reasons why the crawl waits
 * @param visitedBefore those of the visited pages that earlier runs visited, 0 to {@code visited}
 * @param estimatedRelevant a rough estimate of the relevant pages that the crawl can reach, those
 *     that it has visited included; 0 if there is no estimate. Mostly within a factor of two once a
 *     tenth of the pages within reach is visited, if the frontier orders by score; much too small
 *     otherwise
 * @param rechecks the results of this run's rechecks of visited pages
 * @param load the work of this run's own threads
 */
public record CrawlStatistics(
    String name,
    long visited,
    long relevant,
    long failed,
    long redirects,
    int pending,
    int inFlight,
    long known,
    long bytes,
    double windowedHarvestRate,
    Duration elapsed,
    long retries,
    Map<Irrelevance, Long> irrelevant,
    long skipped,
    Stall stall,
    long visitedBefore,
    double estimatedRelevant,
    Rechecks rechecks,
    Load load) {

  /**
   * Checks the components.
   *
   * @param name the crawl's name
   * @param visited pages fetched, analysed and judged
   * @param relevant those of them that reached the judge's threshold
   * @param failed URLs given up for good
   * @param redirects redirect responses
   * @param pending URLs in the frontier
   * @param inFlight URLs being fetched
   * @param known distinct URLs seen so far
   * @param bytes decoded bytes of the visited pages
   * @param windowedHarvestRate share of relevant pages among the last ones, 0 before the first page
   * @param elapsed time since the start of this run, without pauses
   * @param retries failed requests that are made again
   * @param irrelevant visited pages that are not relevant whatever the judge returns, by reason
   * @param skipped links that were not queued, counted again for each page
   * @param stall the reasons why the crawl waits
   * @param visitedBefore those of the visited pages that earlier runs visited
   * @param estimatedRelevant an estimate of the relevant pages that the crawl can reach
   * @param rechecks the results of this run's rechecks of visited pages
   * @param load the work of this run's own threads
   * @throws IllegalArgumentException if {@code visitedBefore} is below 0 or above {@code visited}
   */
  public CrawlStatistics {
    requireNonNull(name, "name");
    requireNonNull(elapsed, "elapsed");
    requireNonNull(stall, "stall");
    requireNonNull(rechecks, "rechecks");
    requireNonNull(load, "load");
    irrelevant = Map.copyOf(irrelevant);
    if (visitedBefore < 0 || visitedBefore > visited) {
      throw new IllegalArgumentException(
          "visitedBefore must be 0 to " + visited + ", but was " + visitedBefore);
    }
  }

  /**
   * {@return the metrics of a crawl that has not started}
   *
   * @param name the crawl's name
   */
  public static CrawlStatistics none(String name) {
    return new CrawlStatistics(
        name,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        Duration.ZERO,
        0,
        Map.of(),
        0,
        Stall.NONE,
        0,
        0,
        Rechecks.NONE,
        Load.NONE);
  }

  /** {@return visited pages that were duplicates or near-duplicates of earlier ones} */
  public long duplicates() {
    return irrelevant.getOrDefault(Irrelevance.DUPLICATE, 0L)
        + irrelevant.getOrDefault(Irrelevance.NEAR_DUPLICATE, 0L);
  }

  /**
   * {@return the share of relevant pages among all visited ones, 0 to 1, and 0 before the first
   * page}
   */
  public double harvestRate() {
    return visited == 0 ? 0 : (double) relevant / visited;
  }

  /**
   * {@return the speed of this run: the pages that it visited or rechecked by the time that it
   * took, in pages a second; 0 if no time has passed}
   */
  public double pagesPerSecond() {
    long pages = visited - visitedBefore + rechecks.made();
    return elapsed.isZero() ? 0 : pages * 1e9 / elapsed.toNanos();
  }

  /**
   * The reasons why a crawl waits, at one moment.
   *
   * @param delayed hosts that are delayed between two requests
   * @param askingRobots hosts whose robots.txt is pending
   * @param backingOff hosts that are delayed because they failed or sent {@code Retry-After}
   * @param suspended hosts that failed often and get no requests for a longer time
   * @param givenUp hosts that failed too often and get no more requests
   * @param held URLs that were taken from the frontier and wait for their host: for its robots.txt,
   *     for the next try, or as the target of a redirect
   * @param nextDue time until the next host may be visited, empty if none delays
   */
  public record Stall(
      int delayed,
      int askingRobots,
      int backingOff,
      int suspended,
      int givenUp,
      int held,
      Optional<Duration> nextDue) {

    /** Nothing is pending. */
    public static final Stall NONE = new Stall(0, 0, 0, 0, 0, 0, Optional.empty());
  }

  /**
   * The results of the rechecks of visited pages in one run.
   *
   * @param unchanged rechecks that found the same page
   * @param changed rechecks that found another text, or other links where there is no text
   * @param gone rechecks with the status 404 or 410
   * @param moved rechecks that were redirected
   * @param failed rechecks without a result
   * @param due pages that are still to be rechecked
   */
  public record Rechecks(
      long unchanged, long changed, long gone, long moved, long failed, long due) {

    /** Nothing is rechecked. */
    public static final Rechecks NONE = new Rechecks(0, 0, 0, 0, 0, 0);

    /** {@return the number of rechecks with a result} */
    public long made() {
      return unchanged + changed + gone + moved;
    }
  }

  /**
   * The work of a crawl's own threads in one run.
   *
   * @param queuedAnalyses fetched pages that wait for their analysis at this moment
   * @param commits commits to the crawl's directory, 0 for a crawl without one
   * @param commitTime the time that they took together, without waiting for the page sink
   */
  public record Load(int queuedAnalyses, long commits, Duration commitTime) {

    /** Nothing is done. */
    public static final Load NONE = new Load(0, 0, Duration.ZERO);
  }
}
