package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is computed when it is first asked for, and once. Thread-safe. */
final class OnDemand<T> {

  private @Nullable Supplier<T> source; // null once the value is there, so that it can be freed
  private @Nullable T value;

  OnDemand(Supplier<T> source) {
    this.source = source;
  }

  synchronized T get() {
    if (source != null) {
      value = requireNonNull(source.get(), "a value on demand");
      source = null;
    }
    return requireNonNull(value);
  }
}
