package io.dowser.crawler.fetch;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A kept connection is of no more use, and another one can take the request. */
final class StaleConnectionException extends IOException {

  private static final long serialVersionUID = 1L;

  private final boolean sent;

  private StaleConnectionException(boolean sent, @Nullable IOException cause) {
    super("the server has closed the connection", cause);
    this.sent = sent;
  }

  /** Nothing was sent on the connection. */
  static StaleConnectionException unused() {
    return new StaleConnectionException(false, null);
  }

  /** The server closed the connection while the request was on its way. */
  static StaleConnectionException closed(IOException cause) {
    return new StaleConnectionException(true, cause);
  }

  /** Returns whether the request was sent, at least in part. */
  boolean wasSent() {
    return sent;
  }
}
