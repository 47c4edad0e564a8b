package io.dowser.crawler.api;

/**
 * Reads text and links out of a fetched page.
 *
 * <p>Called by many threads at once, one page each. Pages may be truncated, empty, not HTML or
 * hostile: each of them gives a page, if need be an empty one, and never an exception.
 */
@FunctionalInterface
public interface PageAnalyzer {

  /**
   * Analyses one page.
   *
   * @param fetched what came
   * @param arrival the candidate that led here
   * @return the page, with relevance 0
   */
  AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival);
}
