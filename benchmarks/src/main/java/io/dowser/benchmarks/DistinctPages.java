package io.dowser.benchmarks;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a crawler that may visit a page twice, up to a number of distinct ones.
 *
 * <p>Thread-safe.
 */
final class DistinctPages {

  private final long maxPages;
  private final Consumer<String> visited;
  private final Set<String> urls = ConcurrentHashMap.newKeySet();
  private final AtomicLong count = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final CountDownLatch done = new CountDownLatch(1);

  DistinctPages(long maxPages, Consumer<String> visited) {
    this.maxPages = maxPages;
    this.visited = visited;
  }

  /** Counts a page if it is a new one. */
  void add(String url) {
    if (!urls.add(url)) {
      return;
    }
    long number = count.incrementAndGet();
    if (number <= maxPages) {
      visited.accept(url);
    }
    if (number == maxPages) {
      done.countDown();
    }
  }

  /** Ends the crawl because a page could not be visited. */
  void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
    done.countDown();
  }

  /** Waits a moment for the last page, and returns whether it came. */
  boolean await(long millis) {
    try {
      return done.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while crawling", e);
    }
  }

  /** Returns the number of visited pages; throws if one of them could not be visited. */
  long count() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("a page could not be visited", cause);
    }
    return Math.min(count.get(), maxPages);
  }
}
