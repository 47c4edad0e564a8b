package io.dowser.crawler.lab;

import io.dowser.crawler.api.PageAnalyzer;
import java.nio.file.Path;
import java.util.List;

/**
 * What is compared on what.
 *
 * @param archives where the pages are
 * @param everyLink whether links are followed that ask not to be
 * @param questions what is looked for, each with seeds and the judge that measures
 * @param guides whose relevance the strategies see, one after the other
 * @param strategies who looks for it
 * @param lessons what came of training, in words
 * @param runs how many orders of links each strategy meets, at least 5 unless one only looks around
 * @param budget pages a run, 0 for a fifth of the web
 * @param workers pages in flight in each run
 * @param jobs runs at the same time, 0 for what processors and memory allow
 * @param out where results go
 * @param command how the study was called, for the report
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

  /** Fewer orders of links show little: results swing with them. */
  static final int FEWEST_RUNS = 5;

  /** Heap that is left for each run when no number of jobs is given. */
  static final long MEMORY_PER_RUN = 192L << 20;

  /** Creates a reader of the pages. */
  PageAnalyzer reader() {
    return ArchiveCrawl.reader(everyLink);
  }

  /** How many runs there can be at a time. */
  int jobsAllowed() {
    if (jobs > 0) {
      return jobs;
    }
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    return jobsFor(runtime.availableProcessors(), runtime.maxMemory() - used);
  }

  /** One run for each processor as far as the free heap goes, but one at least. */
  static int jobsFor(int processors, long freeHeap) {
    return (int) Math.max(1, Math.min(processors, freeHeap / MEMORY_PER_RUN));
  }
}
