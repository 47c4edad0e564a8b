package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Ends a crawl from within. */
final class StopSwitch implements Runnable {

  private final CountDownLatch armed = new CountDownLatch(1);
  private @Nullable CrawlHandle handle;

  void start(Crawler crawler) {
    CrawlHandle started = crawler.start();
    synchronized (this) {
      handle = started;
    }
    armed.countDown();
  }

  /**
   * Waits until the crawl can be ended; a crawl that ran dry before would take that for trouble.
   */
  void awaitArmed() {
    boolean interrupted = false;
    while (armed.getCount() > 0) {
      try {
        armed.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end, at most so long. */
  Optional<CrawlReport> await(Duration atMost) throws InterruptedException {
    CrawlHandle started;
    synchronized (this) {
      started = requireNonNull(handle, "not started");
    }
    return started.await(atMost);
  }

  @Override
  public synchronized void run() {
    if (handle != null) {
      handle.stop();
    }
  }
}
