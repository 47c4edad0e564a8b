package io.dowser.crawler.lab;

import java.util.Optional;

/**
 * One number of a study, as files have it.
 *
 * @param strategy whose it is
 * @param question of which question, or {@link #ALL} for the mean of all
 * @param pages after how many pages
 * @param measure what it is
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

  /** In place of a question: the mean over all of them, with the interval over the runs. */
  static final String ALL = "all";

  boolean isThere() {
    return !Double.isNaN(value.mean());
  }
}
