/**
 * Writes pages to disk, and replays archives in place of the web.
 *
 * <p>{@link io.dowser.crawler.archive.PageSink} is where a crawl puts the pages that it visits:
 * {@link io.dowser.crawler.archive.WarcSink} writes WARC 1.1. Main texts go to {@link
 * io.dowser.crawler.archive.JsonLinesSink}, {@link io.dowser.crawler.archive.MarkdownSink} or the
 * index of {@link io.dowser.crawler.archive.LuceneSink}. {@link
 * io.dowser.crawler.archive.ReplayFetcher} serves WARC files, so that strategies are compared
 * offline on the same pages. In a recrawl, a changed page is written again, and an unchanged one as
 * a WARC {@code revisit}; a replay serves the latest version.
 *
 * <pre>{@code
 * Persistence.builder().pageSink(WarcSink.in(Path.of("pages")));
 * Persistence.builder().pageSink(MarkdownSink.in(Path.of("texts")).onlyRelevant());
 * Persistence.builder().pageSink(LuceneSink.in(Path.of("index")).onlyRelevant());
 * Crawler.builder().fetcher(ReplayFetcher.builder(Path.of("pages")).open()); // or "replay"
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.archive;

import org.jspecify.annotations.NullMarked;
