package io.dowser.crawler.lab;

import java.util.Optional;

/**
 * One number of a study, as files have it.
 *
 * @param strategy the strategy
 * @param question the question, or {@link #ALL} for the mean of all
 * @param pages the number of pages after which it was taken
 * @param measure the measure
 * @param value mean and interval over the runs
 * @param difference the same for the difference to the baseline, run by run; none for the baseline
 */
record Metric(
    String strategy,
    String question,
    int pages,
    Measure measure,
    Estimate value,
    Optional<Estimate> difference) {

  /**
   * The name in place of a question: the mean over all of them, with the interval over the runs.
   */
  static final String ALL = "all";

  boolean isThere() {
    return !Double.isNaN(value.mean());
  }
}
