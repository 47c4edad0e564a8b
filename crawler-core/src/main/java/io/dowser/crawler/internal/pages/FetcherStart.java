package io.dowser.crawler.internal.pages;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts a fetcher, which may take long; a stop of the crawl interrupts it. Thread-safe. */
public final class FetcherStart {

  private @Nullable Thread starting;
  private boolean stopped;

  /** Starts a fetcher; throws {@link CancellationException} if the crawl is stopped meanwhile. */
  public void run(Fetcher fetcher, Function<CrawlUrl, Duration> delays)
      throws InterruptedException {
    begin();
    try {
      fetcher.start(delays);
    } catch (InterruptedException e) {
      throwIfStopped();
      throw e;
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    throwIfStopped();
    starting = Thread.currentThread();
  }

  private synchronized void throwIfStopped() {
    if (stopped) {
      throw new CancellationException("the crawl was stopped");
    }
  }

  private synchronized void end() {
    starting = null;
    if (stopped) {
      Thread.interrupted(); // cleared: it was meant for the start
    }
  }

  public synchronized void stop() {
    stopped = true;
    if (starting != null) {
      starting.interrupt();
    }
  }
}
