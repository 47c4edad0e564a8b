/**
 * Shark-search with in-link counts and two queues (Liu 2009), and the original Shark-search.
 *
 * <p>{@link io.dowser.crawler.shark.SharkScorer} and {@link io.dowser.crawler.shark.SharkFrontier}
 * together are the method of the paper; each works with others too. Both compare with {@link
 * io.dowser.crawler.shark.KeyWords}. By name: {@code scorer=shark}, {@code frontier=shark}.
 */
@NullMarked
package io.dowser.crawler.shark;

import org.jspecify.annotations.NullMarked;
