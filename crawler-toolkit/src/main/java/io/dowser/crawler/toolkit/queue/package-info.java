/**
 * Compact queues of pending URLs on primitive arrays.
 *
 * <p>{@link io.dowser.crawler.toolkit.queue.HostGroupedQueue} is what most frontiers need: the best
 * pending candidate whose host is ready. {@link io.dowser.crawler.toolkit.queue.LaneQueue} keeps
 * several queues in one, between which each poll chooses. {@link
 * io.dowser.crawler.toolkit.queue.IndexedHeap} and {@link
 * io.dowser.crawler.toolkit.queue.CandidateTable} are the parts of both, for strategies that select
 * in another way; {@link io.dowser.crawler.toolkit.queue.StochasticAcceptance} draws by weight.
 *
 * <p>Nothing here is thread-safe: a frontier is called by one.
 */
@NullMarked
package io.dowser.crawler.toolkit.queue;

import org.jspecify.annotations.NullMarked;
