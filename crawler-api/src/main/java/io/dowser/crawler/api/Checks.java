package io.dowser.crawler.api;

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

  /**
   * {@return the value if it is above 0}
   *
   * @param name the argument
   * @param value its value
   * @throws IllegalArgumentException if it is 0 or less
   */
  public static int positive(String name, int value) {
    return (int) positive(name, (long) value);
  }

  /**
   * {@return the value if it is above 0}
   *
   * @param name the argument
   * @param value its value
   * @throws IllegalArgumentException if it is 0 or less
   */
  public static long positive(String name, long value) {
    return check(value > 0, name, "above 0", value);
  }

  /**
   * {@return the value if it is above 0 and finite}
   *
   * @param name the argument
   * @param value its value
   * @throws IllegalArgumentException if it is not
   */
  public static double positive(String name, double value) {
    return check(value > 0 && value <= Double.MAX_VALUE, name, "above 0 and finite", value);
  }

  /**
   * {@return the time if it is above 0}
   *
   * @param name the argument
   * @param value its value
   * @throws IllegalArgumentException if it is 0 or less
   */
  public static Duration positive(String name, Duration value) {
    requireNonNull(value, name);
    return check(!value.isNegative() && !value.isZero(), name, "above 0", value);
  }

  /**
   * {@return the value if it is 0 or more}
   *
   * @param name the argument
   * @param value its value
   * @throws IllegalArgumentException if it is negative
   */
  public static int notNegative(String name, int value) {
    return check(value >= 0, name, "0 or more", value);
  }

  /**
   * {@return the time if it is 0 or more}
   *
   * @param name the argument
   * @param value its value
   * @throws IllegalArgumentException if it is negative
   */
  public static Duration notNegative(String name, Duration value) {
    requireNonNull(value, name);
    return check(!value.isNegative(), name, "0 or more", value);
  }

  /**
   * {@return the value if it is in a range}
   *
   * @param name the argument
   * @param value its value
   * @param least the smallest value that is allowed
   * @param most the largest value that is allowed
   * @throws IllegalArgumentException if it is out of the range
   */
  public static int within(String name, int value, int least, int most) {
    boolean allowed = value >= least && value <= most;
    return allowed ? value : check(false, name, least + " to " + most, value);
  }

  /**
   * {@return the value if it is in a range}
   *
   * @param name the argument
   * @param value its value
   * @param least the smallest value that is allowed
   * @param most the largest value that is allowed
   * @throws IllegalArgumentException if it is out of the range
   */
  public static double within(String name, double value, double least, double most) {
    boolean allowed = value >= least && value <= most;
    return allowed ? value : check(false, name, least + " to " + most, value);
  }

  /**
   * {@return the time if it is in a range}
   *
   * @param name the argument
   * @param value its value
   * @param least the shortest time that is allowed
   * @param most the longest time that is allowed
   * @throws IllegalArgumentException if it is out of the range
   */
  public static Duration within(String name, Duration value, Duration least, Duration most) {
    requireNonNull(value, name);
    boolean allowed = value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    return allowed ? value : check(false, name, least + " to " + most, value);
  }

  /**
   * {@return the value if it is above 0 and at most 1}
   *
   * @param name the argument
   * @param value its value
   * @throws IllegalArgumentException if it is not
   */
  public static double positiveShare(String name, double value) {
    return check(value > 0 && value <= 1, name, "above 0 and at most 1", value);
  }

  /**
   * {@return the score of a link if it is finite}
   *
   * @param url where the link leads
   * @param score its score
   * @throws IllegalArgumentException if it is infinite or NaN
   */
  public static double finiteScore(CrawlUrl url, double score) {
    if (!Double.isFinite(score)) { // the name is put together only now
      throw new IllegalArgumentException("score must be finite, but was " + score + " for " + url);
    }
    return score;
  }

  private static <T> T check(boolean allowed, String name, String range, T value) {
    if (!allowed) {
      throw new IllegalArgumentException(name + " must be " + range + ", but was " + value);
    }
    return value;
  }
}
