package io.dowser.crawler.api;

/**
 * A link that was not queued.
 *
 * @param target where it leads
 * @param reason why it was not queued
 */
public record SkippedLink(CrawlUrl target, SkipReason reason) {}
