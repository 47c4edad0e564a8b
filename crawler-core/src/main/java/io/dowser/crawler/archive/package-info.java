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
 * PageSink texts = MarkdownSink.in(Path.of("texts")).onlyRelevant();
 * PageSink index = LuceneSink.in(Path.of("index")).onlyRelevant();
 * PageSink all = PageSink.all(WarcSink.in(Path.of("pages")), texts, index);
 * Crawler.builder().persistence(Persistence.builder().pageSink(all).build());
 *
 * Crawler.builder().fetcher("replay", Map.of("archive", "pages")); // for another crawl
 * try (ReplayFetcher replay = ReplayFetcher.builder(Path.of("pages")).open()) {
 *   System.out.println(replay.pages() + " pages");
 * }
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.archive;

import org.jspecify.annotations.NullMarked;
