package io.dowser.crawler.internal.report;

import io.dowser.crawler.api.StopReason;

/** Words for why a crawl ended. */
public final class Endings {

  private Endings() {}

  /** Returns a clause that continues a sentence such as {@code The crawl ended because}. */
  public static String because(StopReason reason) {
    return switch (reason) {
      case PAGES -> "its budget of pages is spent";
      case RELEVANT_PAGES -> "it found as many relevant pages as were asked for";
      case BYTES -> "its budget of bytes is spent";
      case TIME -> "its time is up";
      case FOUND -> "the wanted share of the estimated relevant pages was found";
      case HARVEST_RATE -> "the harvest rate fell below its limit";
      case FRONTIER_EMPTY -> "nothing is pending any more";
      case MEMORY -> forMemory("URLs were");
      case CYCLE_COMPLETE -> "its checks are complete, or their budget of requests is spent";
      case WITHHELD -> "the frontier gives none of the pending URLs";
      case ALL_SEEDS_FAILED -> "no seed could be fetched";
      case STOPPED -> "it was stopped";
      case FAILED -> "it could not continue";
    };
  }

  /**
   * Returns the clause of a crawl whose memory was full.
   *
   * @param refused the number of refused URLs in words, as in {@code 15 URLs were}
   */
  public static String forMemory(String refused) {
    return "nothing is pending any more, but "
        + refused
        + " refused because its memory was full; it needs a larger heap (-Xmx, maxHeap), a"
        + " directory, or a narrower scope";
  }
}
