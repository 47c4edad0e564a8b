package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Does one thing in many threads at once. */
final class Together {

  static final int THREADS = 8;
  private static final int PATIENCE_SECONDS = 60;

  private Together() {}

  /** The results, one of each thread; what a thread throws fails the test. */
  static <T> List<T> call(Callable<T> task) {
    var start = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        futures.add(
            threads.submit(
                () -> {
                  start.await();
                  return task.call();
                }));
      }
      return results(futures);
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> List<T> results(List<Future<T>> futures) {
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(result(future));
    }
    return results;
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return fail("one of " + THREADS + " threads failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      return fail("one of " + THREADS + " threads took over " + PATIENCE_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail("interrupted", e);
    }
  }
}
