package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlException;

/** Something that the user of the lab can put right; the message says what. */
final class LabException extends CrawlException {

  private static final long serialVersionUID = 1L;

  LabException(String message) {
    super(message);
  }

  LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
