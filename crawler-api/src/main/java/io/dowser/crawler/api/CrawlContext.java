package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What a crawl offers to the plugins that are made for it.
 *
 * @param topic the topic, if the crawl has one in words
 * @param textNormalizer brings forms to one form
 * @param textAnalyzer tokenizes text
 * @param hostGrouping which URLs belong to one host
 * @param random the crawl's source of randomness; for use on the thread that calls the frontier
 *     only
 * @param clock the crawl's source of time
 */
public record CrawlContext(
    Optional<Topic> topic,
    TextNormalizer textNormalizer,
    TextAnalyzer textAnalyzer,
    HostGrouping hostGrouping,
    RandomGenerator random,
    InstantSource clock) {

  /**
   * Refuses nulls.
   *
   * @param topic the topic, if the crawl has one in words
   * @param textNormalizer brings forms to one form
   * @param textAnalyzer tokenizes text
   * @param hostGrouping which URLs belong to one host
   * @param random the crawl's source of randomness
   * @param clock the crawl's source of time
   */
  public CrawlContext {
    requireNonNull(topic, "topic");
    requireNonNull(textNormalizer, "textNormalizer");
    requireNonNull(textAnalyzer, "textAnalyzer");
    requireNonNull(hostGrouping, "hostGrouping");
    requireNonNull(random, "random");
    requireNonNull(clock, "clock");
  }

  /**
   * {@return the topic to a plugin that cannot work without one}
   *
   * @param plugin the name of the plugin that asks
   * @throws CrawlException if the crawl has none; the message names the plugin
   */
  public Topic requireTopic(String plugin) {
    return topic.orElseThrow(
        () -> new CrawlException("'" + plugin + "' needs a topic, but the crawl was given none"));
  }
}
