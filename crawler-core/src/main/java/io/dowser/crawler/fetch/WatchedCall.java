package io.dowser.crawler.fetch;

import okhttp3.Call;

/** A call in flight, with the thread that it blocks. */
final class WatchedCall {

  private final Call call;
  private final Thread thread = Thread.currentThread();
  private final long startNanos = System.nanoTime();
  private volatile boolean overdue;

  WatchedCall(Call call) {
    this.call = call;
  }

  /** Aborts a call that has had its time, or whose thread was interrupted. */
  void check(long nowNanos, long limitNanos) {
    if (nowNanos - startNanos >= limitNanos) {
      overdue = true;
      call.cancel();
    } else if (thread.isInterrupted()) {
      call.cancel();
    }
  }

  /** Aborts the call because the rest of its answer is not wanted. */
  void cancel() {
    call.cancel();
  }

  boolean isOverdue() {
    return overdue;
  }

  long elapsedNanos() {
    return System.nanoTime() - startNanos;
  }
}
