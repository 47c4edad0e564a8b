package io.dowser.crawler.lab;

/** Something that the user of the lab can put right; the message says what. */
final class LabException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LabException(String message) {
    super(message);
  }

  LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
