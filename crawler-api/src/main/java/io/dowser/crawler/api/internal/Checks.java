package io.dowser.crawler.api.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Checks the ranges of arguments. Each method returns its value, or throws an {@link
 * IllegalArgumentException} that names the argument, the allowed range and the value. NaN is in no
 * range. Thread-safe.
 *
 * <pre>{@code
 * this.maxPages = Checks.positive("maxPages", maxPages);
 * }</pre>
 */
public final class Checks {

  private Checks() {}

  /** Returns the value if it is above 0. */
  public static int positive(String name, int value) {
    return (int) positive(name, (long) value);
  }

  /** Returns the value if it is above 0. */
  public static long positive(String name, long value) {
    return check(value > 0, name, "above 0", value);
  }

  /** Returns the value if it is above 0 and finite. */
  public static double positive(String name, double value) {
    return check(value > 0 && value <= Double.MAX_VALUE, name, "above 0 and finite", value);
  }

  /** Returns the time if it is above 0. */
  public static Duration positive(String name, Duration value) {
    requireNonNull(value, name);
    return check(!value.isNegative() && !value.isZero(), name, "above 0", value);
  }

  /** Returns the value if it is 0 or more. */
  public static int notNegative(String name, int value) {
    return check(value >= 0, name, "0 or more", value);
  }

  /** Returns the time if it is 0 or more. */
  public static Duration notNegative(String name, Duration value) {
    requireNonNull(value, name);
    return check(!value.isNegative(), name, "0 or more", value);
  }

  /** Returns the value if it is in a range, both ends included. */
  public static int within(String name, int value, int least, int most) {
    boolean allowed = value >= least && value <= most;
    return allowed ? value : check(false, name, least + " to " + most, value);
  }

  /** Returns the value if it is in a range, both ends included. */
  public static double within(String name, double value, double least, double most) {
    boolean allowed = value >= least && value <= most;
    return allowed ? value : check(false, name, least + " to " + most, value);
  }

  /** Returns the time if it is in a range, both ends included. */
  public static Duration within(String name, Duration value, Duration least, Duration most) {
    requireNonNull(value, name);
    boolean allowed = value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    return allowed
        ? value
        : check(false, name, Durations.text(least) + " to " + Durations.text(most), value);
  }

  /** Returns the value if it is above 0 and at most 1. */
  public static double positiveShare(String name, double value) {
    return check(value > 0 && value <= 1, name, "above 0 and at most 1", value);
  }

  /** Returns the score of a link if it is finite; the link is named by its URL. */
  public static double finiteScore(Object url, double score) {
    if (!Double.isFinite(score)) { // the name is put together only now
      throw new IllegalArgumentException("score must be finite, but was " + score + " for " + url);
    }
    return score;
  }

  private static <T> T check(boolean allowed, String name, String range, T value) {
    if (!allowed) {
      Object shown = value instanceof Duration time ? Durations.text(time) : value;
      throw new IllegalArgumentException(name + " must be " + range + ", but was " + shown);
    }
    return value;
  }
}
