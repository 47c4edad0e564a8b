/**
 * The SQLite file of a crawl: rows, batches and spill files.
 *
 * <pre>
 *   CrawlStore ──► StoreWriter ──► BatchStatements ──► StoreBatch, VisitRow
 *       │
 *       └──► StoreReader ──► VisitReplay ──► VisitRows, UrlsAhead
 *
 *   CrawlStore, HistoryReader ──► StoreFile ──► SqliteConnections ──► NativeLibrary
 *   SpilledFile ────────────────────────────────────┘
 *   DamagedStore ──► TableCopy, RepairedStore ──► StoreChecker
 * </pre>
 *
 * <p>{@code CrawlStore} is the file of the crawl that runs; {@code HistoryReader} reads it from
 * outside, {@code SpilledFile} holds pending URLs that do not fit into memory, and {@code
 * DamagedStore} saves what a damaged file still has.
 */
@NullMarked
package io.dowser.crawler.internal.store;

import org.jspecify.annotations.NullMarked;
