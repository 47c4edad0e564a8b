package io.dowser.crawler.api;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a crawl cannot be built, started or continued, or one of its files cannot be read or
 * written.
 *
 * <pre>{@code
 * try {
 *   Crawler.resume(Path.of("tides")).build().run().orThrow();
 * } catch (CrawlException e) {
 *   System.err.println(e.getMessage());
 * }
 * }</pre>
 */
public class CrawlException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a message.
   *
   * @param message the problem, with the names and values concerned
   */
  public CrawlException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a message and a cause.
   *
   * @param message the problem, with the names and values concerned
   * @param cause the cause, or null
   */
  public CrawlException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
