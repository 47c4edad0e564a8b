package io.dowser.crawler.lab;

import io.dowser.crawler.api.PageAnalyzer;
import java.nio.file.Path;
import java.util.List;

/**
 * The setup of a comparison.
 *
 * @param archives the archives of the pages
 * @param everyLink whether links are followed that ask not to be
 * @param questions the questions, each with seeds and the judge that measures
 * @param guides the guides whose relevance the strategies see, one after the other
 * @param strategies the compared strategies
 * @param lessons the outcome of the training, in words
 * @param runs the number of orders of links for each strategy, at least 5 except for a first look
 * @param budget pages a run, 0 for a fifth of the web
 * @param workers pages in flight in each run
 * @param jobs runs at the same time, 0 for the number that processors and memory allow
 * @param out the directory of the results
 * @param command the command line of the study, for the report
 */
record Study(
    List<Path> archives,
    boolean everyLink,
    List<Question> questions,
    List<Guide> guides,
    List<Strategy> strategies,
    List<String> lessons,
    int runs,
    int budget,
    int workers,
    int jobs,
    Path out,
    String command) {

  /** The least number of orders of links; with fewer, results vary too much. */
  static final int FEWEST_RUNS = 5;

  /** Heap that is left for each run when no number of jobs is given. */
  static final long MEMORY_PER_RUN = 192L << 20;

  /** Creates a reader of the pages. */
  PageAnalyzer reader() {
    return ArchiveCrawl.reader(everyLink);
  }

  /** Returns the number of runs at a time. */
  int jobsAllowed() {
    if (jobs > 0) {
      return jobs;
    }
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    return jobsFor(runtime.availableProcessors(), runtime.maxMemory() - used);
  }

  /** Returns one run for each processor if the free heap allows, but at least one. */
  static int jobsFor(int processors, long freeHeap) {
    return (int) Math.max(1, Math.min(processors, freeHeap / MEMORY_PER_RUN));
  }
}
