package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ends a crawl, also if it is asked to before the crawl's handle is at hand. */
final class StopSwitch implements Runnable {

  private @Nullable CrawlHandle handle;
  private boolean wanted;

  void start(Crawler crawler) {
    CrawlHandle started = crawler.start();
    synchronized (this) {
      handle = started;
      if (wanted) {
        started.stop();
      }
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
    wanted = true;
    if (handle != null) {
      handle.stop();
    }
  }
}
