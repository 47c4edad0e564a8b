/**
 * Orders the visits of a crawl: {@code best-first}, {@code breadth-first} and {@code pagerank}.
 *
 * <p>A frontier is named in the crawler's builder together with its settings. All of them are
 * {@link io.dowser.crawler.toolkit.queue.QueueFrontier}s, so a delayed host holds up no other.
 *
 * <pre>{@code
 * Crawler.builder().frontier("best-first", Map.of("hostWindow", "100"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.frontier;

import org.jspecify.annotations.NullMarked;
