/**
 * The SQLite file of a crawl: rows and batches.
 *
 * <pre>
 *   CrawlStore ──► StoreWriter ──► BatchStatements ──► StoreBatch, VisitRow, PendingRow
 *       │
 *       └──► StoreReader
 *
 *   CrawlStore, HistoryReader, PendingReader ──► StoreFile ──► SqliteConnections ──► NativeLibrary
 * </pre>
 *
 * <p>{@code CrawlStore} is the file of the crawl that runs; {@code HistoryReader} reads it from
 * outside, and {@code PendingReader} reads the pending URLs that are not in memory.
 */
@NullMarked
package io.dowser.crawler.internal.store;

import org.jspecify.annotations.NullMarked;
