package io.dowser.crawler.shark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.HostGrouping;
import java.util.Optional;
import java.util.OptionalInt;

/** Builds a {@link SharkFrontier}; each setting is checked at once. Not thread-safe. */
public final class SharkFrontierBuilder {

  /** Most turns of the prior queue for one of the normal queue. */
  static final int MOST_TURNS = 1_000_000;

  final KeyWords keyWords;
  SharkProfile profile = SharkProfile.RECOMMENDED;
  SharkThresholds thresholds = SharkThresholds.DEFAULT;
  double theta = SharkFrontier.THETA;
  LinkShare linkShare = LinkShare.CRAWLED_PAGES;
  LinkSources linkSources = LinkSources.PAGES;
  HostGrouping hostGrouping = HostGrouping.FULL_HOST;
  private OptionalInt turnRatio = OptionalInt.empty();
  private Optional<Boolean> releaseRejected = Optional.empty();

  SharkFrontierBuilder(KeyWords keyWords) {
    this.keyWords = requireNonNull(keyWords, "keyWords");
  }

  /**
   * Sets how the queues take turns and whether rejected URLs are released, unless {@link
   * #turnRatio} and {@link #releaseRejected} do, and where seeds stand.
   *
   * @param value by default {@link SharkProfile#RECOMMENDED}
   * @return this
   */
  public SharkFrontierBuilder profile(SharkProfile value) {
    profile = requireNonNull(value, "profile");
    return this;
  }

  /**
   * Sets the thresholds of the queues.
   *
   * @param value by default {@link SharkThresholds#DEFAULT}, which suit {@link SharkScorer}
   * @return this
   */
  public SharkFrontierBuilder thresholds(SharkThresholds value) {
    thresholds = requireNonNull(value, "thresholds");
    return this;
  }

  /**
   * Sets theta, the weight of potential against in-links.
   *
   * @param value 0 to 1; by default {@value SharkFrontier#THETA}
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public SharkFrontierBuilder theta(double value) {
    theta = Ranges.share("theta", value);
    return this;
  }

  /**
   * Sets how many turns the prior queue has for each turn of the normal queue.
   *
   * @param value 0 to 1,000,000; 0 means that the normal queue waits until the prior queue has
   *     nothing ready. By default 1 in {@link SharkProfile#PAPER} and 0 otherwise
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public SharkFrontierBuilder turnRatio(int value) {
    turnRatio = OptionalInt.of(Ranges.integer("turnRatio", value, 0, MOST_TURNS));
    return this;
  }

  /**
   * Sets whether rejected URLs are taken, in the order of their values, when neither queue has one
   * whose host is ready.
   *
   * @param value by default false in {@link SharkProfile#PAPER}, where a crawl then ends, and true
   *     otherwise; a rejected URL then takes as much memory as one in a queue
   * @return this
   */
  public SharkFrontierBuilder releaseRejected(boolean value) {
    releaseRejected = Optional.of(value);
    return this;
  }

  /**
   * Sets what in-link counts are divided by.
   *
   * @param value by default {@link LinkShare#CRAWLED_PAGES}
   * @return this
   */
  public SharkFrontierBuilder linkShare(LinkShare value) {
    linkShare = requireNonNull(value, "linkShare");
    return this;
  }

  /**
   * Sets what counts as one in-link.
   *
   * @param value by default {@link LinkSources#PAGES}
   * @return this
   */
  public SharkFrontierBuilder linkSources(LinkSources value) {
    linkSources = requireNonNull(value, "linkSources");
    return this;
  }

  /**
   * Sets which URLs belong to one host.
   *
   * @param value by default {@link HostGrouping#FULL_HOST}
   * @return this
   */
  public SharkFrontierBuilder hostGrouping(HostGrouping value) {
    hostGrouping = requireNonNull(value, "hostGrouping");
    return this;
  }

  /**
   * Creates the frontier.
   *
   * @return an empty frontier
   */
  public SharkFrontier build() {
    return new SharkFrontier(this);
  }

  ValueRule valueRule() {
    return new ValueRule(theta, turnRatio(), linkShare == LinkShare.LARGEST_COUNT);
  }

  boolean releasesRejected() {
    return releaseRejected.orElse(profile != SharkProfile.PAPER);
  }

  private int turnRatio() {
    return turnRatio.orElse(profile == SharkProfile.PAPER ? 1 : ValueChoice.PRIOR_FIRST);
  }
}
