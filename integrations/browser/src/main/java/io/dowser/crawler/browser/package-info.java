/**
 * Renders pages that are built by JavaScript in Chromium.
 *
 * <p>{@link io.dowser.crawler.browser.BrowserFetcher} is the fetcher {@code browser}, and {@link
 * io.dowser.crawler.browser.RenderPolicy} decides which pages it renders; programs use no other
 * types.
 *
 * <pre>{@code
 * Crawler.builder().fetcher("browser", Map.of("browsers", "2", "render", "empty"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.browser;

import org.jspecify.annotations.NullMarked;
