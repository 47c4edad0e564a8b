/**
 * Learns during the crawl which links lead to relevant pages.
 *
 * <pre>{@code
 * Crawler.builder().scorer("adaptive", Map.of());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.adaptive;

import org.jspecify.annotations.NullMarked;
