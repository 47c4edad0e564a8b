package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

/**
 * A document and the class that it was assigned.
 *
 * @param label the name of its class, not blank
 * @param text its text, possibly empty
 */
public record LabelledText(String label, String text) {

  /**
   * Refuses a blank label.
   *
   * @param label the name of its class, not blank
   * @param text its text, possibly empty
   * @throws IllegalArgumentException if the label is blank
   */
  public LabelledText {
    requireNonNull(text, "text");
    if (label.isBlank()) {
      throw new IllegalArgumentException("label must not be blank");
    }
  }
}
