package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.internal.engine.Engine;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The engine of one task, which its frontier ends from within. */
final class TaskEngine implements AutoCloseable {

  private static final long CLOSE_MILLIS = 2_000;

  private final CompletableFuture<CrawlReport> report = new CompletableFuture<>();
  private @Nullable Engine engine;
  private @Nullable Thread thread;

  void start(Engine of) {
    engine = of;
    thread = of.thread(this::crawl);
    thread.start();
  }

  private void crawl() {
    try {
      report.complete(engine().run());
    } catch (Throwable e) { // reported to the waiting thread
      report.completeExceptionally(e);
    }
  }

  private Engine engine() {
    return requireNonNull(engine, "not started");
  }

  /** Waits for the end, at most so long. */
  Optional<CrawlReport> await(Duration atMost) throws InterruptedException {
    try {
      return Optional.of(report.get(atMost.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the crawl's thread broke", e.getCause());
    }
  }

  /** Returns the content hash of the page of a candidate that was just visited. */
  PageContentHash text(Candidate visited) {
    return engine().worth().text(visited);
  }

  /** Ends the crawl soon. */
  void stop() {
    engine().requestStop();
  }

  @Override
  public void close() {
    if (thread != null) {
      stop();
      try {
        thread.join(CLOSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
