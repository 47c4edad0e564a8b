package io.dowser.examples.lab;

import java.nio.file.Path;
import java.util.List;

/**
 * What is compared on what.
 *
 * @param archives where the pages are
 * @param questions what is looked for, each with seeds and judge
 * @param strategies who looks for it
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
    int runs,
    int budget,
    int jobs,
    Path out,
    String command) {

  /** Heap that is left for each run when no number of jobs is given. */
  static final long MEMORY_PER_RUN = 192L << 20;

  /** How many runs there can be at a time. */
  int jobsAllowed() {
    if (jobs > 0) {
      return jobs;
    }
    Runtime runtime = Runtime.getRuntime();
    long byMemory = Math.max(1, runtime.maxMemory() / MEMORY_PER_RUN);
    return (int) Math.min(runtime.availableProcessors(), byMemory);
  }
}
