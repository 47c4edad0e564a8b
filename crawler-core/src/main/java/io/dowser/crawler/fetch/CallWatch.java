package io.dowser.crawler.fetch;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Call;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts calls that take too long or whose thread was interrupted.
 *
 * <p>A thread that blocks in reading from a socket does not notice its interruption, so another
 * thread must look. It watches the time as well, which the call timeout of OkHttp could do, but not
 * this.
 */
final class CallWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CallWatch.class);
  private static final long TICK_MILLIS = 25;

  private final Set<WatchedCall> inFlight = ConcurrentHashMap.newKeySet();
  private final long limitNanos;
  private final ScheduledThreadPoolExecutor ticker;
  private final AtomicBoolean ticking = new AtomicBoolean();
  private volatile boolean closed;

  CallWatch(Duration limit) {
    limitNanos = limit.toNanos();
    ticker = new ScheduledThreadPoolExecutor(1, CallWatch::daemon);
  }

  WatchedCall begin(Call call) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before fetching " + call.request().url());
    }
    var watched = new WatchedCall(call);
    inFlight.add(watched);
    if (closed) { // asked when close() can already see the call: one of the two notices the other
      inFlight.remove(watched);
      throw new IllegalStateException("the fetcher is closed");
    }
    startTicking();
    return watched;
  }

  void end(WatchedCall call) {
    inFlight.remove(call);
  }

  /** Aborts all calls; the watch itself continues until the last of them has ended. */
  @Override
  public void close() {
    closed = true;
    inFlight.forEach(WatchedCall::cancel);
    endIfDone();
  }

  private void endIfDone() {
    if (closed && inFlight.isEmpty()) {
      ticker.shutdownNow();
    }
  }

  /** A fetcher that never fetches has no thread. */
  private void startTicking() {
    if (!ticking.get() && ticking.compareAndSet(false, true)) {
      var unused =
          ticker.scheduleWithFixedDelay(
              this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void tick() {
    long now = System.nanoTime();
    for (WatchedCall call : inFlight) {
      try {
        if (closed) {
          call.cancel();
        }
        call.check(now, limitNanos);
      } catch (RuntimeException e) {
        // From a listener of the caller's client. The other calls still need their watch.
        LOG.warn("could not abort a call", e);
      }
    }
    endIfDone();
  }

  private static Thread daemon(Runnable work) {
    var thread = new Thread(work, "dowser-fetch-watch");
    thread.setDaemon(true);
    return thread;
  }
}
