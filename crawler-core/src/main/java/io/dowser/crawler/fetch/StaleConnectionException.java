package io.dowser.crawler.fetch;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if a kept connection is unusable, and another one can take the request. */
final class StaleConnectionException extends IOException {

  private static final long serialVersionUID = 1L;

  private final boolean sent;

  private StaleConnectionException(boolean sent, @Nullable IOException cause) {
    super("the server has closed the connection", cause);
    this.sent = sent;
  }

  /** Returns the exception for a connection on which nothing was sent. */
  static StaleConnectionException unused() {
    return new StaleConnectionException(false, null);
  }

  /**
   * Returns the exception for a connection that the server closed while the request was on its way.
   */
  static StaleConnectionException closed(IOException cause) {
    return new StaleConnectionException(true, cause);
  }

  /** Returns whether the request was sent, at least in part. */
  boolean wasSent() {
    return sent;
  }
}
