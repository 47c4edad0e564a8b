/**
 * Crawls by Shark-search with in-link counts and two queues (Liu 2009), or by the original
 * Shark-search.
 *
 * <p>{@link io.dowser.crawler.shark.SharkScorer} and {@link io.dowser.crawler.shark.SharkFrontier}
 * together are the method of the paper; each works with others too.
 *
 * <pre>{@code
 * Topic topic = Topic.of("typhoon", "storm");
 * Crawler.builder()
 *     .topic(topic)
 *     .scorer("shark", Map.of("profile", "paper"))
 *     .frontier("shark", Map.of("profile", "paper"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.shark;

import org.jspecify.annotations.NullMarked;
