package io.dowser.crawler.bayes;

import io.dowser.crawler.api.CrawlException;
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
 */
final class OrderedWork {

  private static final int PENDING_PER_THREAD = 64; // enough that no thread waits for the consumer

  private OrderedWork() {}

  static <A, B> void run(Iterator<A> input, Function<A, B> work, int threads, Consumer<B> output) {
    if (threads == 1) {
      input.forEachRemaining(item -> output.accept(work.apply(item)));
      return;
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads, OrderedWork::daemon);
    try {
      submitAll(
          input, item -> pool.submit(() -> work.apply(item)), PENDING_PER_THREAD * threads, output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CrawlException("training was interrupted", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "dowser-training");
    thread.setDaemon(true);
    return thread;
  }

  private static <A, B> void submitAll(
      Iterator<A> input, Function<A, Future<B>> submit, int most, Consumer<B> output)
      throws InterruptedException {
    Queue<Future<B>> pending = new ArrayDeque<>();
    while (input.hasNext() || !pending.isEmpty()) {
      while (input.hasNext() && pending.size() < most) {
        pending.add(submit.apply(input.next()));
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
