/**
 * Pages that are built by JavaScript, rendered in Chromium.
 *
 * <p>{@link io.dowser.crawler.browser.BrowserFetcher} is the fetcher {@code browser}, and {@link
 * io.dowser.crawler.browser.RenderPolicy} decides which pages it renders; a program names nothing
 * else.
 *
 * <pre>{@code
 * Crawler.builder().fetcher("browser", Map.of("browsers", "2", "render", "empty"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.browser;

import org.jspecify.annotations.NullMarked;
