package io.dowser.crawler.lab;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** Adds up the processor time of the threads of one run. */
final class CpuMeter {

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final AtomicLong nanos = new AtomicLong();
  private long began;

  /** Returns an executor whose tasks are measured, and that delegates to another one. */
  Executor metered(Executor executor) {
    return task ->
        executor.execute(
            () -> {
              long start = threads.getCurrentThreadCpuTime();
              try {
                task.run();
              } finally {
                nanos.addAndGet(threads.getCurrentThreadCpuTime() - start);
              }
            });
  }

  /** Called by the crawl's own thread when it begins. */
  void begin() {
    began = threads.getCurrentThreadCpuTime();
  }

  /** Called by the crawl's own thread when it ends. */
  void end() {
    nanos.addAndGet(threads.getCurrentThreadCpuTime() - began);
  }

  long nanos() {
    return nanos.get();
  }
}
