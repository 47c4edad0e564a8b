/**
 * Keeps pending URLs and finds the best one whose host is ready.
 *
 * <p>{@link io.dowser.crawler.toolkit.queue.QueueFrontier} is the base of most frontiers: it needs
 * one key for each link. Its queue is a {@link io.dowser.crawler.toolkit.queue.HostGroupedQueue}. A
 * frontier that chooses between several orders has several of these, and looks at the first
 * candidate of each ({@link io.dowser.crawler.toolkit.queue.HostGroupedQueue#peek}) before it takes
 * one ({@link io.dowser.crawler.toolkit.queue.HostGroupedQueue#pollFirst}).
 *
 * <pre>
 * QueueFrontier
 *   HostGroupedQueue    candidates by sequence number, merged when offered again
 *     QueuedHost          the candidates of one host, in order
 *     ReadyHosts          hosts that are ready, delayed or within the host window
 * </pre>
 *
 * <pre>{@code
 * HostGroupedQueue queue = HostGroupedQueue.of(HostGrouping.FULL_HOST);
 * queue.offer(candidate, candidate.score());
 * Optional<Candidate> best = queue.poll(gate);
 * }</pre>
 *
 * <p>Not thread-safe: a frontier is called by one thread at a time.
 */
@NullMarked
package io.dowser.crawler.toolkit.queue;

import org.jspecify.annotations.NullMarked;
