package io.dowser.crawler.langchain4j;

import java.time.Duration;

/** Leaves a model alone for a while after several consecutive failures. Thread-safe. */
final class FailurePause {

  /** The number of consecutive failures from which on the model is left alone. */
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
