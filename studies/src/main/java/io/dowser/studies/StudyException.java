package io.dowser.studies;

import io.dowser.crawler.api.CrawlException;

/** Something that the user of a command can put right; the message says what. */
final class StudyException extends CrawlException {

  private static final long serialVersionUID = 1L;

  StudyException(String message) {
    super(message);
  }
}
