package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

/**
 * A link that was not queued.
 *
 * @param target where it leads
 * @param reason why it was not queued
 */
public record SkippedLink(CrawlUrl target, SkipReason reason) {

  /**
   * Refuses nulls.
   *
   * @param target where it leads
   * @param reason why it was not queued
   */
  public SkippedLink {
    requireNonNull(target, "target");
    requireNonNull(reason, "reason");
  }
}
