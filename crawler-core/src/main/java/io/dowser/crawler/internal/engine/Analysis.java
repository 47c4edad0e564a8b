package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.internal.engine.Outcome.Trouble;
import io.dowser.crawler.internal.politeness.FetchTask;
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

  /** Creates one that has not begun, and that begins with this plugin. */
  Analysis(Semaphore permits, PluginKind kind, Object plugin) {
    this.permits = permits;
    this.stage = new Stage(kind, plugin);
  }

  /** Waits for a permit, which does not count towards the time limit. */
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

  boolean isRunning() {
    return running.get();
  }

  /** Returns when it began, by {@link System#nanoTime}; 0 if it has not. */
  long began() {
    return began;
  }

  /** Returns what to report of the plugin that runs now. */
  Trouble overtime(FetchTask fetchTask, Duration limit) {
    Stage late = stage;
    String plugin = late.plugin.getClass().getName();
    String name = "the " + late.kind + " " + plugin;
    String words = name + " took more than " + limit + " on " + fetchTask.url();
    return new Trouble(late.kind, plugin, new TimeoutException(words));
  }
}
