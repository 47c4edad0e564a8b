package io.dowser.crawler.api;

/**
 * Gets one URL.
 *
 * <p>One call is one request: a fetcher follows no redirects and repeats nothing, because each
 * further request is a decision of the engine. Called by many threads at once. What goes wrong on
 * the web is a {@link FetchResult.Failed}, not an exception.
 */
@FunctionalInterface
public interface Fetcher extends AutoCloseable {

  /**
   * Sends one request and reads the answer, in bounded time and memory.
   *
   * @param request what to get
   * @return what came
   * @throws InterruptedException if the calling thread was interrupted, which is how a crawl stops
   */
  FetchResult fetch(FetchRequest request) throws InterruptedException;

  /**
   * Frees connections; does nothing by default. The engine calls it when no fetch is under way, or
   * after it has waited in vain for one that does not react to its interruption.
   */
  @Override
  default void close() {}
}
