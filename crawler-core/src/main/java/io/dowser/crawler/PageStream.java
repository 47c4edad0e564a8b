package io.dowser.crawler;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Visit;
import java.util.Spliterator;
import java.util.Spliterators.AbstractSpliterator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Passes visits from the engine thread to a reader, and slows the crawl if the reader is slow. */
final class PageStream implements CrawlListener {

  private static final int BUFFERED_PAGES = 32;
  private static final long LOOK_UP_MILLIS = 50;

  private final BlockingQueue<Visit> buffer = new ArrayBlockingQueue<>(BUFFERED_PAGES);
  private volatile @Nullable CrawlHandle handle;

  /** Returns the visits of a crawl that notifies this listener. */
  Stream<Visit> of(CrawlHandle crawl) {
    handle = crawl;
    return StreamSupport.stream(new Reader(crawl), false);
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      take(visited.visit());
    } else if (event instanceof CrawlEvent.Changed changed) {
      take(changed.visit());
    }
  }

  private void take(Visit visit) {
    try {
      put(visit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void put(Visit visit) throws InterruptedException {
    while (!buffer.offer(visit, LOOK_UP_MILLIS, TimeUnit.MILLISECONDS)) {
      CrawlHandle crawl = handle;
      if (crawl != null && crawl.isStopping()) {
        return;
      }
    }
  }

  private final class Reader extends AbstractSpliterator<Visit> {

    private final CrawlHandle crawl;

    Reader(CrawlHandle crawl) {
      super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
      this.crawl = crawl;
    }

    @Override
    public boolean tryAdvance(Consumer<? super Visit> action) {
      Visit visit = next();
      if (visit != null) {
        action.accept(visit);
      }
      return visit != null;
    }

    private @Nullable Visit next() {
      while (true) {
        boolean running = crawl.isRunning(); // read first, so that no late visit is missed
        Visit visit = take();
        if (visit != null) {
          return visit;
        }
        if (Thread.currentThread().isInterrupted()) {
          crawl.stop();
          return null;
        }
        if (!running) {
          crawl.awaitOrStop().orThrow();
          return null;
        }
      }
    }

    private @Nullable Visit take() {
      try {
        return buffer.poll(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
  }
}
