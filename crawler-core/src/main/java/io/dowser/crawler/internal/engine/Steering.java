package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * The settings that may change while a crawl runs: its limits, the hosts that it leaves alone, and
 * whether it is paused. Changed by {@link Commands} alone. Thread-safe.
 */
public final class Steering {

  private final BiFunction<String, Object, Map<String, String>> texts;
  private volatile StopConditions limits;
  private volatile List<String> excluded;
  private volatile Predicate<CrawlUrl> excludes;
  private boolean paused; // guarded by this
  private long pausedSince; // guarded by this
  private long pausedBefore; // guarded by this

  /**
   * Creates the state of a crawl that starts.
   *
   * @param excluded patterns of hosts
   * @param texts returns the recorded form of a setting with a value, by the name of the setting
   */
  public Steering(
      StopConditions limits,
      List<String> excluded,
      BiFunction<String, Object, Map<String, String>> texts) {
    this.limits = limits;
    this.excluded = excluded;
    this.excludes = anyOf(excluded);
    this.texts = texts;
  }

  private static Predicate<CrawlUrl> anyOf(List<String> patterns) {
    return patterns.isEmpty()
        ? url -> false
        : Scope.of(patterns.toArray(String[]::new)).around(List.of());
  }

  /** Returns the recorded form of a setting with another value. */
  Map<String, String> text(String setting, Object value) {
    return texts.apply(setting, value);
  }

  StopConditions limits() {
    return limits;
  }

  void limit(StopConditions conditions) {
    limits = conditions;
  }

  boolean excludes(CrawlUrl url) {
    return excludes.test(url);
  }

  /** Excludes hosts, and returns the patterns of all that are excluded. */
  List<String> exclude(String pattern) {
    List<String> all = new ArrayList<>(excluded);
    all.add(pattern);
    excluded = List.copyOf(all);
    excludes = anyOf(excluded);
    return excluded;
  }

  synchronized boolean isPaused() {
    return paused;
  }

  synchronized void pause(boolean pauses, long now) {
    pausedBefore = pausedNanos(now);
    pausedSince = now;
    paused = pauses;
  }

  /** Returns how long the crawl has been paused in all. */
  synchronized long pausedNanos(long now) {
    return pausedBefore + (paused ? now - pausedSince : 0);
  }
}
