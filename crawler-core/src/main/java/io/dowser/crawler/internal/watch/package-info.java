/**
 * What a crawl shows of itself: events, counters, metrics, the progress line, the report of its
 * directory, and the pages that its sink gets.
 */
@NullMarked
package io.dowser.crawler.internal.watch;

import org.jspecify.annotations.NullMarked;
