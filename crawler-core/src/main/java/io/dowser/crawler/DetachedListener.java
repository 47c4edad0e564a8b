package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.CrawlThreads;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies a listener on a thread of its own, so that it neither slows the crawl nor ends it.
 *
 * <p>Events are queued. A listener that throws is logged, and gets the events that follow. The
 * thread is a daemon, and ends when no events come; see {@link #awaitFinished}. One listener serves
 * one crawl. Thread-safe.
 *
 * <pre>{@code
 * var slow = DetachedListener.of(dashboard::show, 1_000, Overflow.DROP_OLDEST);
 * Crawler.builder().listener(slow)
 * }</pre>
 */
public final class DetachedListener implements CrawlListener {

  private static final Logger LOG = LoggerFactory.getLogger(DetachedListener.class);
  private static final int KEEP_ALIVE_SECONDS = 5;

  private final CrawlListener listener;
  private final Overflow overflow;
  private final AtomicLong dropped = new AtomicLong();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final ThreadPoolExecutor thread;

  /** What happens to an event while the queue is full. */
  public enum Overflow {
    /** The crawl waits for the listener. */
    BLOCK,
    /** The oldest event in the queue is dropped. */
    DROP_OLDEST,
    /** The event is dropped, unless it is {@link CrawlEvent.Finished}: then the oldest one is. */
    DROP_NEWEST
  }

  private DetachedListener(CrawlListener listener, int capacity, Overflow overflow) {
    this.listener = listener;
    this.overflow = overflow;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            KEEP_ALIVE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(capacity),
            work -> CrawlThreads.ofCaller().thread("listener", work),
            (delivery, pool) -> makeRoom((Delivery) delivery));
    thread.allowCoreThreadTimeOut(true);
  }

  /**
   * {@return a listener that passes events on to another one}
   *
   * @param listener the other one; called by one thread
   * @param capacity length of the queue, above 0
   * @param overflow what happens to an event while the queue is full
   * @throws IllegalArgumentException if the capacity is not above 0
   */
  public static DetachedListener of(CrawlListener listener, int capacity, Overflow overflow) {
    requireNonNull(listener, "listener");
    requireNonNull(overflow, "overflow");
    return new DetachedListener(listener, Checks.positive("capacity", capacity), overflow);
  }

  @Override
  public void on(CrawlEvent event) {
    thread.execute(new Delivery(event));
  }

  /**
   * Waits until the listener has got the last event of its crawl, {@link CrawlEvent.Finished}. A
   * program calls it after the crawl, because it may end before the thread, which is a daemon.
   *
   * @param atMost the longest time to wait
   * @return whether the listener has got it
   * @throws InterruptedException if the calling thread is interrupted
   */
  public boolean awaitFinished(Duration atMost) throws InterruptedException {
    return finished.await(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
  }

  /** {@return the number of events that were dropped} */
  public long dropped() {
    return dropped.get();
  }

  /** Queues an event that found the queue full, or drops one. */
  private void makeRoom(Delivery newest) {
    if (overflow == Overflow.BLOCK) {
      put(newest);
      return;
    }
    boolean keepsNewest =
        overflow == Overflow.DROP_OLDEST || newest.event instanceof CrawlEvent.Finished;
    if (!keepsNewest || thread.getQueue().poll() != null) {
      dropped.incrementAndGet();
    }
    if (keepsNewest) {
      thread.execute(newest);
    }
  }

  private void put(Delivery delivery) {
    try {
      thread.getQueue().put(delivery);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      dropped.incrementAndGet();
    }
  }

  private final class Delivery implements Runnable {

    private final CrawlEvent event;

    Delivery(CrawlEvent event) {
      this.event = event;
    }

    @Override
    public void run() {
      try {
        listener.on(event);
      } catch (RuntimeException e) {
        LOG.warn("a detached listener failed on {}", event, e);
      } finally {
        if (event instanceof CrawlEvent.Finished) {
          finished.countDown();
        }
      }
    }
  }
}
