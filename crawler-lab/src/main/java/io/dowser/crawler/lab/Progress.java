package io.dowser.crawler.lab;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/** Prints the progress of a command, one line each. Thread-safe. */
final class Progress {

  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final PrintWriter out;
  private final Duration period;

  Progress(PrintWriter out) {
    this(out, PERIOD);
  }

  Progress(PrintWriter out, Duration period) {
    this.out = out;
    this.period = period;
  }

  void say(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }

  /** A step that may take minutes. */
  interface Step<T, E extends Exception> {
    T run() throws E;
  }

  /** Runs a step on this thread and prints its name and progress until it has ended. */
  <T, E extends Exception> T during(String name, Supplier<String> done, Step<T, E> step) throws E {
    long start = System.nanoTime();
    var clock = new Timer("lab-progress", true);
    clock.schedule(
        new TimerTask() {
          @Override
          public void run() {
            long seconds = (System.nanoTime() - start) / 1_000_000_000;
            say("%s: %s after %d s", name, done.get(), seconds);
          }
        },
        period.toMillis(),
        period.toMillis());
    try {
      return step.run();
    } finally {
      clock.cancel();
    }
  }
}
