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

  /** Frees connections; does nothing by default. No fetch is under way when the engine calls it. */
  @Override
  default void close() {}
}
