/**
 * The frontiers that come with the library: {@code best-first}, {@code breadth-first} and {@code
 * pagerank}.
 *
 * <p>Each can be built in code and goes to the crawler's builder as an object, or is named there
 * together with its settings. All of them keep their candidates in a {@link
 * io.dowser.crawler.toolkit.queue.HostGroupedQueue}, so a host that must be delayed holds up no
 * other, and all of them survive a restart of the crawl.
 */
@NullMarked
package io.dowser.crawler.frontier;

import org.jspecify.annotations.NullMarked;
