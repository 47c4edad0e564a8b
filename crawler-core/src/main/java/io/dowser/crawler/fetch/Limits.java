package io.dowser.crawler.fetch;

import java.time.Duration;

/** What one fetch may take. */
record Limits(int maxBytes, Duration connect, Duration read, Duration total) {

  static final Limits DEFAULT =
      new Limits(1_048_576, Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(60));

  private static final int MOST_BYTES = 1 << 30;
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofHours(1);

  Limits withMaxBytes(int value) {
    if (!(value >= 1 && value <= MOST_BYTES)) {
      throw new IllegalArgumentException(
          "maxBytes must be from 1 to " + MOST_BYTES + ", but was " + value);
    }
    return new Limits(value, connect, read, total);
  }

  Limits withConnect(Duration value) {
    return new Limits(maxBytes, checked("connectTimeout", value), read, total);
  }

  Limits withRead(Duration value) {
    return new Limits(maxBytes, connect, checked("readTimeout", value), total);
  }

  Limits withTotal(Duration value) {
    return new Limits(maxBytes, connect, read, checked("totalTimeout", value));
  }

  private static Duration checked(String name, Duration value) {
    if (value.compareTo(LEAST) < 0 || value.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          name + " must be from " + LEAST + " to " + MOST + ", but was " + value);
    }
    return value;
  }
}
