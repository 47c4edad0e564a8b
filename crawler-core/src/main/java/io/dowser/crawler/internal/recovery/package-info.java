/**
 * Records a crawl in its directory and rebuilds its state from there.
 *
 * <pre>
 *   CrawlDirectory ──opens──► CrawlStorage
 *                                 ▲
 *   CrawlRecord ◄──extends── StoredRecord ──► StoredStates ──► StateChunks
 *                                 │
 *   PendingUrls ──► PendingTable ◄┘ which it implements
 * </pre>
 *
 * <p>The engine sees a {@code CrawlRecord}, with a directory or without. {@code KnownUrls} numbers
 * the URLs of both.
 */
@NullMarked
package io.dowser.crawler.internal.recovery;

import org.jspecify.annotations.NullMarked;
