/**
 * Observation of a crawl: events, counters, metrics, the progress line, the report of a directory,
 * and the thread of the page sink.
 */
@NullMarked
package io.dowser.crawler.internal.watch;

import org.jspecify.annotations.NullMarked;
