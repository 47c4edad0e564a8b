package io.dowser.crawler.lab;

import java.util.List;

/**
 * The result of one strategy in one run.
 *
 * @param strategy its name
 * @param question the number of the question, from 0
 * @param run the number of the run, from 1; it decides the order of links on each page
 * @param steps the pages in the order in which they were fetched
 * @param cpuNanos processor time of all its threads
 * @param wallNanos time from start to end
 * @param failures requests without a page
 * @param problem the problem, empty if there was none
 */
record RunResult(
    String strategy,
    int question,
    int run,
    List<Step> steps,
    long cpuNanos,
    long wallNanos,
    long failures,
    String problem) {

  /** The parent of a seed. */
  static final int NO_PARENT = -1;

  /**
   * One fetched page.
   *
   * @param page its number in the census
   * @param parent the number of the page whose link led there, or {@link #NO_PARENT}
   * @param score the score of the link, 0 for a seed
   */
  record Step(int page, int parent, double score) {}

  RunResult {
    steps = List.copyOf(steps);
  }
}
