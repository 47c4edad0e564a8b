package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlException;

/** Thrown for a problem that the user of the lab can correct; the message names it. */
final class LabException extends CrawlException {

  private static final long serialVersionUID = 1L;

  LabException(String message) {
    super(message);
  }

  LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
