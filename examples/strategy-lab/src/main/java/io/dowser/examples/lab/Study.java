package io.dowser.examples.lab;

import java.nio.file.Path;
import java.util.List;

/**
 * What is compared on what.
 *
 * @param archives where the pages are
 * @param questions what is looked for, each with seeds and judge
 * @param strategies who looks for it
 * @param lessons what came of training, in words
 * @param runs how many orders of links each strategy meets, at least 5 unless one only looks around
 * @param budget pages a run, 0 for a fifth of the web
 * @param jobs runs at the same time, 0 for as many as processors and memory allow
 * @param out where results go
 * @param command how the study was called, for the report
 */
record Study(
    List<Path> archives,
    List<Question> questions,
    List<Strategy> strategies,
    List<String> lessons,
    int runs,
    int budget,
    int jobs,
    Path out,
    String command) {

  /** Fewer orders of links tell little: results swing with them. */
  static final int FEWEST_RUNS = 5;

  /** Heap that is left for each run when no number of jobs is given. */
  static final long MEMORY_PER_RUN = 192L << 20;

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
