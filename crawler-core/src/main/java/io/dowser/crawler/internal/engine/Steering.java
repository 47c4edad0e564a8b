package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * What may change while a crawl runs: its limits, the hosts that it leaves alone, boosts of URLs,
 * and whether it is paused. Changed by {@link Commands} alone. Thread-safe.
 */
public final class Steering {

  private final BiFunction<String, Object, Map<String, String>> texts;
  private volatile StopConditions limits;
  private volatile List<String> excluded;
  private volatile Predicate<CrawlUrl> excludes;
  private volatile List<Boost> boosts;
  private boolean paused; // guarded by this
  private long pausedSince; // guarded by this
  private long pausedBefore; // guarded by this

  /** Adds an amount to the scores of URLs that match a pattern of {@link Scope}. */
  record Boost(double amount, String pattern, Predicate<CrawlUrl> urls) {

    static Boost of(double amount, String pattern) {
      return new Boost(amount, pattern, Scope.of(pattern).around(List.of()));
    }

    static Boost parse(String text) {
      String[] words = text.split(" ", 2);
      return of(Double.parseDouble(words[0]), words[1]);
    }

    double of(CrawlUrl url) {
      return urls.test(url) ? amount : 0;
    }

    @Override
    public String toString() {
      return amount + " " + pattern;
    }
  }

  /**
   * Creates the state of a crawl that starts.
   *
   * @param excluded patterns of hosts
   * @param boosts texts of boosts
   * @param texts returns the recorded form of a setting with a value, by the name of the setting
   */
  public Steering(
      StopConditions limits,
      List<String> excluded,
      List<String> boosts,
      BiFunction<String, Object, Map<String, String>> texts) {
    this.limits = limits;
    this.excluded = excluded;
    this.excludes = anyOf(excluded);
    this.boosts = boosts.stream().map(Boost::parse).toList();
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
    excluded = appended(excluded, pattern);
    excludes = anyOf(excluded);
    return excluded;
  }

  /** Returns what all boosts together add to the score of a URL. */
  double boost(CrawlUrl url) {
    double sum = 0;
    for (Boost boost : boosts) {
      sum += boost.of(url);
    }
    return sum;
  }

  /** Adds a boost, and returns the texts of all. */
  List<String> boost(Boost boost) {
    boosts = appended(boosts, boost);
    return boosts.stream().map(Boost::toString).toList();
  }

  private static <T> List<T> appended(List<T> before, T last) {
    List<T> all = new ArrayList<>(before);
    all.add(last);
    return List.copyOf(all);
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
