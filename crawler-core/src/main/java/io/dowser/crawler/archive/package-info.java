/**
 * Pages on disk: archives that a crawl writes, and archives that stand in for the web.
 *
 * <p>{@link io.dowser.crawler.archive.ReplayFetcher} serves WARC files and JSON lines, so that
 * strategies are compared offline on the same pages. {@link io.dowser.crawler.archive.PageSink} is
 * where a crawl puts the pages that it visits: {@link io.dowser.crawler.archive.WarcSink} writes
 * WARC 1.1, {@link io.dowser.crawler.archive.PageFiles} one file per page.
 */
@NullMarked
package io.dowser.crawler.archive;

import org.jspecify.annotations.NullMarked;
