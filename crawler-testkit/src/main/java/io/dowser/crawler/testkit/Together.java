package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs one task in several threads at once. */
final class Together {

  private static final int THREADS = 8;
  private static final int PATIENCE_SECONDS = 60;

  private Together() {}

  /** Returns the results, one of each thread; an exception of a thread fails the test. */
  static <T> List<T> call(Callable<T> task) {
    var start = new CyclicBarrier(THREADS);
    Callable<T> together =
        () -> {
          start.await();
          return task.call();
        };
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<T> results = new ArrayList<>();
    try {
      List<Callable<T>> tasks = Collections.nCopies(THREADS, together);
      for (Future<T> each : threads.invokeAll(tasks, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        results.add(each.get());
      }
      return results;
    } catch (ExecutionException e) {
      return fail("one of " + THREADS + " threads failed: " + e.getCause(), e.getCause());
    } catch (CancellationException e) {
      return fail("one of " + THREADS + " threads took over " + PATIENCE_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
