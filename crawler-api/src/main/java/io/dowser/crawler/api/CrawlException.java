package io.dowser.crawler.api;

import org.jspecify.annotations.Nullable;

/** Anything that this library raises on purpose, apart from bad arguments. */
public class CrawlException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Reports what went wrong.
   *
   * @param message what, with the names and values concerned
   */
  public CrawlException(String message) {
    super(message);
  }

  /**
   * Reports what went wrong and why.
   *
   * @param message what, with the names and values concerned
   * @param cause why, or null
   */
  public CrawlException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
