package io.dowser.crawler.api;

/**
 * The reason why a crawl ended.
 *
 * <pre>{@code
 * CrawlReport report = crawler.run();
 * if (report.stopReason() == StopReason.ALL_SEEDS_FAILED) {
 *   System.err.println(report.toText());
 * }
 * }</pre>
 */
public enum StopReason {
  /** The page budget is spent. */
  PAGES,
  /** Enough relevant pages were found. */
  RELEVANT_PAGES,
  /** The byte budget is spent. */
  BYTES,
  /** The time budget is spent. */
  TIME,
  /** The windowed harvest rate fell below its limit. */
  HARVEST_RATE,
  /** The wanted share of the estimated relevant pages was found. */
  FOUND,
  /** Nothing is pending any more. */
  FRONTIER_EMPTY,
  /** Nothing is pending any more, but URLs were refused because the crawl's memory was full. */
  MEMORY,
  /** All pages that were due are rechecked, and no new page may be fetched or none is pending. */
  CYCLE_COMPLETE,
  /**
   * The frontier returns no candidate although some are pending and no host is delayed, as with a
   * strict host window.
   */
  WITHHELD,
  /**
   * No seed could be fetched, so nothing was crawled; a seed that is not modified counts as
   * fetched.
   */
  ALL_SEEDS_FAILED,
  /** The host application stopped it. */
  STOPPED,
  /** It could not continue; the report has the cause. */
  FAILED
}
