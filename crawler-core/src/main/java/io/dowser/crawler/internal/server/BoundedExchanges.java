package io.dowser.crawler.internal.server;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs each exchange of a web server, from the first byte of a request to the last one of its
 * response, within a span of time: its thread is interrupted after that, which closes the
 * connection. If there are too many exchanges, the oldest one is interrupted at once, so that slow
 * clients occupy no thread that another client needs. A few exchanges may be streams, which may
 * take long, and whose parts have that span of time each. Thread-safe.
 */
public final class BoundedExchanges implements Executor, AutoCloseable {

  private static final int KEPT_SECONDS = 10;
  private static final int MOST_STREAMS = 16;

  private final int most;
  private final Duration limit;
  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor timer;

  /** By thread, the oldest first; guarded by itself. */
  private final Map<Thread, Exchange> running = new LinkedHashMap<>();

  private final Semaphore streams = new Semaphore(MOST_STREAMS);

  /**
   * Creates threads for exchanges.
   *
   * @param most exchanges at once that are no streams
   * @param limit the longest time of an exchange, or of a part of a stream
   * @param name the name of the threads, which let the process end
   */
  public BoundedExchanges(int most, Duration limit, String name) {
    ThreadFactory factory = new ThreadFactoryBuilder().setNameFormat(name).setDaemon(true).build();
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
    prolong(exchange);
    try {
      work.run();
    } finally {
      synchronized (running) {
        running.remove(exchange.thread);
      }
      exchange.end();
    }
  }

  private void prolong(Exchange exchange) {
    exchange.endBy(timer.schedule(exchange::interrupt, limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  /**
   * Writes a stream in the exchange of the calling thread.
   *
   * @param next writes a part; returns false after the last one
   * @return false if there are too many streams, and nothing was written
   * @throws IOException if a part cannot be written
   */
  public boolean stream(Part next) throws IOException {
    if (!streams.tryAcquire()) {
      return false;
    }
    try {
      Exchange exchange = takeOut();
      do {
        prolong(exchange);
      } while (next.write());
      return true;
    } finally {
      streams.release();
    }
  }

  /** Restarts the span of time of the exchange of the calling thread, which makes progress. */
  public void prolong() {
    synchronized (running) {
      Exchange exchange = running.get(Thread.currentThread());
      if (exchange != null) {
        prolong(exchange);
      }
    }
  }

  /** Returns the exchange of the calling thread, which is no more one that others interrupt. */
  private Exchange takeOut() throws IOException {
    synchronized (running) {
      Exchange exchange = running.remove(Thread.currentThread());
      if (exchange == null) {
        throw new IOException("the exchange was given up");
      }
      return exchange;
    }
  }

  /** Writes the next part of a stream. */
  @FunctionalInterface
  public interface Part {

    /** Writes the part; returns false after the last one. */
    boolean write() throws IOException;
  }

  private void begin(Exchange exchange) {
    synchronized (running) {
      if (running.size() >= most) {
        Exchange oldest = running.values().iterator().next();
        running.remove(oldest.thread);
        oldest.interrupt();
      }
      running.put(exchange.thread, exchange);
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
    private @Nullable Future<?> timeout;

    Exchange(Thread thread) {
      this.thread = thread;
    }

    synchronized void interrupt() {
      if (!ended) {
        thread.interrupt();
      }
    }

    /** Replaces the end of its time. */
    synchronized void endBy(Future<?> next) {
      if (timeout != null) {
        timeout.cancel(false);
      }
      timeout = next;
    }

    synchronized void end() {
      ended = true;
      if (timeout != null) {
        timeout.cancel(false);
      }
      Thread.interrupted(); // cleared: it was meant for this exchange
    }
  }
}
