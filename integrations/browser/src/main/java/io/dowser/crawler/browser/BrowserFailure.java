package io.dowser.crawler.browser;

/** Thrown if a browser has not done what it was asked for; it must not be used again. */
class BrowserFailure extends Exception {

  private static final long serialVersionUID = 1L;

  BrowserFailure(String message) {
    super(message);
  }

  BrowserFailure(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
  }
}
