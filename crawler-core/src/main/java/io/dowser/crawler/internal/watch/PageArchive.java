package io.dowser.crawler.internal.watch;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.store.StoreBatch;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes pages to the crawl's sink, if it has one, on a separate thread. Confined to the engine
 * thread, except the barriers.
 *
 * <p>A running crawl waits for a slow sink. A crawl that must end interrupts a sink without
 * progress for {@link #PATIENCE}.
 */
public final class PageArchive {

  /** The time that a sink may make no progress when the crawl must end. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  /** The capacity of the queue, besides the page that the sink writes. */
  static final int QUEUED = 64;

  private static final int LOOK_MILLIS = 100;

  private final @Nullable PageSink sink;
  private final BooleanSupplier stops;
  private final LongSupplier nanoClock;
  private final BlockingQueue<Optional<Delivery>> queue = new ArrayBlockingQueue<>(QUEUED);
  private final Thread thread;
  private volatile long lastProgress;
  private volatile boolean ending;
  private volatile @Nullable CrawlException failure;

  private interface Delivery {

    void to(PageSink sink) throws IOException;
  }

  /** Starts the thread; any thread may ask whether the crawl must end. */
  public PageArchive(
      @Nullable PageSink sink,
      BooleanSupplier stops,
      LongSupplier nanoClock,
      CrawlThreads threads) {
    this.sink = sink;
    this.stops = stops;
    this.thread = threads.thread("pages", this::run);
    this.nanoClock = nanoClock;
    this.lastProgress = nanoClock.getAsLong();
    if (sink != null) {
      thread.start();
    }
  }

  public void page(Visit visit) throws InterruptedException {
    handOver(to -> to.page(visit));
  }

  public void redirect(FetchResult.Redirect redirect, Instant time) throws InterruptedException {
    handOver(to -> to.redirect(redirect, time));
  }

  public void unchanged(PageSink.Unchanged unchanged) throws InterruptedException {
    handOver(to -> to.unchanged(unchanged));
  }

  private void handOver(Delivery delivery) throws InterruptedException {
    if (sink != null) {
      offer(Optional.of(delivery));
    }
  }

  private void offer(Optional<Delivery> delivery) throws InterruptedException {
    long since = nanoClock.getAsLong();
    do {
      throwIfHopeless(since);
    } while (!queue.offer(delivery, LOOK_MILLIS, TimeUnit.MILLISECONDS));
  }

  /** Throws if the sink failed, or makes no progress while the crawl must end. */
  private void throwIfHopeless(long since) {
    if ((ending || stops.getAsBoolean()) && isStuck(since)) {
      giveUp();
    }
    throwIfFailed();
  }

  /** Several threads may call this at once; a sink that closes is not interrupted again. */
  private synchronized void giveUp() {
    if (failure == null) {
      fail(new IOException("it has done nothing for " + Durations.text(PATIENCE)));
      thread.interrupt();
    }
  }

  private boolean isStuck(long since) {
    long now = nanoClock.getAsLong();
    return Math.min(now - since, now - lastProgress) > PATIENCE.toNanos();
  }

  /** Keeps the first failure, which all threads throw. */
  private synchronized void fail(Throwable cause) {
    if (failure == null) {
      failure = new CrawlException("the page sink failed: " + cause, cause);
    }
  }

  private void throwIfFailed() {
    CrawlException problem = failure;
    if (problem != null) {
      throw problem;
    }
  }

  /** Returns a barrier that waits until the sink has written and flushed all pages so far. */
  public StoreBatch.Barrier allHandedOver() throws InterruptedException {
    var flushed = new CountDownLatch(sink == null ? 0 : 1);
    handOver(
        to -> {
          to.flush();
          flushed.countDown();
        });
    return () -> await(flushed);
  }

  /** Waits for a flush, or the end of the thread, which closes the sink. */
  private void await(CountDownLatch flushed) throws InterruptedException {
    long since = nanoClock.getAsLong();
    while (!flushed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      boolean isAlive = thread.isAlive();
      throwIfHopeless(since);
      if (!isAlive) {
        return;
      }
    }
  }

  /** Waits until the sink has written all and is closed. */
  public void end() throws InterruptedException {
    ending = true;
    try {
      awaitEnd();
    } catch (InterruptedException e) {
      if (!queue.offer(Optional.empty())) {
        thread.interrupt();
      }
      throw e;
    }
  }

  private void awaitEnd() throws InterruptedException {
    if (thread.isAlive()) {
      offer(Optional.empty());
    }
    long since = nanoClock.getAsLong();
    while (thread.isAlive()) {
      throwIfHopeless(since);
      thread.join(LOOK_MILLIS);
    }
    throwIfFailed();
  }

  private void run() {
    try (PageSink to = requireNonNull(sink)) {
      Optional<Delivery> next = queue.take();
      while (next.isPresent() && failure == null) {
        next.get().to(to);
        lastProgress = nanoClock.getAsLong();
        next = queue.take();
      }
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      fail(e); // thrown on the engine thread
    }
  }
}
