/**
 * A server by which assistants and other programs crawl over the Model Context Protocol.
 *
 * <p>{@link io.dowser.crawler.mcp.CrawlMcpServer} serves the crawls of a {@link
 * io.dowser.crawler.CrawlFolder}, which has the limits that the operator sets.
 *
 * <pre>{@code
 * try (CrawlFolder folder = CrawlFolder.in(Path.of("crawls")).maxPages(5_000).open();
 *     CrawlMcpServer server = CrawlMcpServer.stdio(folder, System.in, System.out)) {
 *   server.awaitEnd();
 * }
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.mcp;

import org.jspecify.annotations.NullMarked;
