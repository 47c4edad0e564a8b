package io.dowser.crawler;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.engine.Engine;
import io.dowser.crawler.internal.politeness.HostView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A crawl that runs in the background; thread-safe. */
public final class CrawlHandle {

  private final Engine engine;
  private final CompletableFuture<CrawlReport> report = new CompletableFuture<>();
  private final Thread thread;

  private CrawlHandle(Engine engine) {
    this.engine = engine;
    this.thread = engine.thread(this::crawl);
  }

  static CrawlHandle start(Engine engine) {
    var handle = new CrawlHandle(engine);
    handle.thread.start();
    return handle;
  }

  /**
   * Asks the crawl to end soon: nothing new is fetched, and what is in flight is aborted. Returns
   * at once; does nothing if the crawl has ended.
   */
  public void stop() {
    engine.requestStop();
  }

  /**
   * Waits for the end.
   *
   * @return how it ended
   * @throws InterruptedException if the calling thread is interrupted; the crawl continues
   */
  public CrawlReport await() throws InterruptedException {
    try {
      return report.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the crawl's thread broke", e.getCause());
    }
  }

  /**
   * Waits for the end, at most so long.
   *
   * @param atMost the longest time to wait; zero or less only looks
   * @return how it ended, or empty if it still runs
   * @throws InterruptedException if the calling thread is interrupted; the crawl continues
   */
  public Optional<CrawlReport> await(Duration atMost) throws InterruptedException {
    try {
      return Optional.of(report.get(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the crawl's thread broke", e.getCause());
    }
  }

  /** {@return the present metrics; metrics that belong together, not older than the last visit} */
  public CrawlStatistics statistics() {
    return engine.statistics();
  }

  /** {@return whether the crawl still runs} */
  public boolean isRunning() {
    return !report.isDone();
  }

  /** Reports how the host of a URL is; empty after the crawl's end. */
  Optional<HostView> look(CrawlUrl url) {
    return isRunning() ? Optional.of(engine.look(url)) : Optional.empty();
  }

  boolean isStopping() {
    return engine.isStopRequested();
  }

  /** Waits for the end of the crawl, and stops it when the calling thread is interrupted. */
  CrawlReport awaitOrStop() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return await();
        } catch (InterruptedException e) {
          interrupted = true;
          stop();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Stops the crawl and waits for its thread, unless that is the calling thread. */
  void close(Duration atMost) {
    stop();
    if (Thread.currentThread() != thread) {
      try {
        thread.join(atMost.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void crawl() {
    try {
      report.complete(engine.run());
    } catch (Throwable e) { // reported to the waiting thread
      report.completeExceptionally(e);
    }
  }
}
