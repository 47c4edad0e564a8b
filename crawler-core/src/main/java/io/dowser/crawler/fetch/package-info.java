/**
 * Fetches pages over HTTP, one request a call, in bounded time and memory.
 *
 * <pre>{@code
 * OkHttpFetcher fetcher =
 *     OkHttpFetcher.builder()
 *         .userAgent("acme/1.0 (+https://acme.example/bot)")
 *         .credentials("wiki.example.com", "crawler", "secret")
 *         .build();
 * Crawler.builder().fetcher(fetcher);
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.fetch;

import org.jspecify.annotations.NullMarked;
