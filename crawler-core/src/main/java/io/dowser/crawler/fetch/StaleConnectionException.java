package io.dowser.crawler.fetch;

import java.io.IOException;

/** The server had closed the kept connection before anything was sent on it. */
final class StaleConnectionException extends IOException {

  private static final long serialVersionUID = 1L;

  StaleConnectionException() {
    super("the server has closed the connection");
  }
}
