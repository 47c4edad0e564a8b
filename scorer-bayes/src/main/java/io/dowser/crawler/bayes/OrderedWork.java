package io.dowser.crawler.bayes;

import io.dowser.crawler.api.Checks;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Does work on several threads and hands on the results in the order of the input, so that what is
 * trained does not depend on the number of threads.
 *
 * @param <A> what comes in
 * @param <B> what goes out
 */
final class OrderedWork<A, B> {

  private static final int MOST_THREADS = 1_000;
  private static final int PENDING_PER_THREAD = 64; // enough that no thread waits for the consumer

  private final Function<A, B> work;
  private final int threads;

  OrderedWork(Function<A, B> work, int threads) {
    this.work = work;
    this.threads = threads;
  }

  /** As many threads as there are processors. */
  static int defaultThreads() {
    return Math.max(1, Runtime.getRuntime().availableProcessors());
  }

  /** Returns a number of threads, or refuses one that is out of range. */
  static int checkThreads(int threads) {
    return Checks.within("threads", threads, 1, MOST_THREADS);
  }

  void run(Iterator<A> input, Consumer<B> output) {
    if (threads == 1) {
      input.forEachRemaining(item -> output.accept(work.apply(item)));
      return;
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads, OrderedWork::daemon);
    try {
      run(input, pool, output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TrainingDataException("training was interrupted", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "dowser-training");
    thread.setDaemon(true);
    return thread;
  }

  private void run(Iterator<A> input, ExecutorService pool, Consumer<B> output)
      throws InterruptedException {
    Queue<Future<B>> pending = new ArrayDeque<>();
    while (input.hasNext() || !pending.isEmpty()) {
      while (input.hasNext() && pending.size() < PENDING_PER_THREAD * threads) {
        A item = input.next();
        pending.add(pool.submit(() -> work.apply(item)));
      }
      output.accept(result(pending.remove()));
    }
  }

  private static <B> B result(Future<B> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("an analyzer failed", e.getCause());
    }
  }
}
