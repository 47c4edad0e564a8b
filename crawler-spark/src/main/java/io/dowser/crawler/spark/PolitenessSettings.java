package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.robots.RobotsPolicy;
import java.time.Duration;

/**
 * The part of a {@link SparkCrawlBuilder} that says how hosts are treated.
 *
 * @param <B> the builder
 */
abstract class PolitenessSettings<B extends PolitenessSettings<B>> {

  private static final Duration DAY = Duration.ofDays(1);

  private Duration delay = HostPoliteness.DEFAULT.delay();
  private Duration longestDelay = HostPoliteness.DEFAULT.longestDelay();
  private int connectionsPerHost = HostPoliteness.DEFAULT.connectionsPerHost();
  private boolean obeysRobots = true;
  private String robotName = HostPoliteness.DEFAULT.robotName();
  private boolean wholeSites;

  PolitenessSettings() {}

  abstract B self();

  /**
   * Sets how long a host is delayed between two requests.
   *
   * @param value 0 up to 1 day, by default 1 second
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B delay(Duration value) {
    delay = upToDay("delay", value);
    return self();
  }

  /**
   * Sets how many requests one host gets at the same time.
   *
   * @param value above 0, by default 1
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B connectionsPerHost(int value) {
    connectionsPerHost = within("connectionsPerHost", value, 1, 10_000);
    return self();
  }

  /**
   * Sets how long a round waits for a host that failed; one that must be delayed longer is put off
   * to a later round, and after five rounds in a row it is given up.
   *
   * @param value 0 up to 1 day, by default 30 seconds
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B longestDelay(Duration value) {
    longestDelay = upToDay("longestDelay", value);
    return self();
  }

  /**
   * Treats all hosts of a registrable domain as one, for delays, rounds and tasks.
   *
   * @return this
   */
  public B wholeSites() {
    wholeSites = true;
    return self();
  }

  /**
   * Sets the name by which robots.txt calls this crawler.
   *
   * @param value letters, hyphens and underscores; by default the product token of the fetcher
   * @return this
   */
  public B robotName(String value) {
    robotName = requireNonNull(value, "robotName");
    RobotsPolicy.builder().productToken(value); // checks it
    return self();
  }

  /**
   * Does not ask for robots.txt; only for sites that are the caller's own.
   *
   * @return this
   */
  public B ignoreRobots() {
    obeysRobots = false;
    return self();
  }

  HostPoliteness politeness() {
    return new HostPoliteness(
        delay,
        connectionsPerHost,
        HostPoliteness.DEFAULT.maxCrawlDelay(),
        HostPoliteness.DEFAULT.maxRetries(),
        HostPoliteness.DEFAULT.backOff(),
        longestDelay,
        HostPoliteness.DEFAULT.maxPutOffs(),
        obeysRobots,
        robotName,
        wholeSites);
  }

  static int within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", but was " + value);
    }
    return value;
  }

  static Duration upToDay(String name, Duration value) {
    if (value.isNegative() || value.compareTo(DAY) > 0) {
      throw new IllegalArgumentException(
          name + " must be " + Duration.ZERO + " to " + DAY + ", but was " + value);
    }
    return value;
  }
}
