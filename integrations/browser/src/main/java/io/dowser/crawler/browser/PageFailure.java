package io.dowser.crawler.browser;

/** Thrown if a command about a page failed in the page. */
final class PageFailure extends BrowserFailure {

  private static final long serialVersionUID = 1L;

  PageFailure(String message) {
    super(message);
  }
}
