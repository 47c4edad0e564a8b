package io.dowser.crawler.spark;

import io.dowser.crawler.Limits;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostGroupings;
import java.time.Duration;

/**
 * The methods of a {@link SparkCrawl.Builder} that set how far a crawl goes, how large its rounds
 * are, and how polite it is.
 *
 * @param <B> the builder
 */
abstract class RoundSettings<B extends RoundSettings<B>> extends PluginSettings<B> {

  /** Most URLs of one round; their places must fit into the order of discovery. */
  static final int MOST_OF_ROUND = (1 << 24) - 1;

  private static final Duration DAY = Duration.ofDays(1);

  long maxPages = Long.MAX_VALUE;
  int maxDepth = Integer.MAX_VALUE;
  int maxRedirects = 10;
  int roundSize = 1_000;
  int perHost = 100;
  int workers = 20;
  int tasks;
  Duration roundTime = Duration.ofMinutes(10);
  private Politeness politeness = Politeness.builder().build();
  private RobotsPolicy robots = RobotsPolicy.OBEY;
  private TrapRules traps = TrapRules.DEFAULT;
  private Duration longestDelay = Duration.ofSeconds(30);

  RoundSettings() {}

  /**
   * Ends the crawl after this many visited pages.
   *
   * @param pages above 0, by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B maxPages(long pages) {
    maxPages = once("maxPages", Checks.positive("maxPages", pages));
    return self();
  }

  /**
   * Sets how far the crawl goes.
   *
   * @param limits of pages, depth and redirects; by default 10 redirects in a row and no other
   *     limits
   * @return this
   * @throws IllegalArgumentException if it has another limit, which a crawl in rounds cannot keep
   * @throws IllegalStateException if one of its limits was set before
   */
  public B limits(Limits limits) {
    limits.asMap().forEach(this::limit);
    return self();
  }

  private void limit(String name, String value) {
    switch (name) {
      case "maxPages" -> maxPages(Long.parseLong(value));
      case "maxDepth" -> maxDepth = once(name, Integer.parseInt(value));
      case "maxRedirects" -> maxRedirects = once(name, Integer.parseInt(value));
      default ->
          throw new IllegalArgumentException(
              "limits on Spark must be maxPages, maxDepth or maxRedirects, but was " + name);
    }
  }

  /**
   * Sets which links are taken for traps. Counts of pages and hosts hold for one task and round.
   *
   * @param rules by default {@link TrapRules#DEFAULT}
   * @return this
   */
  public B traps(TrapRules rules) {
    traps = once("traps", rules);
    return self();
  }

  /**
   * Sets how many URLs a round selects. Small rounds follow the scores closely, large ones make
   * good use of the cluster.
   *
   * @param urls above 0, at most 16,777,215; by default 1,000
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B roundSize(int urls) {
    roundSize = once("roundSize", Checks.within("roundSize", urls, 1, MOST_OF_ROUND));
    return self();
  }

  /**
   * Sets how many URLs of one host a round selects. Since a host gets one request at a time, a
   * round takes at least this many times the delay.
   *
   * @param urls above 0, by default 100
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B perHost(int urls) {
    perHost = once("perHost", Checks.positive("perHost", urls));
    return self();
  }

  /**
   * Sets how long a round may take; what a task has not reached by then stays pending.
   *
   * @param duration above 0 up to 1 day, by default 10 minutes
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B roundTime(Duration duration) {
    Checks.positive("roundTime", duration);
    roundTime = once("roundTime", Checks.within("roundTime", duration, Duration.ZERO, DAY));
    return self();
  }

  /**
   * Sets how long a host is delayed between the end of one request and the start of the next; short
   * for {@link Politeness.Builder#delay}.
   *
   * @param delay 0 up to 1 day, by default 1 second
   * @return this
   * @throws IllegalArgumentException if it is out of that range
   */
  public B delay(Duration delay) {
    excludes("delay", "politeness");
    politeness = politeness.toBuilder().delay(once("delay", delay)).build();
    return self();
  }

  /**
   * Sets how many requests one host gets at the same time; short for {@link
   * Politeness.Builder#connectionsPerHost}.
   *
   * @param connections above 0, by default 1
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B connectionsPerHost(int connections) {
    excludes("connectionsPerHost", "politeness");
    politeness =
        politeness.toBuilder().connectionsPerHost(once("connectionsPerHost", connections)).build();
    return self();
  }

  /**
   * Sets how hosts are treated. Failures of a host are counted within one task and round.
   *
   * @param rules by default {@code Politeness.builder().build()}
   * @return this
   * @throws IllegalArgumentException if hosts are grouped by other than full names or registrable
   *     domains, which alone reach executors; or by address, since hosts of one address may be in
   *     different tasks
   */
  public B politeness(Politeness rules) {
    excludes("politeness", "delay");
    excludes("politeness", "connectionsPerHost");
    HostGrouping hosts = rules.hostGrouping();
    if (!hosts.equals(HostGrouping.FULL_HOST) && !hosts.equals(HostGroupings.registrableDomain())) {
      throw new IllegalArgumentException(
          "hostGrouping on Spark must be FULL_HOST or registrableDomain(), but was " + hosts);
    }
    if (CrawlRules.of(rules, robots, traps, longestDelay).perAddress()) {
      throw new IllegalArgumentException("perAddress on Spark must be false, but was true");
    }
    politeness = once("politeness", rules);
    return self();
  }

  /**
   * Sets how robots.txt is treated.
   *
   * @param policy by default {@link RobotsPolicy#OBEY}
   * @return this
   * @throws IllegalArgumentException if sitemaps are to be read, which a crawl in rounds cannot
   */
  public B robots(RobotsPolicy policy) {
    if (policy.maxSitemapUrls() > 0) {
      throw new IllegalArgumentException(
          "maxSitemapUrls on Spark must be 0, but was " + policy.maxSitemapUrls());
    }
    robots = once("robots", policy);
    return self();
  }

  /**
   * Sets how long a round waits for a host that failed. One that must be delayed longer is put off
   * to a later round, and given up after five rounds in a row.
   *
   * @param delay 0 up to 1 day, by default 30 seconds
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B longestDelay(Duration delay) {
    longestDelay = once("longestDelay", Checks.within("longestDelay", delay, Duration.ZERO, DAY));
    return self();
  }

  /**
   * Sets how many tasks a round has; each has all URLs of its hosts.
   *
   * @param count above 0, by default the cluster's default parallelism
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B tasks(int count) {
    tasks = once("tasks", Checks.within("tasks", count, 1, 1_000_000));
    return self();
  }

  /**
   * Sets how many pages a task works on at once.
   *
   * @param count 1 to 10,000, by default 20
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B workers(int count) {
    workers = once("workers", Checks.within("workers", count, 1, 10_000));
    return self();
  }

  CrawlRules rules() {
    return CrawlRules.of(politeness, robots, traps, longestDelay);
  }
}
