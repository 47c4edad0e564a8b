/**
 * Compact queues of waiting URLs on primitive arrays.
 *
 * <p>{@link io.dowser.crawler.queue.HostGroupedQueue} is what most frontiers need: the best waiting
 * candidate whose host is ready. {@link io.dowser.crawler.queue.LaneQueue} keeps several queues in
 * one, between which each poll chooses. {@link io.dowser.crawler.queue.IndexedHeap} and {@link
 * io.dowser.crawler.queue.CandidateTable} are the parts of both, for strategies that select in
 * another way; {@link io.dowser.crawler.queue.StochasticAcceptance} draws by weight.
 *
 * <p>Nothing here is safe for use by several threads at once: a frontier is called by one.
 */
@NullMarked
package io.dowser.crawler.queue;

import org.jspecify.annotations.NullMarked;
