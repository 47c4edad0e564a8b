package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hands pages to the crawl's sink, if it has one, on a thread of its own; for the crawl's thread.
 */
final class PageArchive {

  private static final int WAITING = 64;
  private static final Duration END = Duration.ofSeconds(20);

  private final @Nullable PageSink sink;
  private final BlockingQueue<Optional<Delivery>> queue = new ArrayBlockingQueue<>(WAITING);
  private final Thread thread = new Thread(this::run, "dowser-pages");
  private final Object progress = new Object();
  private long handedOver;
  private long written; // guarded by progress
  private volatile @Nullable Throwable failure;

  /** Something for the sink. */
  private interface Delivery {

    void to(PageSink sink) throws IOException;
  }

  PageArchive(@Nullable PageSink sink) {
    this.sink = sink;
    if (sink != null) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  void page(Visit visit) throws InterruptedException {
    if (sink != null) {
      offer(Optional.of(to -> to.page(visit)));
    }
  }

  void redirect(FetchResult.Redirect redirect, Instant time) throws InterruptedException {
    if (sink != null) {
      offer(Optional.of(to -> to.redirect(redirect, time)));
    }
  }

  private void offer(Optional<Delivery> delivery) throws InterruptedException {
    handedOver++;
    do {
      throwIfFailed();
    } while (!queue.offer(delivery, 100, TimeUnit.MILLISECONDS));
  }

  private void throwIfFailed() {
    Throwable cause = failure;
    if (cause != null) {
      throw new CrawlException("the page sink failed: " + cause, cause);
    }
  }

  /** Counts what was given to the sink so far. */
  long handedOver() {
    return handedOver;
  }

  /** Waits until the sink has written so much; for any thread. */
  void awaitWritten(long count) throws InterruptedException {
    synchronized (progress) {
      while (sink != null && written < count) {
        throwIfFailed();
        progress.wait(100);
      }
    }
  }

  /** Waits until the sink has everything and is closed. */
  void end() throws InterruptedException {
    if (sink != null && thread.isAlive()) {
      offer(Optional.empty());
      handedOver--; // the end is nothing to be written
      thread.join(END.toMillis());
      throwIfFailed();
      if (thread.isAlive()) {
        failure = new IOException("it did not end within " + END); // nobody waits for it any more
        throwIfFailed();
      }
    }
  }

  private void run() {
    try (PageSink to = requireNonNull(sink)) {
      boolean more = true;
      while (more) {
        more = deliver(to);
      }
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      failure = e; // the crawl's thread tells it
    }
  }

  /** Gives the sink all that waits; says whether more may come. */
  private boolean deliver(PageSink to) throws IOException, InterruptedException {
    var waiting = new ArrayList<Optional<Delivery>>(WAITING);
    waiting.add(queue.take());
    queue.drainTo(waiting);
    boolean more = true;
    for (Optional<Delivery> next : waiting) {
      if (next.isPresent()) {
        next.get().to(to);
      }
      more = next.isPresent(); // the end is the last
    }
    synchronized (progress) {
      written += waiting.size();
      progress.notifyAll();
    }
    return more;
  }
}
