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
 * </pre>
 *
 * <p>{@code CrawlStore} is the file of the crawl that runs; {@code HistoryReader} reads it from
 * outside, and {@code SpilledFile} holds pending URLs that do not fit into memory.
 */
@NullMarked
package io.dowser.crawler.internal.store;

import org.jspecify.annotations.NullMarked;
