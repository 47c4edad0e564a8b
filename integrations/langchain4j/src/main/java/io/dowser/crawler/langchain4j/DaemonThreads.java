package io.dowser.crawler.langchain4j;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs calls that wait for a model on short-lived threads that do not delay the exit of the
 * program.
 */
final class DaemonThreads {

  private DaemonThreads() {}

  static void start(Runnable task) {
    var thread = new Thread(task, "dowser-model");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Returns the result of a call, which is interrupted when the time is up.
   *
   * @throws ExecutionException with the exception of the call
   */
  static <T> T within(Duration limit, Callable<T> call)
      throws TimeoutException, ExecutionException, InterruptedException {
    var task = new FutureTask<>(call);
    start(task);
    try {
      return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      task.cancel(true);
    }
  }
}
