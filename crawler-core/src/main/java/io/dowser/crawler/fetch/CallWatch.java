package io.dowser.crawler.fetch;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Call;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts calls whose thread was interrupted, and those in flight when the fetcher is closed.
 *
 * <p>A thread that blocks while it reads from a socket does not notice an interruption, so another
 * thread must check. OkHttp limits the time of a call but does not check for interruptions. Its
 * dispatcher, which a shared client has in common with others, forgets a call before its body is
 * read.
 */
final class CallWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CallWatch.class);
  private static final long TICK_MILLIS = 25;

  private final Map<Call, Thread> inFlight = new ConcurrentHashMap<>();
  private final AtomicBoolean ticking = new AtomicBoolean();
  private final ScheduledThreadPoolExecutor ticker =
      new ScheduledThreadPoolExecutor(
          1,
          new ThreadFactoryBuilder().setNameFormat("dowser-fetch-watch").setDaemon(true).build(),
          new ThreadPoolExecutor.DiscardPolicy()); // once closed
  private volatile boolean closed;

  void begin(Call call) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before fetching " + call.request().url());
    }
    inFlight.put(call, Thread.currentThread());
    if (closed) { // checked when close() can already see the call: one of the two notices the other
      inFlight.remove(call);
      throw new IllegalStateException("the fetcher is closed");
    }
    if (ticking.compareAndSet(false, true)) { // a fetcher that never fetches has no thread
      var unused =
          ticker.scheduleWithFixedDelay(
              this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  void end(Call call) {
    inFlight.remove(call);
  }

  /** Aborts all calls. */
  @Override
  public void close() {
    closed = true;
    ticker.shutdownNow();
    inFlight.keySet().forEach(CallWatch::abort);
  }

  private void tick() {
    inFlight.forEach(
        (call, thread) -> {
          if (thread.isInterrupted()) {
            abort(call);
          }
        });
  }

  private static void abort(Call call) {
    try {
      call.cancel();
    } catch (RuntimeException e) {
      // From a listener of the caller's client. The other calls must be aborted all the same.
      LOG.warn("could not abort a call", e);
    }
  }
}
