package io.dowser.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/**
 * The duration of a crawl.
 *
 * @param pages number of pages that were visited
 * @param nanos from the call to the last page, without shutdown
 * @param cpuNanos processor time of this process in between, that of the compiler and the garbage
 *     collector included; unlike the rate, it hardly depends on other work on the machine
 */
record TimedCrawl(long pages, long nanos, long cpuNanos) {

  /** Crawls once. */
  static TimedCrawl of(Supplier<FinishedCrawl> crawl) {
    long start = System.nanoTime();
    long cpuStart = cpu();
    try (FinishedCrawl finished = crawl.get()) {
      return new TimedCrawl(finished.pages(), System.nanoTime() - start, cpu() - cpuStart);
    }
  }

  private static long cpu() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  double pagesPerSecond() {
    return pages * 1e9 / nanos;
  }

  double cpuMicrosPerPage() {
    return cpuNanos / 1e3 / pages;
  }
}
