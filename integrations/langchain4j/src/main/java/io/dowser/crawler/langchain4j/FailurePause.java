package io.dowser.crawler.langchain4j;

import java.time.Duration;

/** Pauses the requests to a model after several consecutive failures. Thread-safe. */
final class FailurePause {

  /** The number of consecutive failures after which requests are paused. */
  static final int FAILURES = 5;

  private final long nanos;
  private int failures;
  private long since;

  FailurePause(Duration length) {
    this.nanos = length.toNanos();
  }

  synchronized boolean isOver() {
    return failures < FAILURES || System.nanoTime() - since >= nanos;
  }

  synchronized void failed() {
    failures++;
    since = System.nanoTime();
  }

  synchronized void succeeded() {
    failures = 0;
  }
}
