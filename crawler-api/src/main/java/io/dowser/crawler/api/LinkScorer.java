package io.dowser.crawler.api;

/**
 * Rates the links of a page.
 *
 * <p>The engine calls a scorer from many threads at once, one page per thread; by default from one
 * per processor. For a scorer that waits, such as for a service, raise the crawl's setting {@code
 * maxConcurrentAnalyses}. The smallest scorer is a lambda: {@code page -> link ->
 * link.anchorText().contains("laser") ? 1 : 0}. A scorer that learns while the crawl runs
 * implements {@link LearningScorer}.
 *
 * <p>Order of the calls for one page, all on one thread: {@link #forPage} after the judge; then for
 * each link in document order that the crawl's scope, {@link LinkPolicy} and trap rules let pass
 * {@link PageScoring#drop}, {@link PageScoring#score}, {@link PageScoring#tieBreak} and, if no
 * earlier link to the same target was better, {@link PageScoring#features}; then {@link
 * PageScoring#explain} for the best link of each target, if explanations are stored; {@link
 * PageScoring#pathState} at last.
 */
@FunctionalInterface
public interface LinkScorer {

  /**
   * Prepares to rate the links of one page; do the work here that is the same for all its links.
   *
   * @param page a page that was just visited and judged; or what a sitemap or feed lists, as a page
   *     of links that is just relevant and was reached like the page that led to the list
   * @return rates its links; used by the calling thread only, and not after the page
   */
  PageScoring forPage(AnalyzedPage page);
}
