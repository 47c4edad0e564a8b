package io.dowser.crawler.bayes;

import io.dowser.crawler.api.CrawlException;
import org.jspecify.annotations.Nullable;

/** Examples cannot be read, or nothing can be learned from them. */
public final class TrainingDataException extends CrawlException {

  private static final long serialVersionUID = 1L;

  /**
   * Reports what is wrong.
   *
   * @param message what, and where
   * @param cause why, or null
   */
  TrainingDataException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  TrainingDataException(String message) {
    this(message, null);
  }
}
