/**
 * Rules that recognize URLs of traps, and limit the share of a crawl that one host may take.
 *
 * <pre>{@code
 * Strategy.builder().traps(TrapRules.builder().pagesPerHost(500).years(1990, 2030).build());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.traps;

import org.jspecify.annotations.NullMarked;
