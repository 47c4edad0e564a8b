package io.dowser.crawler.internal.pages;

import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.internal.watch.PluginFailure;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The analysis of one page. It holds a permit from {@link #begin} until its worker or the time
 * limit ends it, whichever comes first. Thread-safe.
 */
final class Analysis {

  private final Semaphore permits;
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile Stage stage;
  private volatile long began;

  private record Stage(PluginKind kind, Object plugin) {}

  /** Creates an analysis that starts with this plugin. */
  Analysis(Semaphore permits, PluginKind kind, Object plugin) {
    this.permits = permits;
    this.stage = new Stage(kind, plugin);
  }

  /** Acquires a permit; the time limit starts then. */
  void begin() throws InterruptedException {
    permits.acquire();
    began = System.nanoTime();
    running.set(true);
  }

  /** Records which plugin runs now. */
  void enter(PluginKind kind, Object plugin) {
    stage = new Stage(kind, plugin);
  }

  /** Releases the permit if it is held, and returns whether it was. */
  boolean end() {
    boolean ends = running.compareAndSet(true, false);
    if (ends) {
      permits.release();
    }
    return ends;
  }

  /** Returns how much of the time limit is left; all of it if the analysis does not run. */
  long nanosLeft(long now, Duration limit) {
    return running.get() ? began + limit.toNanos() - now : limit.toNanos();
  }

  /** Returns the failure of the plugin that runs now. */
  PluginFailure overtime(String url, Duration limit) {
    Stage late = stage;
    String plugin = late.plugin.getClass().getName();
    String message =
        "the "
            + late.kind
            + " "
            + plugin
            + " took more than "
            + Durations.text(limit)
            + " on "
            + url;
    return new PluginFailure(late.kind, plugin, new TimeoutException(message));
  }
}
