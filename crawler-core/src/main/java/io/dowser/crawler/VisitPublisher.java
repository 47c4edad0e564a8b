package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import com.google.common.math.LongMath;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.CrawlThreads;
import java.util.Iterator;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Publishes the visits of one crawl to one subscriber, as fast as it requests them. */
final class VisitPublisher implements Flow.Publisher<Visit> {

  private final Supplier<Stream<Visit>> crawl;
  private final Runnable stop;
  private final CrawlThreads threads;
  private final AtomicBoolean taken = new AtomicBoolean();

  /** Creates a publisher that starts a crawl when a subscriber comes. */
  VisitPublisher(Supplier<Stream<Visit>> crawl, Runnable stop, CrawlThreads threads) {
    this.crawl = crawl;
    this.stop = stop;
    this.threads = threads;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super Visit> subscriber) {
    requireNonNull(subscriber, "subscriber");
    if (taken.compareAndSet(false, true)) {
      var delivery = new Delivery(subscriber);
      subscriber.onSubscribe(delivery);
      threads.thread("publisher", delivery).start();
    } else {
      subscriber.onSubscribe(Refused.SUBSCRIPTION);
      subscriber.onError(new CrawlException("the visits of a crawl have one subscriber"));
    }
  }

  /** What a subscriber gets that comes too late. */
  private enum Refused implements Flow.Subscription {
    SUBSCRIPTION;

    @Override
    public void request(long number) {}

    @Override
    public void cancel() {}
  }

  /** Passes pages of the crawl to the subscriber, on a thread of its own. */
  private final class Delivery implements Flow.Subscription, Runnable {

    private final Flow.Subscriber<? super Visit> subscriber;
    private long requested; // guarded by this
    private boolean cancelled; // guarded by this
    private @Nullable IllegalArgumentException refused; // guarded by this

    Delivery(Flow.Subscriber<? super Visit> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public synchronized void request(long number) {
      if (number > 0) {
        requested = LongMath.saturatedAdd(requested, number);
      } else {
        refused = new IllegalArgumentException("must request 1 or more, but was " + number);
      }
      notifyAll();
    }

    @Override
    public void cancel() {
      synchronized (this) {
        cancelled = true;
        notifyAll();
      }
      stop.run();
    }

    private synchronized boolean isCancelled() {
      return cancelled;
    }

    /** Waits until a visit is requested; returns whether the subscriber still wants it. */
    private synchronized boolean awaitRequest() throws InterruptedException {
      while (requested == 0 && !cancelled && refused == null) {
        wait();
      }
      if (refused != null) {
        throw refused;
      }
      requested--;
      return !cancelled;
    }

    @Override
    public void run() {
      if (isCancelled()) {
        return; // before the crawl was started
      }
      try (Stream<Visit> pages = crawl.get()) {
        if (isCancelled()) {
          return;
        }
        Iterator<Visit> visits = pages.iterator();
        while (visits.hasNext() && awaitRequest()) {
          subscriber.onNext(visits.next());
        }
      } catch (InterruptedException | RuntimeException e) {
        if (!isCancelled()) {
          subscriber.onError(e);
        }
        return;
      }
      if (!isCancelled()) {
        subscriber.onComplete();
      }
    }
  }
}
