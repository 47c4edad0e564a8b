/**
 * What happened in a crawl, on disk: one SQLite file per crawl.
 *
 * <p>Users meet three types: {@link io.dowser.crawler.Persistence} says how the file is written,
 * {@link io.dowser.crawler.CrawlHistory} asks it questions and repairs it, and {@link
 * io.dowser.crawler.store.StoreException} is what goes wrong. {@link
 * io.dowser.crawler.internal.store.CrawlStore} and {@link
 * io.dowser.crawler.internal.store.StoreBatch} are the engine's side of it. The tables are
 * described in {@code docs/store.md}.
 */
@NullMarked
package io.dowser.crawler.store;

import org.jspecify.annotations.NullMarked;
