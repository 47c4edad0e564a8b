package io.dowser.crawler.api;

import java.time.Duration;
import java.util.function.Function;

/**
 * Fetches URLs.
 *
 * <p>One call is one request: a fetcher follows no redirects and repeats nothing, because each
 * further request is a decision of the engine. Called by many threads at once. A failure on the web
 * is a {@link FetchResult.Failed}, not an exception.
 *
 * <pre>{@code
 * final class FolderFetcher implements Fetcher {
 *   private final Fetcher web = OkHttpFetcher.builder().build();
 *
 *   public FetchResult fetch(FetchRequest request) throws InterruptedException {
 *     Path file = Path.of("pages", request.url().host() + ".html");
 *     return Files.exists(file) && request.purpose() == FetchRequest.Purpose.PAGE
 *         ? page(request.url(), file)
 *         : web.fetch(request);
 *   }
 *
 *   public void close() {
 *     web.close();
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface Fetcher extends AutoCloseable {

  /**
   * Sends one request and reads the response, in bounded time and memory.
   *
   * @param request the request
   * @return the result
   * @throws InterruptedException if the calling thread was interrupted, which is how a crawl stops
   */
  FetchResult fetch(FetchRequest request) throws InterruptedException;

  /**
   * Prepares for a crawl, which calls this once before its first fetch. A fetcher that needs a
   * login logs in here. Does nothing by default. A fetcher that wraps another one starts that one.
   *
   * @param delays returns the delay of a URL's host between the end of one request and the start of
   *     the next; thread-safe
   * @throws CrawlException if the crawl must not begin, for instance because a login failed
   * @throws InterruptedException if the calling thread was interrupted
   */
  default void start(Function<CrawlUrl, Duration> delays) throws InterruptedException {}

  /**
   * Returns the product token: the name by which robots.txt and robots directives address this
   * fetcher, as in {@code User-agent: acme}. Sites find it in the {@code User-Agent} that the
   * fetcher sends.
   *
   * <p>Override this if the fetcher sends another {@code User-Agent}; otherwise a crawl obeys the
   * rules for another crawler. A fetcher that wraps another one returns the token of that one. A
   * crawl asks once, when it is built.
   *
   * @return ASCII letters, {@code -} and {@code _}, as RFC 9309, section 2.2.1, allows, at least
   *     one; upper and lower case are the same; {@code dowser} by default
   */
  default String productToken() {
    return "dowser";
  }

  /**
   * Frees connections; does nothing by default. The engine calls it when no fetch is in flight, or
   * after waiting for one that does not react to its interruption.
   */
  @Override
  default void close() {}
}
