package io.dowser.crawler.internal.plan;

import java.util.Map;
import java.util.function.BiFunction;

/**
 * The limits and preferred hosts of a crawl, which may change while it runs, and whether it is
 * paused. Changed by the engine thread alone. Thread-safe.
 */
public final class Steering {

  private final BiFunction<String, Object, Map<String, String>> texts;
  private volatile StopConditions limits;
  private volatile PreferredHosts preferred;
  private boolean paused; // guarded by this
  private long pausedSince; // guarded by this
  private long pausedBefore; // guarded by this

  /**
   * Creates the state of a crawl that starts.
   *
   * @param texts returns the recorded form of a setting with a value, by the name of the setting
   */
  public Steering(
      StopConditions limits,
      PreferredHosts preferred,
      BiFunction<String, Object, Map<String, String>> texts) {
    this.limits = limits;
    this.preferred = preferred;
    this.texts = texts;
  }

  /** Returns the recorded form of a setting with another value. */
  public Map<String, String> text(String setting, Object value) {
    return texts.apply(setting, value);
  }

  public StopConditions limits() {
    return limits;
  }

  public void limit(StopConditions conditions) {
    limits = conditions;
  }

  public PreferredHosts preferred() {
    return preferred;
  }

  public void prefer(PreferredHosts hosts) {
    preferred = hosts;
  }

  public synchronized boolean isPaused() {
    return paused;
  }

  public synchronized void pause(boolean pauses, long now) {
    pausedBefore = pausedNanos(now);
    pausedSince = now;
    paused = pauses;
  }

  /** Returns how long the crawl has been paused in all. */
  public synchronized long pausedNanos(long now) {
    return pausedBefore + (paused ? now - pausedSince : 0);
  }
}
