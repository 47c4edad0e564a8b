package io.dowser.crawler.monitor;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs each exchange of a web server, from the first byte of a request to the last one of its
 * response, within a span of time: its thread is interrupted after that, which closes the
 * connection. If there are too many exchanges, the oldest one is interrupted at once, so that slow
 * clients occupy no thread that another client needs. Thread-safe.
 */
final class BoundedExchanges implements Executor, AutoCloseable {

  private static final int KEPT_SECONDS = 10;

  private final int most;
  private final Duration limit;
  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor timer;
  private final Set<Exchange> running = new LinkedHashSet<>(); // oldest first, guarded by itself

  BoundedExchanges(int most, Duration limit, ThreadFactory factory) {
    this.most = most;
    this.limit = limit;
    threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // bounded by the interruption of the oldest
            KEPT_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            factory);
    timer = new ScheduledThreadPoolExecutor(1, factory);
    timer.setRemoveOnCancelPolicy(true);
  }

  @Override
  public void execute(Runnable work) {
    threads.execute(() -> run(work));
  }

  private void run(Runnable work) {
    var exchange = new Exchange(Thread.currentThread());
    begin(exchange);
    var end = timer.schedule(exchange::interrupt, limit.toMillis(), TimeUnit.MILLISECONDS);
    try {
      work.run();
    } finally {
      end.cancel(false);
      synchronized (running) {
        running.remove(exchange);
      }
      exchange.end();
    }
  }

  private void begin(Exchange exchange) {
    synchronized (running) {
      if (running.size() >= most) {
        Exchange oldest = running.iterator().next();
        running.remove(oldest);
        oldest.interrupt();
      }
      running.add(exchange);
    }
  }

  /** Interrupts all exchanges. */
  @Override
  public void close() {
    timer.shutdownNow();
    threads.shutdownNow();
  }

  /** An exchange on its thread, which is not interrupted any more when it has ended. */
  private static final class Exchange {

    private final Thread thread;
    private boolean ended;

    Exchange(Thread thread) {
      this.thread = thread;
    }

    synchronized void interrupt() {
      if (!ended) {
        thread.interrupt();
      }
    }

    synchronized void end() {
      ended = true;
      Thread.interrupted(); // cleared: it was meant for this exchange
    }
  }
}
