/**
 * Keeps millions of pending URLs in little memory and finds the best one whose host is ready.
 *
 * <p>{@link io.dowser.crawler.toolkit.queue.QueueFrontier} is the base of most frontiers. Its queue
 * is a {@link io.dowser.crawler.toolkit.queue.HostGroupedQueue}: one lane of a {@link
 * io.dowser.crawler.toolkit.queue.LaneQueue}, which keeps several queues in one, between which each
 * poll chooses. {@link io.dowser.crawler.toolkit.queue.CandidateTable} and {@link
 * io.dowser.crawler.toolkit.queue.IndexedHeap} are their parts, for strategies that select in
 * another way.
 *
 * <pre>
 * QueueFrontier
 *   HostGroupedQueue              candidates by sequence number, merged when offered again
 *     LaneQueue                   candidates by slot, in lanes
 *       CandidateTable            what is known of each candidate, at its slot
 *         LongRows, IntColumn       numbers
 *         SequenceIndex             slot of a number
 *         UrlTexts                  Origins, and ByteRecords
 *         FeatureRecords            ByteRecords
 *         SharedPages               parent and path state, once for the links of a page
 *         CandidateFormat           saves and restores
 *       LaneCells                 LaneHost x Lane = LaneCell, with an IndexedHeap of slots
 *       LaneReadyQueue            hosts that are ready, delayed or within the host window
 *         ReadyLanes                the lanes that a ReadyLanes.Choice sees
 *       WorstFirst                what is dropped first
 *       SavedPlaces               saves and restores lanes and keys
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
