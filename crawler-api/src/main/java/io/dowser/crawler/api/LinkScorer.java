package io.dowser.crawler.api;

/**
 * Rates the links of a page.
 *
 * <p>The engine calls a scorer from many threads at once, one page per thread; by default from one
 * for each processor, so one that waits for something else wants the crawl's setting {@code
 * maxConcurrentAnalyses} raised. The smallest scorer is a lambda: {@code page -> link ->
 * link.anchorText().contains("laser") ? 1 : 0}. A scorer that learns while the crawl runs
 * implements {@link LearningScorer}.
 */
@FunctionalInterface
public interface LinkScorer {

  /**
   * Prepares to rate the links of one page; work that is the same for all its links belongs here.
   *
   * @param page a page that was just visited and judged
   * @return rates its links; used by the calling thread only, and not after the page
   */
  PageScoring forPage(AnalyzedPage page);
}
