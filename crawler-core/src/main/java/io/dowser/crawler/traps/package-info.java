/**
 * Recognizes URLs that lead into traps, and bounds how much of a crawl one host may take.
 *
 * <pre>{@code
 * Strategy.builder().traps(TrapRules.builder().pagesPerHost(500).years(1990, 2030).build());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.traps;

import org.jspecify.annotations.NullMarked;
