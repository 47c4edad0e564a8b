package io.dowser.crawler.internal.store;

import java.time.Duration;

/** The number of commits, and the time that they took together. */
public record CommitTime(long commits, Duration total) {

  static final CommitTime NONE = new CommitTime(0, Duration.ZERO);

  CommitTime withCommit(long nanos) {
    return new CommitTime(commits + 1, total.plusNanos(nanos));
  }
}
